#include "engine/ops/loss_scale.h"

#include "engine/cuda/kernels/loss_scale.h"
#include "engine/cuda/kernel.h"

#include <vector>

namespace netsmith::cuda {

template <>
Lowered lower<ops::lossScale>(const LoweringContext&, const Op& op)
{
    return lowerTo([scaling = op.as<LossScaleAttributes>().scaling](const Addresses& at, Stream& stream) {
        kernels::lossScale(stream, scaling, at.in<std::int64_t>(0), at.out<float>(0));
    });
}

template <>
Lowered lower<ops::scaledGuard>(const LoweringContext&, const Op& op)
{
    const auto& attributes = op.as<ScaledGuardAttributes>();
    return lowerTo([scaling = attributes.scaling, clip = attributes.clipNorm](const Addresses& at, Stream& stream) {
        const std::size_t status = at.inputs.size() - 1;
        std::vector<const float*> losses;
        for (std::size_t i = 2; i < status - 2; ++i)
            losses.push_back(at.in<float>(i));
        kernels::scaledGuard(stream, scaling, clip, at.in<float>(0), at.in<float>(1), losses, at.in<float>(status - 2),
                             at.out<float>(0), at.out<std::int64_t>(1), at.out<std::int32_t>(2));
    });
}

} // namespace netsmith::cuda
