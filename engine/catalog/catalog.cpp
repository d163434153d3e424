#include "engine/catalog/catalog.h"

#include "engine/core/error.h"
#include "engine/layers/registry.h"
#include "engine/losses/registry.h"
#include "engine/optimizers/registry.h"
#include "engine/plan/precisions.h"
#include "engine/transforms/registry.h"

namespace netsmith {

const Catalog& catalog()
{
    static const Catalog all{&layers(), &losses(), &metrics(), &optimizers(), &transforms()};
    return all;
}

Precision precisionFrom(std::string_view name)
{
    for (const Precision precision : precisions)
        if (nameOf(precision) == name)
            return precision;
    throw Error(ErrorKind::input,
                NS_MESSAGE("precision.unknown",
                           "there is no precision \"{0}\"; choose fp32, tf32, bf16, fp16, bf16-emulated or fp16-emulated"),
                name);
}

} // namespace netsmith
