#include "engine/layers/recurrent_layer.h"

#include "engine/layers/quantization.h"
#include "engine/layers/sequence_mask.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/concat.h"
#include "engine/ops/copy.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/reshape.h"

namespace netsmith::layer {
namespace {

bool isBidirectional(const RecurrentParameters& p)
{
    return p.direction == "bidirectional";
}

void refuseQuantization(LayerCode& code)
{
    code.refuse(NS_MESSAGE("recurrent.code_quantization", "it rounds numbers to 8 bits; set \"quantization\" to none"));
}

/// Keeps the state after the last step, of states [N,T,H], for the next batch.
void leaveLast(Emitter& emitter, TensorId states, TensorId home)
{
    const Shape sizes = emitter.shape(states);
    const TensorId last = emitter.emitOne(ops::slice, std::make_shared<SliceAttributes>(1, sizes[1] - 1, 1), {states});
    emitter.emitInto(ops::copy, noAttributes(), {emitReshape(emitter, last, {sizes[0], sizes[2]})}, {home});
}

/// One direction along the sequence. The weights of the second direction of a bidirectional layer have separate names.
TensorId walk(const RecurrentParameters& p, Cell cell, bool reversed, TensorId mask, LayerCall& call)
{
    const std::string suffix = reversed && isBidirectional(p) ? "_backward" : "";
    const std::int64_t inputs = call.emitter().shape(call.input())[-1];
    const std::int64_t width = gatesOf(cell) * p.units;
    auto attributes = std::make_shared<RecurrenceAttributes>();
    attributes->cell = cell;
    attributes->activation = activationNamed(p.activation);
    attributes->reversed = reversed;
    attributes->sequences = p.returnSequences;
    attributes->bias = p.useBias;
    attributes->rounded = p.quantization == "dynamic" && !call.training();
    LayerCall::Statistic h{noTensor, noTensor}, c{noTensor, noTensor};
    if (p.stateful) {
        const Shape state{call.emitter().shape(call.input())[0], p.units};
        h = call.recurrentState("state", state);
        if (cell == Cell::lstm)
            c = call.recurrentState("cell", state);
    }
    const TensorId kernel =
        quantizedKernel(call, call.weight(WeightKind::kernel, "kernel" + suffix, {inputs, width}), p.quantization);
    const TensorId recurrent =
        quantizedKernel(call, call.weight(WeightKind::recurrent, "recurrent_kernel" + suffix, {p.units, width}), p.quantization);
    TensorId bias = noTensor;
    if (p.useBias) {
        const Shape shape = cell == Cell::gru ? Shape{2, width} : Shape{width};
        const bool unitForget = cell == Cell::lstm && p.unitForgetBias;
        bias = call.weight(WeightKind::bias, "bias" + suffix, shape, unitForget);
    }
    const std::vector<TensorId> outputs =
        call.emitter().emit(ops::recurrence, attributes, {call.input(), kernel, recurrent, bias, mask, h.current, c.current});
    if (h.staged != noTensor)
        leaveLast(call.emitter(), outputs[attributes->statesAt()], h.staged);
    if (c.staged != noTensor)
        leaveLast(call.emitter(), outputs[attributes->carryAt()], c.staged);
    return outputs[0];
}

} // namespace

void writeKerasRecurrent(const RecurrentParameters& p, std::string_view name, LayerCode& code)
{
    if (p.quantization != "none")
        return refuseQuantization(code);
    if (p.stateful)
        return code.refuse(
            NS_MESSAGE("recurrent.code_stateful", "it keeps its state from batch to batch; set \"stateful\" to false"));
    if (p.direction == "backward" && p.returnSequences) // Keras gives the last step first
        return code.refuse(
            NS_MESSAGE("recurrent.code_backward",
                       "Keras gives a backward layer's sequences in another order; make it forward or bidirectional"));
    std::vector<std::string> arguments{std::to_string(p.units), keyword("activation", p.activation, std::string("tanh")),
                                       p.direction == "backward" ? "go_backwards=True" : "",
                                       keyword("return_sequences", p.returnSequences, false), keyword("use_bias", p.useBias, true)};
    std::string layer = pythonCall("layers." + std::string(name), arguments);
    if (isBidirectional(p))
        layer = "layers.Bidirectional(" + layer + ")";
    code.step({.module = std::move(layer), .call = code.inputs().size() > 1 ? "{m}({0}, mask={1} != 0)" : "", .isLayer = true});
}

void writeTorchRecurrent(const RecurrentParameters& p, std::string_view name, LayerCode& code)
{
    if (p.quantization != "none")
        return refuseQuantization(code);
    if (p.stateful)
        return code.refuse(
            NS_MESSAGE("recurrent.code_stateful", "it keeps its state from batch to batch; set \"stateful\" to false"));
    const bool masked = !code.mask().empty() || code.inputs().size() > 1;
    if (masked && (p.returnSequences || p.direction != "forward" || code.inputs().size() > 1))
        return code.refuse(
            NS_MESSAGE("recurrent.code_mask",
                       "steps of its input may be left out, which PyTorch's layer can do only at the end of a sequence "
                       "read forward to one result"));
    const bool backward = p.direction == "backward";
    CodeStep step{.module = pythonCall("nn." + std::string(name),
                                       std::vector<std::string>{std::to_string(code.channels()), std::to_string(p.units),
                                                                keyword("nonlinearity", p.activation, std::string("tanh")),
                                                                keyword("bias", p.useBias, true), "batch_first=True",
                                                                keyword("bidirectional", isBidirectional(p), false)})};
    for (const std::string suffix : {"", "_backward"}) {
        const std::string there = suffix.empty() ? "_l0" : "_l0_reverse";
        step.weights.emplace_back("kernel" + suffix, "weight_ih" + there);
        step.weights.emplace_back("recurrent_kernel" + suffix, "weight_hh" + there);
        step.weights.emplace_back("bias" + suffix, "bias_ih" + there + " bias_hh" + there);
    }
    const std::string state = name == "LSTM" ? "[1][0]" : "[1]";
    const std::string input = backward ? "{0}.flip(1)" : "{0}";
    if (masked)
        step.call = "{m}(nn.utils.rnn.pack_padded_sequence({0}, (" + code.mask()
            + ").sum(1).clamp(min=1).cpu(), batch_first=True, enforce_sorted=False))" + state + "[0]";
    else if (p.returnSequences)
        step.call = "{m}(" + input + ")[0]" + (backward ? ".flip(1)" : "");
    else if (isBidirectional(p))
        step.call = "torch.cat(tuple({m}({0})" + state + "), dim=-1)";
    else
        step.call = "{m}(" + input + ")[0][:, -1]";
    code.step(std::move(step));
}

std::vector<Shape> recurrentShapes(const RecurrentParameters& p, Cell cell, std::span<const Shape> inputs)
{
    requireAxes(inputs[0], 1);
    requireMask(inputs);
    if (p.stateful && p.direction != "forward")
        throw Error(ErrorKind::input,
                    NS_MESSAGE("recurrent.direction",
                               "a stateful layer continues from the last step of the previous batch, and the direction is {0}; set "
                               "direction to forward, or stateful to false"),
                    p.direction);
    const std::int64_t width = gatesOf(cell) * p.units;
    (void)Shape({inputs[0][1], width}).elements(); // throws if the weights alone exceed 64 bits
    (void)Shape({p.units, width}).elements();
    const std::int64_t results = isBidirectional(p) ? 2 * p.units : p.units;
    return {p.returnSequences ? Shape{inputs[0][0], results} : Shape{results}};
}

void lowerRecurrent(const RecurrentParameters& p, Cell cell, LayerCall& call)
{
    const TensorId mask = stepMask(call);
    TensorId y = walk(p, cell, p.direction == "backward", mask, call);
    if (isBidirectional(p)) {
        const int last = call.emitter().shape(y).rank() - 1;
        y = call.emitter().emitOne(ops::concat, std::make_shared<ConcatAttributes>(last), {y, walk(p, cell, true, mask, call)});
    }
    call.setOutput(0, y);
    if (p.returnSequences && mask != noTensor)
        call.setMask(mask);
}

} // namespace netsmith::layer
