#include "engine/interop/onnx/export/onnx_layouts.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace netsmith::interop {
namespace {

using Order = std::vector<std::int64_t>;

constexpr std::array<std::string_view, 26> elementwise{
    "Add",     "Cast",      "Clip",     "Div",  "Elu", "Equal", "Erf",  "HardSigmoid", "HardSwish",
    "IsNaN",   "LeakyRelu", "Max",      "Mean", "Min", "Mul",   "Not",  "Relu",        "Selu",
    "Sigmoid", "Softplus",  "Softsign", "Sqrt", "Sub", "Sum",   "Tanh", "Where"};
constexpr std::array<std::string_view, 2> alongAxis{"Concat", "Split"};

/// A value as the transposed one of another: axis i of it is axis `order[i]` of `base`. No order: it is that value.
struct Seen {
    std::string base;
    Order order{};
};

bool isIdentity(const Order& order)
{
    return std::ranges::is_sorted(order);
}

/// First `first`, then `second`.
Order composed(const Order& first, const Order& second)
{
    Order out;
    for (const std::int64_t axis : second)
        out.push_back(first[static_cast<std::size_t>(axis)]);
    return out;
}

Order inverse(const Order& order)
{
    Order out(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        out[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
    return out;
}

class TransposeMover {
public:
    TransposeMover(OnnxGraph& graph, const std::map<std::string, int>& ranks)
        : m_graph(graph)
        , m_ranks(ranks)
    {
        for (const OnnxTensor& each : graph.initializers)
            if (each.elements == 1 && each.dims.empty())
                m_scalars.insert(each.name);
    }

    void run()
    {
        std::vector<OnnxNode> nodes = std::exchange(m_graph.nodes, {});
        for (OnnxNode& node : nodes)
            visit(std::move(node));
    }

private:
    void visit(OnnxNode node)
    {
        const bool each = std::ranges::find(elementwise, node.op) != elementwise.end();
        const bool joins = std::ranges::find(alongAxis, node.op) != alongAxis.end();
        if (node.op == "Transpose") {
            Order order = std::get<Order>(node.attribute("perm")->value);
            const Seen from = seen(node.inputs[0]);
            if (!from.order.empty())
                order = composed(from.order, order);
            m_seen[node.outputs[0]] = isIdentity(order) ? Seen{from.base} : Seen{from.base, std::move(order)};
            return;
        }
        if (each || joins)
            if (const std::optional<Order> order = commonOrder(node))
                return move(std::move(node), *order, joins);
        for (std::string& input : node.inputs)
            input = plain(input);
        m_graph.nodes.push_back(std::move(node));
    }

    Seen seen(const std::string& value) const
    {
        const auto found = m_seen.find(value);
        return found == m_seen.end() ? Seen{value} : found->second;
    }

    int rankOf(const std::string& value) const
    {
        const auto found = m_ranks.find(value);
        return found == m_ranks.end() ? 0 : found->second;
    }

    /// The order in which all operands of a node can be had, if one is transposed.
    std::optional<Order> commonOrder(const OnnxNode& node) const
    {
        std::optional<Order> order;
        for (const std::string& input : node.inputs)
            if (const Seen from = seen(input); !from.order.empty() && !order)
                order = from.order;
        for (const std::string& input : node.inputs)
            if (const Seen from = seen(input); order && from.order.empty() && !input.empty() && !m_scalars.contains(input)
                && rankOf(from.base) != static_cast<int>(order->size()))
                return std::nullopt;
            else if (order && !from.order.empty() && from.order.size() != order->size())
                return std::nullopt;
        return order;
    }

    /// The node on the operands from before that order, which its outputs then have.
    void move(OnnxNode node, const Order& order, bool joins)
    {
        for (std::string& input : node.inputs) {
            if (input.empty() || m_scalars.contains(input))
                continue;
            const Seen from = seen(input);
            input = from.order == order ? from.base
                : from.order.empty()    ? transposed(from.base, inverse(order))
                                        : transposed(from.base, composed(from.order, inverse(order)));
        }
        if (joins)
            for (OnnxAttribute& attribute : node.attributes)
                if (attribute.name == "axis") {
                    const auto axis = std::get<std::int64_t>(attribute.value);
                    attribute.value = order[static_cast<std::size_t>(axis < 0 ? axis + std::ssize(order) : axis)];
                }
        for (std::string& output : node.outputs) {
            const std::string moved = output + "/moved";
            m_seen[output] = {moved, order};
            output = moved;
        }
        m_graph.nodes.push_back(std::move(node));
    }

    std::string plain(const std::string& value)
    {
        const Seen from = seen(value);
        return from.order.empty() ? from.base : transposed(from.base, from.order);
    }

    std::string transposed(const std::string& base, const Order& order)
    {
        if (isIdentity(order))
            return base;
        const auto [entry, isNew] = m_transposed.try_emplace({base, order});
        if (isNew) {
            std::string name = base + "/Transpose";
            for (const std::int64_t axis : order)
                name += "_" + std::to_string(axis);
            entry->second = name;
            m_graph.nodes.push_back({name, "Transpose", {}, {base}, {name}, {{"perm", order}}});
        }
        return entry->second;
    }

    OnnxGraph& m_graph;
    const std::map<std::string, int>& m_ranks;
    std::set<std::string> m_scalars;
    std::map<std::string, Seen> m_seen;
    std::map<std::pair<std::string, Order>, std::string> m_transposed;
};

/// Lets the node that computes the value of an output have its name, where no other output and no input of the graph is that value.
void removeIdentities(OnnxGraph& graph)
{
    std::map<std::string, std::string> named; // values, by the outputs that they get the names of
    std::set<std::string> computed;
    for (const OnnxNode& node : graph.nodes) {
        const bool removable = node.op == "Identity" && computed.contains(node.inputs[0]) && !named.contains(node.inputs[0]);
        if (removable)
            named[node.inputs[0]] = node.outputs[0];
        else
            computed.insert(node.outputs.begin(), node.outputs.end());
    }
    std::erase_if(graph.nodes, [&](const OnnxNode& node) {
        const auto found = node.op == "Identity" ? named.find(node.inputs[0]) : named.end();
        return found != named.end() && found->second == node.outputs[0];
    });
    for (OnnxNode& node : graph.nodes)
        for (std::vector<std::string>* values : {&node.inputs, &node.outputs})
            for (std::string& value : *values)
                if (const auto found = named.find(value); found != named.end())
                    value = found->second;
}

} // namespace

void moveTransposes(OnnxGraph& graph, const std::map<std::string, int>& ranks)
{
    TransposeMover(graph, ranks).run();
}

void removeUnused(OnnxGraph& graph)
{
    std::set<std::string> needed;
    for (const OnnxValue& output : graph.outputs)
        needed.insert(output.name);
    std::vector<OnnxNode> kept;
    for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
        if (std::ranges::any_of(node->outputs, [&](const std::string& output) { return needed.contains(output); })) {
            needed.insert(node->inputs.begin(), node->inputs.end());
            kept.push_back(std::move(*node));
        }
    graph.nodes.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
    std::erase_if(graph.initializers, [&](const OnnxTensor& each) { return !needed.contains(each.name); });
    removeIdentities(graph);
}

} // namespace netsmith::interop
