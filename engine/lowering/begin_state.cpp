#include "engine/ops/begin_state.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(begin_state)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::beginState>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.output(op, 0).shape.elements()](const Addresses& at, auto&... queue) {
        kernels::beginState(queue..., at.in<float>(0), at.in<std::int64_t>(1), at.out<float>(0), count);
    });
}

} // namespace netsmith::NS_BACKEND
