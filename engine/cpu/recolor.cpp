#include "engine/ops/recolor.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/recolor.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::recolor>(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    const bool random = context.hasInput(op, 1);
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([images = x[0], pixels = x[1] * x[2], channels = static_cast<int>(x[3]), random,
                        attributes = op.as<RecolorAttributes>()](const Addresses& at) {
            const auto first = random ? static_cast<std::uint64_t>(at.in<std::int64_t>(1)[control::samples]) : 0;
            kernels::recolor(attributes, images, pixels, channels, first, at.in<T>(0), at.out<T>(0));
        });
    });
}

} // namespace netsmith::cpu
