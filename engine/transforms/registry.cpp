#include "engine/transforms/registry.h"

#include "engine/transforms/transforms.h"

namespace netsmith {

const TransformRegistry& transforms()
{
    static const TransformRegistry registry(transform::all);
    return registry;
}

} // namespace netsmith
