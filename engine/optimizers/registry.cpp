#include "engine/optimizers/registry.h"

#include "engine/optimizers/optimizers.h"

namespace netsmith {

const OptimizerRegistry& optimizers()
{
    static const OptimizerRegistry registry(optimizer::all);
    return registry;
}

} // namespace netsmith
