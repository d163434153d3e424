#include "engine/inspect/figures.h"

#include "engine/catalog/catalog.h"
#include "engine/core/error.h"
#include "engine/graph/blocks/blocks.h"
#include "engine/graph/graph_index.h"
#include "engine/plan/single_layer_lowering.h"

#include <algorithm>

namespace netsmith::inspect {
namespace {

/// The shapes at a layer's inputs, or nothing if one is unknown.
std::optional<std::vector<Shape>> inputShapes(const Node& node, const LayerSpec& spec, const ShapeWalk& shapes,
                                              const GraphIndex& index)
{
    std::vector<Shape> inputs;
    if (spec.category == Category::input) { // its output is what the data set gives
        inputs.push_back(*shapes.at({node.id, spec.outputs[0].name}));
        return inputs;
    }
    for (const PortSpec& port : spec.inputs)
        for (const Edge* edge : index.into(node.id))
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
    SingleLayerLowering call(node.id, inputs);
    spec.lower(node.parameters, call);
    NodeFigures figures;
    for (const auto& [name, shape] : call.weights())
        figures.parameters += node.shares.empty() ? shape.elements() : 0; // counted where they belong
    figures.frozen = weightOptionsOf(node.parameters).trainable ? 0 : figures.parameters;
    figures.flops = call.flops();
    return figures;
} catch (const Error&) {
    return std::nullopt;
}

} // namespace

FiguresCache::Key FiguresCache::keyOf(const Node& node, std::span<const Shape> inputs)
{
    Key key{node.layer, node.version, node.parameters, !node.shares.empty(), {}};
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

NetworkFigures figures(const Graph& drawn, const ShapeWalk& shapes, FiguresCache& cache)
{
    ++cache.m_call;
    const bool unfolds = hasBlocks(drawn);
    const Unfolded unfolded = unfolds ? unfoldBlocks(drawn, *catalog().layers) : Unfolded();
    const Graph& graph = unfolds ? unfolded.graph : drawn;
    const GraphIndex index(graph);
    NetworkFigures out;
    out.nodes.reserve(graph.nodes.size());
    for (const Node& node : graph.nodes) {
        const LayerSpec* spec = catalog().layers->find(node.layer);
        const bool known = spec && std::ranges::all_of(spec->outputs, [&](const PortSpec& port) {
                               return shapes.at({node.id, port.name});
                           });
        const auto inputs = known ? inputShapes(node, *spec, shapes, index) : std::nullopt;
        if (!inputs)
            continue;
        const std::optional<NodeFigures> found = cache.of(node, *spec, *inputs);
        if (!found)
            continue;
        out.nodes[node.id] = *found;
        out.total += *found;
        for (std::size_t end = node.id.find('/'); end != std::string::npos; end = node.id.find('/', end + 1))
            out.nodes[node.id.substr(0, end)] += *found;
    }
    cache.forgetUnused();
    return out;
}

} // namespace netsmith::inspect
