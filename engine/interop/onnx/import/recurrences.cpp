#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"
#include "engine/interop/onnx/import/window.h"

#include <algorithm>
#include <array>

namespace netsmith::interop {
namespace {

/// A recurrent operator and the layer that it becomes. `gates`: for each of our gates its place in the model's.
struct RecurrentKind {
    std::string_view op;
    std::string_view layer;
    std::vector<int> gates;
};

const RecurrentKind& kindOf(std::string_view op)
{
    static const std::array kinds{
        RecurrentKind{"LSTM", "lstm", {0, 2, 3, 1}}, // i,o,f,c there; i,f,c,o here
        RecurrentKind{"GRU", "gru", {0, 1, 2}},
        RecurrentKind{"RNN", "simple_rnn", {0}},
    };
    return *std::ranges::find(kinds, op, &RecurrentKind::op);
}

[[noreturn]] void refuseOption(std::string_view option)
{
    throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.recurrent_option", "its {0} has no counterpart in a recurrent layer"),
                option);
}

void requireDefaults(NodeCall& call, std::int64_t directions)
{
    const std::string& op = call.node().op;
    std::vector<std::string> usual = op == "LSTM" ? std::vector<std::string>{"Sigmoid", "Tanh", "Tanh"}
        : op == "GRU"                             ? std::vector<std::string>{"Sigmoid", "Tanh"}
                                                  : std::vector<std::string>();
    const std::vector<std::string> given = call.texts("activations");
    if (!usual.empty() && !given.empty())
        for (std::size_t i = 0; i < given.size(); ++i)
            if (given[i] != usual[i % usual.size()])
                refuseOption("activations");
    if (call.hasAttribute("clip"))
        refuseOption("clip");
    if (call.integer("input_forget", 0) != 0)
        refuseOption("input_forget");
    if (op == "GRU" && call.integer("linear_before_reset", 0) == 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.reset_before",
                               "it resets the state before the product (linear_before_reset 0); our GRU, like "
                               "PyTorch's and Keras's, does so after it"));
    if (op == "LSTM" && call.has(7) && !call.constant(7).isAll(0))
        refuseOption("peepholes");
    for (const int state : {5, 6})
        if (call.has(state) && !(op == "GRU" && state == 6) && !call.constant(state).isAll(0))
            refuseOption("initial state");
    if (op == "LSTM" && call.isRead(2))
        refuseOption("last cell state");
    if (directions != (call.text("direction", "forward") == "bidirectional" ? 2 : 1))
        refuseOption("number of directions");
}

/// D,gates·H,C as our C,gates·H of one direction.
std::vector<float> kernelOf(const Constant& w, std::int64_t direction, const std::vector<int>& gates)
{
    const std::vector<float> from = w.floats();
    const std::int64_t rows = w.dims()[1], columns = w.dims()[2], units = rows / std::ssize(gates);
    std::vector<float> kernel(static_cast<std::size_t>(rows * columns));
    for (std::size_t gate = 0; gate < gates.size(); ++gate)
        for (std::int64_t unit = 0; unit < units; ++unit)
            for (std::int64_t column = 0; column < columns; ++column)
                kernel[static_cast<std::size_t>(column * rows + static_cast<std::int64_t>(gate) * units + unit)] =
                    from[static_cast<std::size_t>((direction * rows + gates[gate] * units + unit) * columns + column)];
    return kernel;
}

/// Both biases of one direction: their sum, or one after the other for a GRU.
std::vector<float> biasOf(const Constant& b, std::int64_t direction, const std::vector<int>& gates, bool stacks)
{
    const std::vector<float> from = b.floats();
    const std::int64_t width = b.dims()[1] / 2, units = width / std::ssize(gates);
    std::vector<float> bias(static_cast<std::size_t>(stacks ? 2 * width : width));
    for (std::size_t gate = 0; gate < gates.size(); ++gate)
        for (std::int64_t unit = 0; unit < units; ++unit) {
            const std::int64_t there = direction * 2 * width + gates[gate] * units + unit;
            const auto here = static_cast<std::size_t>(static_cast<std::int64_t>(gate) * units + unit);
            const float input = from[static_cast<std::size_t>(there)], state = from[static_cast<std::size_t>(there + width)];
            bias[here] = stacks ? input : input + state;
            if (stacks)
                bias[here + static_cast<std::size_t>(width)] = state;
        }
    return bias;
}

} // namespace

