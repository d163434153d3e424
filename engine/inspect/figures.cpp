#include "engine/inspect/figures.h"

#include "engine/core/error.h"
#include "engine/ops/layer_call.h"
#include "engine/train/catalog.h"

#include <algorithm>
#include <unordered_map>

namespace netsmith::inspect {
namespace {

/// A layer lowered by itself, for one sample in evaluation.
class LoneCall : public LayerCall {
public:
    LoneCall(const std::string& node, std::span<const Shape> inputs)
        : m_node(node)
        , m_emitter(m_tensors, m_program)
    {
        for (const Shape& shape : inputs)
            m_inputs.push_back(add(shape.withBatch(1), Role::activation));
    }

    Emitter& emitter() override { return m_emitter; }
    const std::string& node() const override { return m_node; }
    std::span<const TensorId> inputs() const override { return m_inputs; }
    void setOutput(std::size_t, TensorId) override { }
    TensorId counters() override { return noTensor; }
    std::uint64_t seed() const override { return 0; }
    bool training() const override { return false; }
    TensorId weight(const std::string& name, const Shape& shape, const Initializer&, bool) override
    {
        const auto [entry, isNew] = m_weights.try_emplace(name, noTensor);
        if (isNew) {
            entry->second = add(shape, Role::segment);
            m_parameters += shape.elements();
        }
        return entry->second;
    }
    Statistic statistic(const std::string&, const Shape& shape, float) override
    {
        return {add(shape, Role::segment), add(shape, Role::segment)};
    }

    NodeFigures figures() const
    {
        NodeFigures figures{m_parameters, 0.0};
        for (const Op& op : m_program.ops)
            figures.flops += costOf(op, m_tensors).flops;
        return figures;
    }

private:
    TensorId add(const Shape& shape, Role role)
    {
        m_tensors.push_back({.name = {}, .shape = shape, .type = DataType::f32, .role = role});
        return static_cast<TensorId>(m_tensors.size()) - 1;
    }

    const std::string& m_node;
    std::vector<TensorInfo> m_tensors;
    Program m_program;
    Emitter m_emitter;
    std::vector<TensorId> m_inputs;
    std::map<std::string, TensorId, std::less<>> m_weights;
    std::int64_t m_parameters = 0;
};

/// Wires by the node they lead to, in drawing order.
using Wires = std::unordered_map<std::string_view, std::vector<const Edge*>>;

/// The shapes at a layer's inputs, or nothing where one is not known.
std::optional<std::vector<Shape>> inputShapes(const Node& node, const LayerSpec& spec, const ShapeWalk& shapes, const Wires& wires)
{
    std::vector<Shape> inputs;
    if (spec.category == Category::input) { // what the data set gives it is what it gives
        inputs.push_back(*shapes.at({node.id, spec.outputs[0].name}));
        return inputs;
    }
    const auto found = wires.find(node.id);
    for (const PortSpec& port : spec.inputs)
        for (const Edge* edge : found == wires.end() ? std::vector<const Edge*>() : found->second)
            if (edge->to.port == port.name) {
                const Shape* shape = shapes.at(edge->from);
                if (!shape)
                    return std::nullopt;
                inputs.push_back(*shape);
            }
    return inputs;
}

/// Nothing for a layer too large to be counted in 64 bits.
std::optional<NodeFigures> figuresOf(const Node& node, const LayerSpec& spec, std::span<const Shape> inputs)
try {
    LoneCall call(node.id, inputs);
    spec.lower(node.parameters, call);
    return call.figures();
} catch (const Error&) {
    return std::nullopt;
}

} // namespace

FiguresCache::Key FiguresCache::keyOf(const Node& node, std::span<const Shape> inputs)
{
    Key key{node.layer, node.version, node.parameters, {}};
    for (const Shape& shape : inputs)
        key.inputs.emplace_back(shape.sizes().begin(), shape.sizes().end());
    return key;
}

std::optional<NodeFigures> FiguresCache::of(const Node& node, const LayerSpec& spec, std::span<const Shape> inputs)
{
    const auto [entry, isNew] = m_known.try_emplace(keyOf(node, inputs));
    if (isNew) {
        ++m_lowered;
        entry->second.figures = figuresOf(node, spec, inputs);
    }
    entry->second.used = m_call;
    return entry->second.figures;
}

/// An hour of dragging a parameter must not fill the memory.
void FiguresCache::forgetUnused()
{
    std::size_t used = 0;
    for (const auto& [key, known] : m_known)
        used += known.used == m_call ? 1 : 0;
    if (m_known.size() > 2 * used + 256)
        std::erase_if(m_known, [this](const auto& entry) { return entry.second.used != m_call; });
}

NetworkFigures figures(const Graph& graph, const ShapeWalk& shapes, FiguresCache& cache)
{
    ++cache.m_call;
    Wires wires;
    for (const Edge& edge : graph.edges)
        wires[edge.to.node].push_back(&edge);
    NetworkFigures out;
    for (const Node& node : graph.nodes) {
        const LayerSpec* spec = train::catalog().layers->find(node.layer);
        const bool known = spec && std::ranges::all_of(spec->outputs, [&](const PortSpec& port) {
                               return shapes.at({node.id, port.name});
                           });
        const auto inputs = known ? inputShapes(node, *spec, shapes, wires) : std::nullopt;
        if (!inputs)
            continue;
        const std::optional<NodeFigures> found = cache.of(node, *spec, *inputs);
        if (!found)
            continue;
        out.nodes[node.id] = *found;
        out.total.parameters += found->parameters;
        out.total.flops += found->flops;
    }
    cache.forgetUnused();
    return out;
}

} // namespace netsmith::inspect
