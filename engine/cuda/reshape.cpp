#include "engine/ops/reshape.h"

#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::reshape>(const LoweringContext&, const Op&)
{
    return {}; // the arena's layout gives both tensors the same bytes
}

} // namespace netsmith::cuda
