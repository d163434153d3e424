#include "engine/ops/gaussian_noise.h"
#include "engine/ops/transform_call.h"
#include "engine/transforms/transforms.h"

#include <cmath>

namespace netsmith::transform {
namespace {

struct Parameters {
    double stddev = 0.05;
};

/// Nothing is clipped at black and white, as in Keras's layer of that name: clipped noise would have a different mean there.
void lower(const Parameters& p, TransformCall& call)
{
    const double deviation = p.stddev * std::abs(call.range.white - call.range.black);
    if (deviation == 0.0)
        return;
    const auto attributes = std::make_shared<GaussianNoiseAttributes>(false, deviation, call.seed, call.key);
    call.setImage(call.emitter().emitOne(ops::gaussianNoise, attributes, {call.image(), call.counters}));
}

} // namespace

TransformSpec gaussianNoise()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("stddev", &Parameters::stddev, NS_TEXT("gaussian_noise", "Deviation"),
              NS_TEXT("noise_transform", "The noise's standard deviation, as a fraction of the range from black to white."))
        .range(0.0, 1e3)
        .usual(0.0, 0.3);
    return TransformBuilder<Parameters>("gaussian_noise", NS_TEXT("gaussian_noise", "Gaussian noise"),
                                        NS_TEXT("noise_transform", "Adds independent normal noise to each pixel and channel."))
        .parameters(parameters)
        .lower(lower)
        .build();
}

} // namespace netsmith::transform
