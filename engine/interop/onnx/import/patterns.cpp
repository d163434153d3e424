#include "engine/interop/onnx/import/patterns.h"

#include "engine/interop/onnx/import/constant.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>

namespace netsmith::interop {
namespace {

/// A graph's tensors by name: who makes each, who reads it, and what is known
/// of it.
class PatternGraph {
public:
    explicit PatternGraph(const OnnxGraph& graph)
        : m_graph(graph)
    {
        for (const OnnxTensor& tensor : graph.initializers)
            m_initializers.emplace(tensor.name, &tensor);
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            for (const std::string& output : graph.nodes[i].outputs)
                m_makers.emplace(output, i);
            for (const std::string& input : graph.nodes[i].inputs)
                m_readers[input].push_back(i);
        }
        for (const OnnxValue& output : graph.outputs)
            m_outputs.insert(output.name);
    }

    const OnnxNode& node(std::size_t index) const { return m_graph.nodes[index]; }

    /// The node of this operator that makes a tensor.
    std::optional<std::size_t> maker(const std::string& tensor, std::string_view op) const
    {
        const auto found = m_makers.find(tensor);
        const bool fits = found != m_makers.end() && node(found->second).op == op && node(found->second).domain.empty();
        return fits ? std::optional(found->second) : std::nullopt;
    }

    /// The node of this operator that alone reads a node's output, which the
    /// graph does not return.
    std::optional<std::size_t> reader(std::size_t of, std::string_view op) const
    {
        const auto found = readerOf(node(of).outputs.at(0), op);
        return found && isReadBy(of, {*found}) ? found : std::nullopt;
    }
    /// The first node of this operator that reads a tensor.
    std::optional<std::size_t> readerOf(const std::string& tensor, std::string_view op) const
    {
        if (const auto found = m_readers.find(tensor); found != m_readers.end())
            for (const std::size_t one : found->second)
                if (node(one).op == op && node(one).domain.empty())
                    return one;
        return std::nullopt;
    }
    /// Whether only these nodes read a node's output.
    bool isReadBy(std::size_t of, const std::set<std::size_t>& nodes) const
    {
        const std::string& tensor = node(of).outputs.at(0);
        const auto found = m_readers.find(tensor);
        return found != m_readers.end() && !m_outputs.contains(tensor)
            && std::ranges::all_of(found->second, [&](std::size_t one) { return nodes.contains(one); });
    }

    /// A tensor that is known before the model runs, as an initializer or a
    /// node's constant.
    std::optional<Constant> constant(const std::string& tensor) const
    {
        const OnnxTensor* found = nullptr;
        if (const auto initializer = m_initializers.find(tensor); initializer != m_initializers.end())
            found = initializer->second;
        else if (const auto made = maker(tensor, "Constant")) {
            if (const OnnxAttribute* number = node(*made).attribute("value_float"))
                if (const auto* value = std::get_if<float>(&number->value))
                    return Constant::scalar(*value, false);
            if (const OnnxAttribute* value = node(*made).attribute("value"))
                found = std::get_if<OnnxTensor>(&value->value);
        }
        if (!found || bitsOf(found->type) == 0 || (!isInteger(found->type) && !isFloatingPoint(found->type)))
            return std::nullopt;
        return Constant(*found);
    }
    /// The number of one that has only one.
    std::optional<double> scalar(const std::string& tensor) const
    {
        const auto found = constant(tensor);
        return found && found->elements() == 1 ? std::optional(found->at(0)) : std::nullopt;
    }

