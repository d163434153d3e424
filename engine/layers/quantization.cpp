#include "engine/layers/quantization.h"

#include "engine/ops/fake_quantize.h"

namespace netsmith::layer {

TensorId quantizedInput(LayerCall& call, TensorId input, const std::string& quantization)
{
    if (quantization != "int8")
        return input;
    constexpr double momentum = 0.99;
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

} // namespace netsmith::layer
