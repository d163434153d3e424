#include "engine/layers/sequence_mask.h"

#include "engine/core/error.h"
#include "engine/ops/stop_gradient.h"
#include "engine/ops/token_mask.h"

namespace netsmith::layer {

PortSpec maskPort()
{
    return {.name = "mask",
            .doc =
                NS_TEXT("sequence_mask",
                        "A number for each step: 0 leaves the step out. Without a wire, the sequence's own padding is left out."),
            .optional = true};
}

void requireMask(std::span<const Shape> inputs)
{
    if (inputs.size() > 1 && inputs[1] != Shape{inputs[0][0]})
        throw Error(ErrorKind::input, NS_MESSAGE("layer.mask", "expected a mask of {0:number|numbers}, one for each step, got {1}"),
                    inputs[0][0], inputs[1].text());
}

TensorId stepMask(LayerCall& call)
{
    if (call.inputs().size() < 2)
        return call.mask();
    Emitter& emitter = call.emitter();
    return emitter.emitOne(ops::tokenMask, std::make_shared<TokenMaskAttributes>(0), {emitStopGradient(emitter, call.inputs()[1])});
}

OnnxCall::Value onnxStepMask(OnnxCall& call)
{
    if (call.inputs().size() < 2)
        return call.mask();
    return call.toFloat(call.add("Not", {call.add("Equal", {call.inputs()[1], call.number(0.0)})}));
}

} // namespace netsmith::layer
