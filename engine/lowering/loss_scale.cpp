#include "engine/ops/loss_scale.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(loss_scale)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::lossScale>(const LoweringContext&, const Op& op)
{
    return lowerTo([scaling = op.as<LossScaleAttributes>().scaling](const Addresses& at, auto&... queue) {
        kernels::lossScale(queue..., scaling, at.in<std::int64_t>(0), at.out<float>(0));
    });
}

template <>
Lowered lower<ops::scaledGuard>(const LoweringContext&, const Op& op)
{
    const auto& attributes = op.as<ScaledGuardAttributes>();
    return lowerTo([scaling = attributes.scaling, clip = attributes.clipNorm](const Addresses& at, auto&... queue) {
        const std::size_t status = at.inputs.size() - 1;
        const auto losses = at.inputs.subspan(2, status - 4);
        kernels::scaledGuard(queue..., scaling, clip, at.in<float>(0), at.in<float>(1), losses, at.in<float>(status - 2),
                             at.out<float>(0), at.out<std::int64_t>(1), at.out<std::int32_t>(2));
    });
}

} // namespace netsmith::NS_BACKEND
