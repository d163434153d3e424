#include "engine/ops/reshape.h"

#include "engine/cuda/lowerings.h"

namespace netsmith::cuda {

Lowered lowerReshape(const LoweringContext&, const Op&)
{
    return {}; // the arena's layout gives both tensors the same bytes
}

} // namespace netsmith::cuda
