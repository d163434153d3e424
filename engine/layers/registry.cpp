#include "engine/layers/registry.h"

#include "engine/layers/layers.h"

namespace netsmith {

const LayerRegistry& layers()
{
    static const LayerRegistry registry(layer::all);
    return registry;
}

} // namespace netsmith