void importRecurrence(NodeCall& call)
{
    const RecurrentKind& kind = kindOf(call.node().op);
    const Constant &w = call.constant(1), &r = call.constant(2);
    const Flow given = call.flow(0);
    const bool batchFirst = call.integer("layout", 0) != 0;
    const int steps = batchFirst ? 1 : 0, batch = batchFirst ? 0 : 1;
    if (given.layout.rank() != 3 || given.layout.batchAxis() != batch)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.sequence", "its input of {0} is not steps, samples and features"),
                    dimsText(given.dims()));
    const std::int64_t units = call.integer("hidden_size", r.rank() == 3 ? r.dims()[2] : 0), gates = std::ssize(kind.gates);
    const std::int64_t inputs = given.layout.size(2), directions = w.rank() == 3 ? w.dims()[0] : 0;
    const std::vector<std::int64_t> wanted{directions, gates * units, inputs}, wantedState{directions, gates * units, units};
    if (units < 1 || w.dims() != wanted || r.dims() != wantedState
        || (call.has(3) && call.constant(3).dims() != std::vector<std::int64_t>{directions, 2 * gates * units}))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.recurrent_weights", "its weights of {0} and {1} do not fit each other"),
                    dimsText(w.dims()), dimsText(r.dims()));
    requireDefaults(call, directions);
    if (call.has(4) && !call.constant(4).isAll(static_cast<double>(given.layout.size(steps))))
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.lengths", "its samples have lengths of their own"));
    const std::string direction = call.text("direction", "forward");
    const bool both = direction == "bidirectional", sequences = call.isRead(0);
    ParameterMap parameters{{"units", units},
                            {"direction",
                             both                         ? std::string("bidirectional")
                                 : direction == "reverse" ? std::string("backward")
                                                          : std::string("forward")},
                            {"return_sequences", sequences},
                            {"use_bias", call.has(3)}};
    if (kind.op == "RNN") {
        const std::vector<std::string> activations = call.texts("activations");
        const std::string activation = activations.empty() ? "Tanh" : activations[0];
        if ((activation != "Tanh" && activation != "Relu") || (activations.size() > 1 && activations[1] != activation))
            refuseOption("activations");
        parameters["activation"] = std::string(activation == "Relu" ? "relu" : "tanh");
    }
    const Flow x = call.network().arranged(given, {{steps}, {2}});
    const auto placed = call.network().add(kind.layer, parameters, std::span(&x, 1), layerName(call, 1));
    const std::int64_t width = gates * units;
    for (std::int64_t d = 0; d < directions; ++d) {
        const std::string suffix = d == 1 ? "_backward" : "";
        call.network().fill(placed.id, "kernel" + suffix, Shape{inputs, width}, kernelOf(w, d, kind.gates));
        call.network().fill(placed.id, "recurrent_kernel" + suffix, Shape{units, width}, kernelOf(r, d, kind.gates));
        const bool stacks = kind.op == "GRU";
        if (call.has(3))
            call.network().fill(placed.id, "bias" + suffix, stacks ? Shape{2, width} : Shape{width},
                                biasOf(call.constant(3), d, kind.gates, stacks));
    }
    // T,D·H or D·H with the model's axes steps, directions, samples, units; or samples first.
    const Flow made = [&] {
        Flow flow =
            Flow::of(placed.port, placed.shape, call.network().batch(),
                     sequences ? std::vector<int>{0, AxisLayout::batchFactor, 1} : std::vector<int>{AxisLayout::batchFactor, 0});
        std::vector<std::int64_t> dims = flow.dims();
        dims.back() = directions;
        dims.push_back(units);
        flow.layout = *flow.layout.reshaped(dims);
        return flow;
    }();
    if (sequences) { // T,N,D,H
        Flow y = made;
        y.layout = y.layout.transposed(batchFirst ? std::vector<int>{1, 0, 2, 3} : std::vector<int>{0, 2, 1, 3});
        call.setOutput(0, y);
        if (call.isRead(1)) {
            y = made;
            y.exclusive = false;
            const std::int64_t last = given.layout.size(steps) - 1;
            const auto at = [&](std::int64_t d, std::int64_t step) {
                Flow part = sliced(call, sliced(call, y, 0, step, 1), 2, d, 1);
                part.layout = part.layout.without(0);
                return part; // N,1,H
            };
            std::vector<Flow> ends;
            for (std::int64_t d = 0; d < directions; ++d)
                ends.push_back(at(d, (both && d == 1) || direction == "reverse" ? 0 : last));
            Flow state = ends[0];
            if (both) {
                for (Flow& end : ends)
                    end = call.network().arranged(end, {{1, 2}});
                const auto joined = call.network().add("concatenate", {}, ends, call.name());
                state = Flow::of(joined.port, joined.shape, call.network().batch(), std::vector<int>{AxisLayout::batchFactor, 0});
                state.layout = *state.layout.reshaped(std::vector<std::int64_t>{call.network().batch(), 2, units});
            }
            if (!batchFirst)
                state.layout = state.layout.transposed(std::vector<int>{1, 0, 2});
            call.setOutput(1, state);
        }
        return;
    }
    Flow state = made; // N,D,H
    if (!batchFirst)
        state.layout = state.layout.transposed(std::vector<int>{1, 0, 2});
    call.setOutput(1, state);
}

} // namespace netsmith::interop
