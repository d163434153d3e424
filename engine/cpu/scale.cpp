#include "engine/ops/scale.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/merge.h"
#include "engine/cpu/kernel.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::scale>(const LoweringContext& context, const Op& op)
{
    const std::int64_t count = context.output(op, 0).shape.elements();
    const auto factor = static_cast<float>(op.as<ScaleAttributes>().factor);
    return forFloatType(context.output(op, 0).type, [&]<class T>(T) {
        return lowerTo([=](const Addresses& at) { kernels::scale(factor, at.in<T>(0), at.out<T>(0), count); }, {0, {{0, 0}}});
    });
}

} // namespace netsmith::cpu
