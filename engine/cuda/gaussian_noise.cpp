#include "engine/ops/gaussian_noise.h"

#include "engine/cuda/float_types.h"
#include "engine/cuda/kernels/gaussian_noise.h"
#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::gaussianNoise>(const LoweringContext& context, const Op& op)
{
    const TensorInfo& x = context.input(op, 0);
    const auto& attributes = op.as<GaussianNoiseAttributes>();
    const kernels::NoiseSource source{attributes.seed, attributes.node, static_cast<float>(attributes.deviation),
                                      attributes.multiplied};
    return forFloatType(x.type, [&]<class T>(T) {
        return lowerTo(
            [source, samples = x.shape[0], elements = x.shape.elements() / x.shape[0]](const Addresses& at, Stream& stream) {
                kernels::gaussianNoise(stream, source, at.in<std::int64_t>(1), at.in<T>(0), at.out<T>(0), samples, elements);
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::cuda