    /// The other operand of a node with two, if one is a constant near this
    /// number.
    std::optional<std::string> besides(std::size_t of, double number) const
    {
        const std::vector<std::string>& inputs = node(of).inputs;
        for (std::size_t i = 0; i < 2 && inputs.size() == 2; ++i)
            if (const auto constant = scalar(inputs[i]); constant && std::abs(*constant - number) <= 1e-6 * std::abs(number))
                return inputs[1 - i];
        return std::nullopt;
    }
    /// The other operand of a node with two that reads this tensor.
    std::optional<std::string> besides(std::size_t of, const std::string& tensor) const
    {
        const std::vector<std::string>& inputs = node(of).inputs;
        for (std::size_t i = 0; i < 2 && inputs.size() == 2; ++i)
            if (inputs[i] == tensor)
                return inputs[1 - i];
        return std::nullopt;
    }

private:
    const OnnxGraph& m_graph;
    std::map<std::string, const OnnxTensor*, std::less<>> m_initializers;
    std::map<std::string, std::size_t, std::less<>> m_makers;
    std::map<std::string, std::vector<std::size_t>, std::less<>> m_readers;
    std::set<std::string, std::less<>> m_outputs;
};

/// Nodes that are one function, of which the last one makes its result.
struct Pattern {
    std::set<std::size_t> nodes{};
    std::size_t last = 0;
    OnnxNode function{};
};

/// The tensor that a node multiplies or divides, if its product is that tensor
/// times a number.
std::optional<std::string> timesNumber(const PatternGraph& graph, std::size_t node, double number)
{
    if (graph.node(node).op == "Mul")
        return graph.besides(node, number);
    const auto divisor = graph.node(node).inputs.size() == 2 ? graph.scalar(graph.node(node).inputs[1]) : std::nullopt;
    const bool fits = graph.node(node).op == "Div" && divisor && std::abs(*divisor * number - 1) <= 1e-6;
    return fits ? std::optional(graph.node(node).inputs[0]) : std::nullopt;
}

/// The node that makes a tensor as another one times a number, and that one.
std::optional<std::pair<std::size_t, std::string>> scaledFrom(const PatternGraph& graph, const std::string& tensor, double number)
{
    for (const char* op : {"Mul", "Div"})
        if (const auto maker = graph.maker(tensor, op))
            if (auto from = timesNumber(graph, *maker, number))
                return std::pair(*maker, std::move(*from));
    return std::nullopt;
}

/// ½·x·(1 + f), in the orders in which programs multiply it, from the node that
/// makes f on.
std::optional<Pattern> halfProduct(const PatternGraph& graph, std::size_t inner, const std::string& x)
{
    Pattern pattern{.nodes = {inner}};
    const auto sum = graph.reader(inner, "Add");
    if (!sum || !graph.besides(*sum, 1.0))
        return std::nullopt;
    pattern.nodes.insert(*sum);
    const auto scaledReader = [&](std::size_t of) -> std::optional<std::size_t> {
        for (const char* op : {"Mul", "Div"})
            if (const auto next = graph.reader(of, op); next && timesNumber(graph, *next, 0.5) == graph.node(of).outputs[0])
                return next;
        return std::nullopt;
    };
    if (const auto half = scaledReader(*sum)) { // x · (½ · (1 + f))
        const auto product = graph.reader(*half, "Mul");
        if (!product || graph.besides(*product, graph.node(*half).outputs[0]) != x)
            return std::nullopt;
        pattern.nodes.insert({*half, *product});
        pattern.last = *product;
        return pattern;
    }
    const auto product = graph.reader(*sum, "Mul");
    const auto other = product ? graph.besides(*product, graph.node(*sum).outputs[0]) : std::nullopt;
    if (!other)
        return std::nullopt;
    pattern.nodes.insert(*product);
    pattern.last = *product;
    if (*other == x) { // ½ · (x · (1 + f))
        const auto half = scaledReader(*product);
        if (!half)
            return std::nullopt;
        pattern.nodes.insert(*half);
        pattern.last = *half;
        return pattern;
    }
    const auto half = scaledFrom(graph, *other, 0.5); // (½ · x) · (1 + f)
    if (!half || half->second != x || !graph.isReadBy(half->first, {*product}))
        return std::nullopt;
    pattern.nodes.insert(half->first);
    return pattern;
}

OnnxNode functionOf(const PatternGraph& graph, std::string op, const Pattern& pattern, std::vector<std::string> inputs)
{
    const OnnxNode& last = graph.node(pattern.last);
    return {.name = last.name,
            .op = std::move(op),
            .domain = {},
            .inputs = std::move(inputs),
            .outputs = last.outputs,
            .attributes = {}};
}

/// Gelu, ½·x·(1 + erf(x/√2)): Hendrycks and Gimpel, "Gaussian error linear
/// units", 2016.
std::optional<Pattern> geluOfErf(const PatternGraph& graph, std::size_t erf)
{
    const auto scaled = scaledFrom(graph, graph.node(erf).inputs.at(0), 1 / std::numbers::sqrt2);
    if (!scaled || !graph.isReadBy(scaled->first, {erf}))
        return std::nullopt;
    auto pattern = halfProduct(graph, erf, scaled->second);
    if (pattern) {
        pattern->nodes.insert(scaled->first);
        pattern->function = functionOf(graph, "Gelu", *pattern, {scaled->second});
    }
    return pattern;
}

/// Its approximation ½·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))).
std::optional<Pattern> geluOfTanh(const PatternGraph& graph, std::size_t tanh)
{
    const auto scaled = scaledFrom(graph, graph.node(tanh).inputs.at(0), std::sqrt(2 * std::numbers::inv_pi));
    const auto sum = scaled ? graph.maker(scaled->second, "Add") : std::nullopt;
    if (!sum || !graph.isReadBy(scaled->first, {tanh}) || !graph.isReadBy(*sum, {scaled->first})
        || graph.node(*sum).inputs.size() != 2)
        return std::nullopt;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string& x = graph.node(*sum).inputs[i];
        const auto cubic = scaledFrom(graph, graph.node(*sum).inputs[1 - i], 0.044715);
        if (!cubic || !graph.isReadBy(cubic->first, {*sum}))
            continue;
        std::set<std::size_t> nodes{scaled->first, *sum, cubic->first};
        if (const auto power = graph.maker(cubic->second, "Pow")) {
            const std::vector<std::string>& inputs = graph.node(*power).inputs;
            if (inputs.size() != 2 || inputs[0] != x || graph.scalar(inputs[1]) != 3.0 || !graph.isReadBy(*power, {cubic->first}))
                continue;
            nodes.insert(*power);
        } else {
            const auto outer = graph.maker(cubic->second, "Mul");
            const auto square = outer ? graph.besides(*outer, x) : std::nullopt;
            const auto inner = square ? graph.maker(*square, "Mul") : std::nullopt;
            if (!inner || graph.besides(*inner, x) != x || !graph.isReadBy(*outer, {cubic->first})
                || !graph.isReadBy(*inner, {*outer}))
                continue;
            nodes.insert({*outer, *inner});
        }
        auto pattern = halfProduct(graph, tanh, x);
        if (!pattern)
            continue;
        pattern->nodes.merge(nodes);
        pattern->function = functionOf(graph, "Gelu", *pattern, {x});
        pattern->function.attributes.push_back({"approximate", std::string("tanh")});
        return pattern;
    }
    return std::nullopt;
}

