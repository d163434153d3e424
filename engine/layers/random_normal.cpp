#include "engine/core/philox.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/constant.h"
#include "engine/ops/gaussian_noise.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/scale.h"

#include <limits>

namespace netsmith::layer {
namespace {

struct Parameters {
    std::vector<std::int64_t> shape{64};
    double stddev = 1.0;
};

/// For a prediction the caller provides standard normal numbers; see `noiseName`.
void lower(const Parameters& p, LayerCall& call)
{
    if (!call.inputs().empty()) {
        call.setOutput(0, p.stddev == 1.0 ? call.input() : emitScale(call.emitter(), call.input(), p.stddev));
        return;
    }
    Emitter& emitter = call.emitter();
    const Shape shape = Shape(p.shape).withBatch(call.batch());
    const TensorId zeros = emitter.emitOne(ops::constant, std::make_shared<ConstantAttributes>(0.0, shape), {});
    if (call.counters() == noTensor) { // of a layer that is examined by itself
        call.setOutput(0, zeros);
        return;
    }
    const auto noise = std::make_shared<GaussianNoiseAttributes>(false, p.stddev, call.seed(), nameHash(call.node()));
    call.setOutput(0, emitter.emitOne(ops::gaussianNoise, noise, {zeros, call.counters()}));
}

/// The caller provides standard normal numbers here too.
void exportOnnx(const Parameters& p, OnnxCall& call)
{
    call.setOutput(0, call.add("Mul", {call.input(), call.number(p.stddev)}));
}

} // namespace

LayerSpec randomNormal()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .sizes("shape", &Parameters::shape, 1, 4, NS_TEXT("random_normal", "Shape"),
               NS_TEXT("random_normal", "The sizes of one sample's axes; one number for a vector of that size."))
        .range(1, std::numeric_limits<std::int32_t>::max())
        .usual(1, 1024)
        .real("stddev", &Parameters::stddev, NS_TEXT("random_normal", "Deviation"),
              NS_TEXT("random_normal", "The standard deviation of the numbers, whose mean is 0."))
        .range(0.0, 1e6)
        .usual(0.5, 2.0);
    return LayerBuilder<Parameters>(
               "random_normal", 1, Category::input, NS_TEXT("random_normal", "Random normal"),
               NS_TEXT("random_normal", "Normal noise, drawn separately for each sample: what a generator makes its samples from."))
        .alsoKnownAs(NS_TEXT("random_normal", "noise, latent, randn, RandomNormal, generator, GAN, seed"))
        .shortTitle(NS_TEXT("random_normal", "Noise"))
        .inputs({})
        .parameters(parameters)
        .shapes([](const Parameters& p, std::span<const Shape>) { return std::vector{Shape(p.shape)}; })
        .lower(lower)
        .exports(layerExports(parameters).onnx(exportOnnx))
        .build();
}

} // namespace netsmith::layer
