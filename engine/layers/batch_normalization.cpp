#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/layer_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::layer {
namespace {

struct Parameters {
    double momentum = 0.99;
    double epsilon = 1e-3;
    bool synchronized = true;
};

void lower(const Parameters& p, LayerCall& call)
{
    Emitter& emitter = call.emitter();
    const TensorInfo x = emitter.info(call.input());
    const Shape channels{x.shape[-1]};
    const TensorId gamma = call.weight(WeightKind::gamma, "gamma", channels);
    const TensorId beta = call.weight(WeightKind::beta, "beta", channels);
    const auto mean = call.statistic("moving_mean", channels, 0.0f);
    const auto variance = call.statistic("moving_variance", channels, 1.0f);

    auto attributes = std::make_shared<BatchNormAttributes>();
    attributes->momentum = p.momentum;
    attributes->epsilon = p.epsilon;
    attributes->shared = p.synchronized && call.batchPart() != BatchPart::whole;
    attributes->silent = call.batchPart() == BatchPart::none;
    const std::vector<TensorId> inputs{call.input(), gamma, beta, mean.current, variance.current};
    if (!call.updatesStatistics()) {
        call.setOutput(0, emitter.emitOne(ops::batchNormInference, attributes, inputs));
        return;
    }
    const TensorId y = emitter.add({{}, x.shape, x.type});
    const TensorId batchMean = emitter.add({{}, channels});
    const TensorId batchInverse = emitter.add({{}, channels});
    emitter.emitInto(ops::batchNorm, attributes, inputs, {y, batchMean, batchInverse, mean.staged, variance.staged});
    call.setOutput(0, y);
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const int positions = call.inputShape(0).rank() - 1;
    const OnnxCall::Value x = call.channelsFirst(call.input(), positions);
    const OnnxCall::Value mean = call.parameter("moving_mean", call.statistic("moving_mean"));
    const OnnxCall::Value variance = call.parameter("moving_variance", call.statistic("moving_variance"));
    const OnnxCall::Value y = call.add("BatchNormalization", {x, call.parameter("gamma"), call.parameter("beta"), mean, variance},
                                       {{"epsilon", p.epsilon}});
    call.setOutput(0, call.channelsLast(y, positions));
}

/// PyTorch's momentum is the share of the new value.
void writeTorch(const Parameters& p, LayerCode& code)
{
    const int rank = code.input().rank();
    code.order(AxisOrder::channelsFirst);
    code.torchModule(fmt::format("nn.BatchNorm{}d", std::max(rank - 1, 1)),
                     {std::to_string(code.channels()), keyword("eps", p.epsilon, 1e-5),
                      keyword("momentum", std::round((1.0 - p.momentum) * 1e12) / 1e12, 0.1)});
}

} // namespace

LayerSpec batchNormalization()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real(
            "momentum", &Parameters::momentum, NS_TEXT("batch_normalization", "Momentum"),
            NS_TEXT("batch_normalization", "How much of the moving mean and variance each step keeps; evaluation uses these two."))
        .range(0.0, 1.0)
        .usual(0.9, 0.999)
        .real("epsilon", &Parameters::epsilon, NS_TEXT("batch_normalization", "Epsilon"),
              NS_TEXT("batch_normalization", "Added to the variance, so that a constant channel is not divided by zero."))
        .hard({0.0, 1.0, true, false})
        .usual(1e-5, 1e-3)
        .boolean("synchronized", &Parameters::synchronized, NS_TEXT("batch_normalization", "Synchronized"),
                 NS_TEXT("batch_normalization",
                         "Whether processes that train together normalize over the samples of all of them; off, each does over its "
                         "own."));
    return LayerBuilder<Parameters>("batch_normalization", 1, Category::normalisation,
                                    NS_TEXT("batch_normalization", "Batch normalization"),
                                    NS_TEXT("batch_normalization",
                                            "Normalizes each channel over the batch, then scales and shifts it by learned numbers, "
                                            "which stabilizes training."))
        .alsoKnownAs(NS_TEXT("batch_normalization", "batchnorm, bn, normalize"))
        .shortTitle(NS_TEXT("batch_normalization", "BatchNorm"))
        .parameters(parameters)
        .weights({WeightKind::gamma, WeightKind::beta})
        .keepsSteps()
        .shapes([](const Parameters&, std::span<const Shape> inputs) {
            requireAxes(inputs[0]);
            return std::vector<Shape>{inputs[0]};
        })
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("BatchNormalization", {}, {"synchronized"}); })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
