#include "engine/ops/begin_state.h"

#include "engine/cuda/kernels/begin_state.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::beginState>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.output(op, 0).shape.elements()](const Addresses& at, Stream& stream) {
        kernels::beginState(stream, at.in<float>(0), at.in<std::int64_t>(1), at.out<float>(0), count);
    });
}

} // namespace netsmith::cuda