/// The axes of a mean that keeps them, if these are the last ones, counted from
/// the end; else nothing.
std::optional<std::int64_t> firstOfLastAxes(const PatternGraph& graph, const OnnxNode& mean)
{
    std::vector<std::int64_t> axes;
    if (const OnnxAttribute* given = mean.attribute("axes")) {
        if (const auto* list = std::get_if<std::vector<std::int64_t>>(&given->value))
            axes = *list;
    } else if (mean.inputs.size() > 1) {
        if (const auto list = graph.constant(mean.inputs[1]); list && list->isInteger())
            axes = list->integers();
    }
    std::ranges::sort(axes);
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i] != static_cast<std::int64_t>(i) - std::ssize(axes))
            return std::nullopt;
    if (axes.empty() || mean.integer("keepdims", 1) == 0)
        return std::nullopt;
    return axes[0];
}

/// γ·(x − mean)/√(variance + ε) + β along the last axes: Ba et al., "Layer
/// normalization", 2016.
std::optional<Pattern> layerNormalization(const PatternGraph& graph, std::size_t difference)
{
    const std::vector<std::string>& operands = graph.node(difference).inputs;
    const auto mean = operands.size() == 2 ? graph.maker(operands[1], "ReduceMean") : std::nullopt;
    if (!mean || graph.node(*mean).inputs.at(0) != operands[0] || !graph.isReadBy(*mean, {difference}))
        return std::nullopt;
    const std::string& x = operands[0];
    const std::string& centred = graph.node(difference).outputs.at(0);
    const auto axis = firstOfLastAxes(graph, graph.node(*mean));
    const auto quotient = graph.readerOf(centred, "Div");
    const auto deviation = quotient && graph.node(*quotient).inputs[0] == centred
        ? graph.maker(graph.node(*quotient).inputs[1], "Sqrt")
        : std::nullopt;
    const auto sum = deviation ? graph.maker(graph.node(*deviation).inputs.at(0), "Add") : std::nullopt;
    if (!axis || !sum || graph.node(*sum).inputs.size() != 2)
        return std::nullopt;
    for (std::size_t i = 0; i < 2; ++i) {
        const auto epsilon = graph.scalar(graph.node(*sum).inputs[i]);
        const auto variance = graph.maker(graph.node(*sum).inputs[1 - i], "ReduceMean");
        if (!epsilon || *epsilon < 0 || !variance || firstOfLastAxes(graph, graph.node(*variance)) != axis)
            continue;
        const std::string& squared = graph.node(*variance).inputs.at(0);
        const auto power = graph.maker(squared, "Pow"), product = graph.maker(squared, "Mul");
        const auto square = power ? power : product;
        const std::vector<std::string> factors = square ? graph.node(*square).inputs : std::vector<std::string>();
        const bool isSquare =
            factors.size() == 2 && factors[0] == centred && (power ? graph.scalar(factors[1]) == 2.0 : factors[1] == centred);
        if (!isSquare || !graph.isReadBy(difference, {*square, *quotient}) || !graph.isReadBy(*square, {*variance})
            || !graph.isReadBy(*variance, {*sum}) || !graph.isReadBy(*sum, {*deviation})
            || !graph.isReadBy(*deviation, {*quotient}))
            continue;
        const auto scaled = graph.reader(*quotient, "Mul");
        const auto gamma = scaled ? graph.besides(*scaled, graph.node(*quotient).outputs[0]) : std::nullopt;
        if (!gamma || !graph.constant(*gamma))
            continue;
        Pattern pattern{.nodes = {difference, *mean, *quotient, *deviation, *sum, *variance, *square, *scaled}, .last = *scaled};
        std::vector<std::string> inputs{x, *gamma};
        const auto shifted = graph.reader(*scaled, "Add");
        const auto beta = shifted ? graph.besides(*shifted, graph.node(*scaled).outputs[0]) : std::nullopt;
        if (beta && graph.constant(*beta)) {
            pattern.nodes.insert(*shifted);
            pattern.last = *shifted;
            inputs.push_back(*beta);
        }
        pattern.function = functionOf(graph, "LayerNormalization", pattern, std::move(inputs));
        pattern.function.attributes.push_back({"axis", *axis});
        pattern.function.attributes.push_back({"epsilon", static_cast<float>(*epsilon)});
        return pattern;
    }
    return std::nullopt;
}

} // namespace

std::vector<OnnxNode> withFunctions(const OnnxGraph& graph)
{
    const PatternGraph tensors(graph);
    std::map<std::size_t, OnnxNode> functions; // by the place of the last node
    std::set<std::size_t> replaced;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const OnnxNode& node = graph.nodes[i];
        if (!node.domain.empty() || node.inputs.empty() || node.outputs.empty())
            continue;
        std::optional<Pattern> pattern;
        if (node.op == "Erf")
            pattern = geluOfErf(tensors, i);
        else if (node.op == "Tanh")
            pattern = geluOfTanh(tensors, i);
        else if (node.op == "Sub")
            pattern = layerNormalization(tensors, i);
        if (!pattern)
            continue;
        functions.emplace(pattern->last, std::move(pattern->function));
        replaced.merge(pattern->nodes);
    }
    std::vector<OnnxNode> nodes;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        if (const auto function = functions.find(i); function != functions.end())
            nodes.push_back(std::move(function->second));
        else if (!replaced.contains(i))
            nodes.push_back(graph.nodes[i]);
    return nodes;
}

} // namespace netsmith::interop
