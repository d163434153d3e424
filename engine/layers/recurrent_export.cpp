#include "engine/layers/quantization.h"
#include "engine/layers/recurrent_layer.h"
#include "engine/layers/sequence_mask.h"

#include <array>

namespace netsmith::layer {
namespace {

using Value = OnnxCall::Value;

std::vector<std::string> directions(const RecurrentParameters& p)
{
    return p.direction == "bidirectional" ? std::vector<std::string>{"", "_backward"} : std::vector<std::string>{""};
}

/// Our gates at the places where ONNX has them: i, o, f, c of i, f, c, o, and GRU's z, r, h.
std::vector<int> gateOrder(Cell cell)
{
    return cell == Cell::simple ? std::vector{0} : cell == Cell::lstm ? std::vector{0, 3, 1, 2} : std::vector{0, 1, 2};
}

/// The weights of all directions, directions×gates·H×inputs.
Value onnxKernel(OnnxCall& call, const RecurrentParameters& p, Cell cell, const std::string& name)
{
    std::vector<WeightArray> kernels;
    for (const std::string& suffix : directions(p)) {
        const WeightArray kernel =
            partsInOrder(transposed(roundedKernel(call.weight(name + suffix), p.quantization), std::array{1, 0}), gateOrder(cell));
        kernels.push_back(reshaped(kernel, {1, kernel.shape[0], kernel.shape[1]}));
    }
    return call.parameter(name, joined(kernels));
}

/// ONNX adds two biases, of the input and of the state, as only GRU has them here.
Value onnxBiases(OnnxCall& call, const RecurrentParameters& p, Cell cell)
{
    std::vector<WeightArray> biases;
    for (const std::string& suffix : directions(p)) {
        WeightArray bias = call.weight("bias" + suffix);
        if (cell != Cell::gru) {
            bias = partsInOrder(bias, gateOrder(cell));
            bias.values.resize(2 * bias.values.size(), 0.0f);
        }
        const auto both = static_cast<std::int64_t>(bias.values.size());
        biases.push_back(reshaped(std::move(bias), {1, both}));
    }
    return call.parameter("bias", joined(biases));
}

/// Rows of each sample of [N,T,…], by their numbers [N,T].
Value rowsOf(OnnxCall& call, const Value& x, const Value& rows)
{
    const Value places = call.add("Unsqueeze", {rows, call.integers({2})});
    return call.add("GatherND", {x, places}, {{"batch_dims", std::int64_t{1}}});
}

Value toInteger(OnnxCall& call, const Value& x, std::int64_t type)
{
    return call.add("Cast", {x}, {{"to", type}});
}
constexpr std::int64_t int32 = 6, int64 = 7;

/// ONNX's layers read the first steps of a sequence, as many as it has. Ours skip masked steps anywhere: the valid ones are moved
/// to the front.
struct Packed {
    Value x; ///< [N,T,C]
    Value lengths; ///< int32 [N]

    Packed(OnnxCall& call, const Value& mask, std::int64_t steps)
    {
        // The later a step, the smaller its number; those of valid steps are larger than all others.
        WeightArray places = filled({1, steps}, 0.0f);
        for (std::size_t t = 0; t < places.values.size(); ++t)
            places.values[t] = -static_cast<float>(t);
        const Value lifted = call.add("Mul", {mask, call.number(static_cast<double>(steps))});
        const Value ranks = call.add("Add", {lifted, call.numbers(places)});
        const std::vector<Value> sorted = call.add("TopK", {ranks, call.integers({steps})}, {{"axis", std::int64_t{1}}}, 2);
        x = rowsOf(call, call.input(), sorted[1]);
        const Value count = call.add("ReduceSum", {mask, call.integers({1})}, {{"keepdims", std::int64_t{0}}});
        lengths = toInteger(call, count, int32);
    }
};

/// The results of one direction at the packed steps [N,T,H], put back where they belong. A masked step has the state of the valid
/// one before it in the layer's direction; if there is none, 0.
Value unpacked(OnnxCall& call, const Value& y, const Value& mask, bool reversed)
{
    const std::int64_t before = reversed ? 0 : 1;
    const Value withZeros = call.add("Pad", {y, call.integers({0, before, 0, 0, 1 - before, 0})});
    const Value rows = call.add("CumSum", {mask, call.integer(1)}, {{"exclusive", std::int64_t{reversed}}});
    return rowsOf(call, withZeros, toInteger(call, rows, int64));
}

} // namespace

void exportRecurrent(const RecurrentParameters& p, Cell cell, OnnxCall& call)
{
    const std::int64_t steps = call.inputShape(0)[0];
    const auto count = static_cast<std::int64_t>(directions(p).size());
    const bool reversed = p.direction == "backward";
    const Value mask = onnxStepMask(call);
    Value x = call.input(), lengths;
    if (!mask.empty()) {
        const Packed packed(call, mask, steps);
        x = packed.x;
        lengths = packed.lengths;
    }
    OnnxCall::Attributes attributes{{"hidden_size", p.units}, {"direction", reversed ? "reverse" : p.direction}};
    if (cell == Cell::simple)
        attributes.push_back(
            {"activations", std::vector<std::string>(directions(p).size(), p.activation == "relu" ? "Relu" : "Tanh")});
    if (cell == Cell::gru)
        attributes.push_back({"linear_before_reset", std::int64_t{1}});
    const std::vector<Value> outputs =
        call.add(cell == Cell::simple     ? "RNN"
                     : cell == Cell::lstm ? "LSTM"
                                          : "GRU",
                 {call.transpose(x, {1, 0, 2}), onnxKernel(call, p, cell, "kernel"), onnxKernel(call, p, cell, "recurrent_kernel"),
                  p.useBias ? onnxBiases(call, p, cell) : Value(), lengths},
                 std::move(attributes), 2);
    if (!p.returnSequences) { // directions×N×H
        call.setOutput(0, call.reshape(call.transpose(outputs[1], {1, 0, 2}), call.outputShape(0)));
        return;
    }
    const Value y = call.transpose(outputs[0], {2, 0, 1, 3}); // of T×directions×N×H
    if (mask.empty()) {
        call.setOutput(0, call.reshape(y, call.outputShape(0)));
        return;
    }
    std::vector<Value> each{y};
    if (count > 1)
        each = call.add("Split", {y}, {{"axis", std::int64_t{2}}, {"num_outputs", count}}, directions(p).size());
    for (std::size_t i = 0; i < each.size(); ++i)
        each[i] = unpacked(call, call.reshape(each[i], Shape{steps, p.units}), mask, reversed || i > 0);
    call.setOutput(0, count > 1 ? call.add("Concat", each, {{"axis", std::int64_t{2}}}) : each[0]);
    call.setMask(mask);
}

} // namespace netsmith::layer
