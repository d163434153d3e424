#include "engine/layers/quantization.h"

#include "engine/core/quantization_grid.h"
#include "engine/ops/fake_quantize.h"

#include <algorithm>
#include <cmath>

namespace netsmith::layer {

TensorId quantizedInput(LayerCall& call, TensorId input, const std::string& quantization)
{
    if (quantization == "dynamic" && !call.training())
        return call.emitter().emitOne(ops::fakeQuantizeRows, noAttributes(), {input});
    if (!hasInputRange(quantization))
        return input;
    if (quantization == "learned")
        return call.emitter().emitOne(ops::fakeQuantize, noAttributes(),
                                      {input, call.weight(WeightKind::range, inputRangeName, {2})});
    // Activations grow fast in the first steps of a training: a range that follows them ten times as slowly cuts them off.
    constexpr double momentum = 0.9;
    const LayerCall::Statistic range = call.statistic(inputRangeName, {2}, 0.0f);
    TensorId used = range.current;
    if (call.updatesStatistics()) {
        call.emitter().emitInto(ops::observeRange, std::make_shared<ObserveRangeAttributes>(momentum), {input, range.current},
                                {range.staged});
        used = range.staged; // the first step must not round by the range of nothing
    }
    return call.emitter().emitOne(ops::fakeQuantize, noAttributes(), {input, used});
}

TensorId quantizedKernel(LayerCall& call, TensorId kernel, const std::string& quantization)
{
    return quantization == "none" ? kernel : call.emitter().emitOne(ops::fakeQuantizeWeights, noAttributes(), {kernel});
}

WeightArray roundedKernel(WeightArray kernel, const std::string& quantization)
{
    if (quantization == "none")
        return kernel;
    const auto channels = static_cast<std::size_t>(kernel.shape[-1]);
    std::vector<float> scales(channels);
    for (std::size_t i = 0; i < kernel.values.size(); ++i)
        scales[i % channels] = std::max(scales[i % channels], std::abs(kernel.values[i]));
    std::ranges::transform(scales, scales.begin(), gridScale);
    for (std::size_t i = 0; i < kernel.values.size(); ++i)
        kernel.values[i] = weightSteps(kernel.values[i], 1.0f / scales[i % channels]) * scales[i % channels];
    return kernel;
}

OnnxCall::Value onnxQuantizedInput(OnnxCall& call, const OnnxCall::Value& input, const std::string& quantization)
{
    if (!hasInputRange(quantization))
        return input;
    const WeightArray range = call.statistic(inputRangeName); // as one, even if it is learned
    const QuantizationGrid grid = QuantizationGrid::between(range.values[0], range.values[1]);
    const OnnxCall::Value step = call.number(grid.step), zero = call.bytes({Shape(), {grid.zero}}, false);
    return call.add("DequantizeLinear", {call.add("QuantizeLinear", {input, step, zero}), step, zero});
}

OnnxCall::Value onnxQuantizedKernel(OnnxCall& call, const std::string& name, const WeightArray& kernel, int axis,
                                    const std::string& quantization)
{
    if (quantization == "none")
        return call.parameter(name, kernel);
    const auto channels = static_cast<std::size_t>(kernel.shape[axis]);
    std::size_t inner = 1; // numbers from one channel to the next
    for (int i = axis + 1; i < kernel.shape.rank(); ++i)
        inner *= static_cast<std::size_t>(kernel.shape[i]);
    const auto channelOf = [&](std::size_t i) { return i / inner % channels; };
    WeightArray scales{{static_cast<std::int64_t>(channels)}, std::vector<float>(channels)}, steps{kernel.shape, {}};
    for (std::size_t i = 0; i < kernel.values.size(); ++i)
        scales.values[channelOf(i)] = std::max(scales.values[channelOf(i)], std::abs(kernel.values[i]));
    std::ranges::transform(scales.values, scales.values.begin(), gridScale);
    for (std::size_t i = 0; i < kernel.values.size(); ++i)
        steps.values.push_back(weightSteps(kernel.values[i], 1.0f / scales.values[channelOf(i)]));
    return call.add("DequantizeLinear", {call.bytes(steps, true), call.parameter(name + ".scale", scales)},
                    {{"axis", static_cast<std::int64_t>(axis)}});
}

} // namespace netsmith::layer
