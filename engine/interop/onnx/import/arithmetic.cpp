#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"
#include "engine/interop/onnx/import/window.h"

#include <algorithm>
#include <cmath>

namespace netsmith::interop {

Flow merged(NodeCall& call, std::string_view layer, std::vector<Flow> flows)
{
    if (flows.size() == 1)
        return flows[0];
    std::vector<std::int64_t> dims = flows[0].dims();
    for (const Flow& flow : flows)
        dims = broadcastDims(dims, flow.dims());
    flows = aligned(call, std::move(flows));
    for (std::size_t i = 1; i < flows.size(); ++i) // a wire leads from each port to another one
        for (std::size_t other = 0; other < i; ++other)
            if (flows[i].port == flows[other].port)
                flows[i] = call.network().apply("rescaling", {}, flows[i], call.name());
    const auto placed = call.network().add(layer, {}, flows, call.name());
    const auto widest = std::ranges::find_if(flows, [&](const Flow& flow) { return flow.dims() == dims; });
    Flow result = widest == flows.end() ? flows[0] : *widest;
    if (widest == flows.end()) { // each is repeated along another axis
        const std::vector<int> order = result.layout.storedOrder();
        std::vector<int> places(dims.size(), AxisLayout::batchFactor);
        for (std::size_t i = 0; i < order.size(); ++i)
            places[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
        result = Flow::of(placed.port, placed.shape, call.network().batch(), places);
    }
    return NetworkBuilder::made(std::move(result), placed);
}

namespace {

/// x·sigmoid(x) is silu, x·hard_sigmoid(x) hard_silu.
std::optional<Flow> gatedBySelf(NodeCall& call, const Flow& x, const Flow& gate)
{
    const Node* producer = call.network().soleProducer(gate);
    if (!producer || x.shape != gate.shape || !(x.layout == gate.layout))
        return std::nullopt;
    const bool isSigmoid = producer->layer == "sigmoid", isHard = producer->layer == "hard_sigmoid";
    if ((!isSigmoid && !isHard) || call.network().inputOf(gate).port != x.port)
        return std::nullopt;
    return call.network().apply(isSigmoid ? "silu" : "hard_silu", {}, x, call.name());
}

/// x·factor + offset with one number for all, or one for each place along some of the axes. One of the two is a constant of those
/// numbers.
Flow withConstant(NodeCall& call, Flow x, const Constant& constant, bool multiplies)
{
    std::vector<std::int64_t> dims = broadcastDims(x.dims(), constant.dims());
    if (dims != x.dims())
        x = spread(call, x, dims);
    const double first = constant.elements() > 0 ? constant.at(0) : 0.0;
    if (constant.isAll(first))
        return multiplies ? rescaled(call, x, first, 0) : rescaled(call, x, 1, first);

    const int rank = x.layout.rank();
    std::vector<std::int64_t> own(static_cast<std::size_t>(rank) - constant.dims().size(), 1);
    own.insert(own.end(), constant.dims().begin(), constant.dims().end());
    const int batch = x.layout.batchAxis();
    if (batch < 0 || own[static_cast<std::size_t>(batch)] != 1)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("onnx.import.constant_per_sample", "its constant of {0} has other numbers for each sample of a batch"),
            dimsText(constant.dims()));
    // The places from the first axis on that the constant tells apart, in our order.
    std::vector<int> order = x.layout.storedOrder();
    const auto from = std::ranges::find_if(order, [&](int axis) { return own[static_cast<std::size_t>(axis)] != 1; });
    AxisLayout::Groups groups;
    for (auto axis = order.begin(); axis != from; ++axis)
        groups.push_back({*axis});
    groups.emplace_back(from, order.end());
    std::vector<std::int64_t> box(static_cast<std::size_t>(rank), 1);
    std::vector<int> permutation;
    for (int axis = 0; axis < rank; ++axis)
        if (std::find(from, order.end(), axis) == order.end())
            permutation.push_back(axis);
        else
            box[static_cast<std::size_t>(axis)] = x.layout.size(axis);
    permutation.insert(permutation.end(), from, order.end());
    const std::vector<double> spreadNumbers = constant.reshaped(own).broadcast(box).transposed(permutation).numbers();
    std::vector<float> numbers(spreadNumbers.begin(), spreadNumbers.end());
    const Flow flat = call.network().arranged(x, groups);
    // A bias, after a layer that has none yet.
    if (Node* producer = multiplies ? nullptr : call.network().soleProducer(flat); producer && flat.port == x.port) {
        const auto bias = producer->parameters.find("use_bias");
        const auto activation = producer->parameters.find("activation");
        if (bias != producer->parameters.end() && bias->second == ParameterValue(false) && activation == producer->parameters.end()
            && producer->shares.empty() && !call.network().isShared(producer->id) && std::ssize(numbers) == flat.shape[-1]) {
            bias->second = true;
            const Shape shape{flat.shape[-1]};
            call.network().fill(producer->id, "bias", shape, std::move(numbers));
            return flat;
        }
    }
    const bool isParameter = !constant.name.empty();
    const auto placed = call.network().add("affine", {{"scale", multiplies}, {"center", !multiplies}, {"trainable", isParameter}},
                                           std::span(&flat, 1), layerName(call, call.isConstant(0) ? 0 : 1));
    call.network().fill(placed.id, multiplies ? "gamma" : "beta", Shape{flat.shape[-1]}, std::move(numbers));
    return NetworkBuilder::made(flat, placed);
}

Constant mapped(const Constant& constant, double (*function)(double))
{
    std::vector<double> numbers = constant.numbers();
    std::ranges::transform(numbers, numbers.begin(), function);
    Constant result(constant.dims(), std::move(numbers), false);
    result.name = constant.name;
    return result;
}

} // namespace

void importArithmetic(NodeCall& call)
{
    const std::string& op = call.node().op;
    const bool multiplies = op == "Mul" || op == "Div";
    if (op == "Div" && call.isFlow(1))
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.division", "it divides by a tensor that depends on the samples"));
    if (call.isFlow(0) && call.isFlow(1)) {
        const Flow a = call.flow(0), b = call.flow(1);
        if (op == "Mul") {
            std::optional<Flow> gated = gatedBySelf(call, a, b);
            if (!gated)
                gated = gatedBySelf(call, b, a);
            if (gated) {
                call.setFlow(*gated);
                return;
            }
        }
        call.setFlow(merged(call, op == "Add" ? "add" : op == "Sub" ? "subtract" : "multiply", {a, b}));
        return;
    }
    if (call.isConstant(0)) { // constant − x
        const Flow x = op == "Sub" ? rescaled(call, call.flow(1), -1, 0) : call.flow(1);
        call.setFlow(withConstant(call, x, call.constant(0), multiplies));
        return;
    }
    const Constant& constant = call.constant(1);
    if (op == "Sub")
        call.setFlow(withConstant(call, call.flow(0), mapped(constant, [](double number) { return -number; }), false));
    else if (op == "Div")
        call.setFlow(withConstant(call, call.flow(0), mapped(constant, [](double number) { return 1 / number; }), true));
    else
        call.setFlow(withConstant(call, call.flow(0), constant, multiplies));
}

void importVariadic(NodeCall& call)
{
    const std::string& op = call.node().op;
    std::vector<Flow> flows;
    std::vector<Constant> constants;
    for (int input = 0; input < call.inputs(); ++input) {
        if (call.isConstant(input))
            constants.push_back(call.constant(input));
        else
            flows.push_back(call.flow(input));
    }
    const std::string layer = op == "Max" ? "maximum" : op == "Min" ? "minimum" : op == "Mean" ? "average" : "add";
    if (!constants.empty() && op == "Mean")
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.mean", "a mean with a constant is not supported"));
    Flow result = merged(call, layer, std::move(flows));
    for (const Constant& constant : constants) {
        const double number = constant.elements() > 0 ? constant.at(0) : 0.0;
        if (op == "Sum") {
            result = withConstant(call, result, constant, false);
        } else if (constant.isAll(number)) {
            // max(x, c) = c + relu(x − c), min(x, c) = c − relu(c − x)
            const double sign = op == "Max" ? 1 : -1;
            result = rescaled(call, applyActivationOf(call, rescaled(call, result, sign, -sign * number), "relu"), sign, number);
        } else {
            const Flow moved = withConstant(call, result, mapped(constant, [](double x) { return -x; }), false);
            const Flow relu = op == "Max"
                ? call.network().apply("relu", {}, moved, call.name())
                : rescaled(call, call.network().apply("relu", {}, rescaled(call, moved, -1, 0), call.name()), -1, 0);
            result = withConstant(call, relu, constant, false);
        }
    }
    call.setFlow(result);
}

void importPower(NodeCall& call)
{
    const Constant& power = call.constant(1);
    const double exponent = power.elements() > 0 ? power.at(0) : 1.0;
    constexpr double most = 8;
    if (!power.isAll(exponent) || exponent < 1 || exponent > most || exponent != std::floor(exponent))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.power", "it raises to a power; only whole ones from 1 to {0} are supported"), most);
    const Flow x = call.flow(0);
    call.setFlow(merged(call, "multiply", std::vector<Flow>(static_cast<std::size_t>(exponent), x)));
}

void importIdentity(NodeCall& call)
{
    Flow x = call.flow(0);
    if (call.node().op == "Cast") {
        const auto type = static_cast<OnnxType>(call.integer("to", 1));
        if (!isFloatingPoint(type) && !(isInteger(type) && x.isInteger && type != OnnxType::boolean))
            refuseCast(type);
    }
    call.setFlow(x);
}

} // namespace netsmith::interop
