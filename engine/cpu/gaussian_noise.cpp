#include "engine/ops/gaussian_noise.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernels/gaussian_noise.h"
#include "engine/cpu/kernel.h"
#include "engine/ops/control.h"

namespace netsmith::cpu {

template <>
Lowered lower<ops::gaussianNoise>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const auto& attributes = op.as<GaussianNoiseAttributes>();
    const kernels::NoiseSource source{.seed = attributes.seed,
                                      .node = attributes.node,
                                      .deviation = static_cast<float>(attributes.deviation),
                                      .multiplied = attributes.multiplied};
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [source, samples = x.shape[0], elements = x.shape.elements() / x.shape[0]](const Addresses& at) {
                kernels::NoiseSource now = source;
                now.firstSample = static_cast<std::uint64_t>(at.in<std::int64_t>(1)[control::samples]);
                kernels::gaussianNoise(now, at.in<T>(0), at.out<T>(0), samples, elements);
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::cpu
