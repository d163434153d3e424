#include "engine/ops/blur.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/blur.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::blur>(const LoweringContext& context, const Op& op)
{
    const Shape shape = context.input(op, 0).shape;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([shape, settings = op.as<BlurAttributes>().settings](const Addresses& at) {
            const auto first = static_cast<std::uint64_t>(at.in<std::int64_t>(1)[control::samples]);
            const bool down = settings.axis == 1;
            kernels::blur(settings, shape[0], down ? 1 : shape[1], shape[settings.axis], down ? shape[2] * shape[3] : shape[3],
                          first, at.in<T>(0), at.out<T>(0));
        });
    });
}

} // namespace netsmith::cpu
