#include "engine/ops/moving_average.h"

#include "engine/cpu/kernels/gradient_steps.h"
#include "engine/cpu/lower_update.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::movingAverage>(const LoweringContext& context, const Op& op)
{
    return lowerTo([shares = shareOut(context.plan.parameters, context.input(op, 0).shape.elements()),
                    share = static_cast<float>(1.0 - op.as<MovingAverageAttributes>().decay)](const Addresses& at) {
        if (*at.in<std::int32_t>(2) != control::good)
            return;
        const float used = at.in<std::int64_t>(1)[control::step] == 0 ? 1.0f : share;
        eachPart(static_cast<int>(shares.size()), [&](int part) {
            for (const ArenaPiece& piece : shares[static_cast<std::size_t>(part)])
                kernels::averageInto(used, at.in<float>(0) + piece.begin, at.out<float>(0) + piece.begin, piece.end - piece.begin);
        });
    });
}

} // namespace netsmith::cpu
