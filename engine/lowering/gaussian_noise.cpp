#include "engine/ops/gaussian_noise.h"

#include "engine/lowering/backend.h"

#include NS_KERNELS(gaussian_noise)

namespace netsmith::NS_BACKEND {

template <>
Lowered lower<ops::gaussianNoise>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const auto& attributes = op.as<GaussianNoiseAttributes>();
    const NoiseSource source{attributes.seed, attributes.node, static_cast<float>(attributes.deviation), attributes.multiplied};
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [source, samples = x.shape[0], elements = x.shape.elements() / x.shape[0]](const Addresses& at, auto&... queue) {
                kernels::gaussianNoise(queue..., source, at.in<std::int64_t>(1), at.in<T>(0), at.out<T>(0), samples, elements);
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::NS_BACKEND
