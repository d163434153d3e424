#include "engine/ops/reshape.h"
#include "engine/ops/stop_gradient.h"

#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

// The arena's layout gives both tensors the same bytes.

template <>
Lowered lower<ops::reshape>(const LoweringContext&, const Op&)
{
    return {};
}

template <>
Lowered lower<ops::stopGradient>(const LoweringContext&, const Op&)
{
    return {};
}

} // namespace netsmith::cuda
