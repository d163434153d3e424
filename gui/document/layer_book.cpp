#include "gui/document/layer_book.h"

#include "engine/graph/blocks/block_inside.h"
#include "engine/graph/validation.h"
#include "gui/document/graph_edits.h"

#include <algorithm>
#include <set>

namespace netsmith::gui {
namespace {

constexpr std::string_view mark = "block:";
constexpr std::size_t mostParameters = 2048; // per block: longer lists are of no use

/// Collects the parameters of a block's layers that can be set where it is used.
class InnerParameters {
public:
    InnerParameters(const LayerRegistry& layers, const Graph& graph)
        : m_layers(layers)
        , m_graph(graph)
    {
    }

    std::vector<ParameterSpec> of(const Block& block)
    {
        std::vector<ParameterSpec> out;
        if (!m_around.insert(block.id).second)
            return out; // it contains itself, which is reported as a problem
        for (const Node& node : block.nodes) {
            const Block* inner = findBlock(m_graph, blockOf(node));
            const LayerSpec* layer = m_layers.find(node.layer);
            const std::vector<ParameterSpec> parameters = inner ? of(*inner)
                : layer && node.layer != blockLayer             ? layer->parameters
                                                                : std::vector<ParameterSpec>();
            for (ParameterSpec parameter : parameters) {
                if (out.size() >= mostParameters)
                    break;
                parameter.defaultValue = valueOf(node, parameter);
                parameter.name = node.id + (inner ? '/' : '.') + parameter.name;
                out.push_back(std::move(parameter));
            }
        }
        m_around.erase(block.id);
        return out;
    }

private:
    const LayerRegistry& m_layers;
    const Graph& m_graph;
    std::set<std::string> m_around;
};

/// The shapes of a block's outputs for inputs of these shapes.
std::vector<Shape> shapesOf(const LayerRegistry& layers, const Graph& blocks, const LayerSpec& block,
                            const ParameterMap& parameters, std::span<const Shape> inputs)
{
    Graph alone;
    alone.blocks = blocks.blocks;
    Node stands{.id = "block", .layer = std::string(blockLayer), .title = {}, .parameters = parameters};
    stands.parameters["block"] = blockOfSpec(block.id);
    for (std::size_t i = 0; i < std::min(inputs.size(), block.inputs.size()); ++i) {
        const std::vector<std::int64_t> sizes(inputs[i].sizes().begin(), inputs[i].sizes().end());
        alone.nodes.push_back(
            {.id = "input_" + std::to_string(i), .layer = "input", .title = {}, .parameters = {{"shape", sizes}}});
        alone.edges.push_back({{alone.nodes.back().id, "output"}, {stands.id, block.inputs[i].name}, Json::object()});
    }
    alone.nodes.push_back(stands);
    const Validation validation = validate(alone, layers);
    for (const Problem& problem : validation.problems)
        if (problem.severity == Severity::error)
            throw Error(ErrorKind::input, problem.message);
    std::vector<Shape> shapes;
    for (const PortSpec& port : block.outputs)
        if (const Shape* shape = validation.shapes.at({stands.id, port.name}))
            shapes.push_back(*shape);
    return shapes;
}

LayerSpec specOf(const Block& block, const LayerRegistry& layers, const std::shared_ptr<const Graph>& graph)
{
    LayerSpec spec;
    spec.id = blockSpecId(block.id);
    spec.title = block.title; // see `titleOf` if empty
    spec.doc = layers.find(blockLayer)->doc;
    spec.category = Category::shape;
    for (const BlockEnd& end : endsOf(block))
        (end.input ? spec.inputs : spec.outputs).push_back({end.port, end.title, false});
    spec.parameters = InnerParameters(layers, *graph).of(block);
    const auto trainable = std::ranges::find_if(
        spec.parameters, [](const ParameterSpec& parameter) { return parameter.name.ends_with(".trainable"); });
    if (trainable != spec.parameters.end()) {
        ParameterSpec all = *trainable;
        all.name = "trainable";
        all.defaultValue = true;
        spec.parameters.insert(spec.parameters.begin(), std::move(all));
    }
    spec.activation = [](const ParameterMap&) { return std::string("none"); };
    spec.shapes = [&layers, graph, id = spec.id, inputs = spec.inputs, outputs = spec.outputs](const ParameterMap& parameters,
                                                                                               std::span<const Shape> shapes) {
        LayerSpec ports;
        ports.id = id;
        ports.inputs = inputs;
        ports.outputs = outputs;
        return shapesOf(layers, *graph, ports, parameters, shapes);
    };
    return spec;
}

LayerSpec endSpec(bool input)
{
    LayerSpec spec;
    spec.id = input ? blockInputLayer : blockOutputLayer;
    spec.title = input ? NS_TEXT("block", "Block input") : NS_TEXT("block", "Block output");
    spec.doc = input ? NS_TEXT("block", "The block's input, wherever the block is used.")
                     : NS_TEXT("block", "The block's output, wherever the block is used.");
    spec.category = Category::input;
    if (input)
        spec.outputs = {{"output", ""}};
    else
        spec.inputs = {{"input", ""}};
    spec.activation = [](const ParameterMap&) { return std::string(LayerSpec::passed); };
    spec.shapes = [](const ParameterMap&, std::span<const Shape>) { return std::vector<Shape>(); };
    return spec;
}

} // namespace

LayerBook::LayerBook(const LayerRegistry& layers, const std::vector<Block>& blocks)
    : m_layers(&layers)
{
    if (blocks.empty())
        return;
    const auto graph = std::make_shared<Graph>();
    graph->blocks = blocks;
    for (const Block& block : blocks)
        m_blocks.push_back(specOf(block, layers, graph));
}

const LayerSpec* LayerBook::find(std::string_view id) const
{
    if (id == blockInputLayer || id == blockOutputLayer)
        return &end(id == blockInputLayer);
    if (const LayerSpec* layer = m_layers->find(id))
        return layer;
    const auto found = std::ranges::find(m_blocks, id, &LayerSpec::id);
    return found == m_blocks.end() ? nullptr : &*found;
}

const LayerSpec* LayerBook::of(const Node& node) const
{
    if (node.layer == blockLayer)
        if (const LayerSpec* block = find(blockSpecId(blockOf(node))))
            return block;
    return find(node.layer);
}

const LayerSpec& LayerBook::end(bool input)
{
    static const LayerSpec in = endSpec(true);
    static const LayerSpec out = endSpec(false);
    return input ? in : out;
}

std::string blockSpecId(std::string_view block)
{
    return std::string(mark) + std::string(block);
}

std::string blockOfSpec(std::string_view id)
{
    return id.starts_with(mark) ? std::string(id.substr(mark.size())) : std::string();
}

} // namespace netsmith::gui
