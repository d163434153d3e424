#include "engine/interop/onnx/import/network_builder.h"

#include "engine/core/error.h"
#include "engine/graph/auto_layout.h"
#include "engine/interop/onnx/import/constant.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace netsmith::interop {
namespace {

constexpr std::size_t longestId = 64;

/// "/layer1/layer1.0/conv1/Conv" → "layer1_layer1_0_conv1_Conv".
std::string idOf(std::string_view name)
{
    std::string id;
    for (const char c : name) {
        const bool fits = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-';
        if (fits)
            id += c;
        else if (!id.empty() && id.back() != '_')
            id += '_';
    }
    while (!id.empty() && id.back() == '_')
        id.pop_back();
    return id.size() > longestId - 8 ? id.substr(id.size() - (longestId - 8)) : id;
}

} // namespace

Flow Flow::of(PortRef port, const Shape& shape, std::int64_t batch, std::span<const int> places)
{
    std::vector<std::int64_t> sizes;
    for (const int place : places)
        sizes.push_back(place == AxisLayout::batchFactor ? batch : shape[place]);
    return {std::move(port), shape, AxisLayout(sizes, places)};
}

std::string NetworkBuilder::idFor(std::string_view name, std::string_view layer)
{
    std::string id = idOf(name);
    const bool isNumber = std::ranges::all_of(id, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
    if (isNumber)
        id = layer;
    std::string result = id;
    int& number = m_numbers[id]; // of the last one with this name
    while (isNumber || m_known.contains(result)) {
        number += number == 0 && !isNumber ? 2 : 1;
        result = id + "_" + std::to_string(number);
        if (!m_known.contains(result))
            break;
    }
    return result;
}

Node* NetworkBuilder::find(const std::string& id)
{
    const auto found = m_known.find(id);
    return found == m_known.end() ? nullptr : &m_graph.nodes[found->second.place];
}

NetworkBuilder::Placed NetworkBuilder::add(std::string_view layer, ParameterMap parameters, std::span<const Flow> inputs,
                                           std::string_view name)
{
    const LayerSpec& spec = *m_layers.find(layer);
    std::vector<Shape> shapes;
    for (const Flow& input : inputs)
        shapes.push_back(input.shape);
    for (const ParameterSpec& parameter : spec.parameters)
        if (const auto given = parameters.find(parameter.name); given != parameters.end())
            if (const auto problem = problemOf(parameter, given->second))
                throw Error(ErrorKind::input, *problem);
    const Shape shape = spec.shapes(parameters, shapes).at(0);
    Node node;
    node.id = idFor(name, layer);
    node.layer = layer;
    node.version = spec.version;
    node.parameters = std::move(parameters);
    Placed placed{node.id, {node.id, spec.outputs.at(0).name}, shape};
    Known known{.place = m_graph.nodes.size(), .shape = shape};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        known.inputs.push_back(inputs[i].port);
        ++m_known.at(inputs[i].port.node).readers;
        const PortSpec& port = spec.inputs.at(std::min(i, spec.inputs.size() - 1));
        m_graph.edges.push_back({inputs[i].port, {node.id, port.name}});
    }
    m_known.emplace(node.id, std::move(known));
    m_graph.nodes.push_back(std::move(node));
    return placed;
}

Flow NetworkBuilder::apply(std::string_view layer, ParameterMap parameters, const Flow& input, std::string_view name)
{
    return made(input, add(layer, std::move(parameters), std::span(&input, 1), name));
}

Flow NetworkBuilder::made(Flow input, const Placed& placed)
{
    input.port = placed.port;
    input.shape = placed.shape;
    input.exclusive = true;
    return input;
}

void NetworkBuilder::fill(const std::string& layer, std::string_view weight, const Shape& shape, std::vector<float> numbers)
{
    m_weights.push_back({layer + "." + std::string(weight), shape, std::move(numbers)});
}

Flow NetworkBuilder::reshaped(const Flow& flow, const std::vector<std::int64_t>& sizes)
{
    const Shape shape(sizes);
    if (shape == flow.shape)
        return flow;
    Flow result = flow;
    // A reshape of a reshape is one.
    if (const Node* producer = find(flow.port.node); producer && producer->layer == "reshape") {
        const PortRef origin = m_known.at(producer->id).inputs.at(0);
        const Shape& before = m_known.at(origin.node).shape;
        if (before == shape) {
            result.port = origin;
            result.shape = shape;
            return result;
        }
        result.port = origin;
        result.shape = before;
    }
    const bool flat = sizes.size() == 1;
    const Placed placed = add(flat ? "flatten" : "reshape", flat ? ParameterMap() : ParameterMap{{"target_shape", sizes}},
                              std::span(&result, 1), flat ? "flatten" : "reshape");
    result.port = placed.port;
    result.shape = placed.shape;
    return result;
}

Flow NetworkBuilder::arranged(const Flow& flow, const AxisLayout::Groups& groups)
{
    const AxisLayout::Move move = flow.layout.moveTo(groups);
    if (static_cast<int>(std::max(move.before.size(), move.after.size())) >= Shape::maxRank)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.rank", "its tensor has more axes than the {0} of a sample that are supported"),
                    Shape::maxRank - 1);
    Flow result = flow;
    if (!move.order.empty()) {
        result = reshaped(result, move.before);
        std::vector<std::int64_t> dims;
        for (const int axis : move.order)
            dims.push_back(axis + 1);
        const Placed placed = add("permute", {{"dims", dims}}, std::span(&result, 1), "permute");
        result.port = placed.port;
        result.shape = placed.shape;
    }
    result = reshaped(result, move.after);
    result.layout = flow.layout.moved(groups);
    return result;
}

Flow NetworkBuilder::aroundAxis(const Flow& flow, int axis)
{
    AxisLayout::Groups groups(3);
    groups[1] = {axis};
    bool before = true;
    for (const int one : flow.layout.storedOrder()) {
        if (one == axis)
            before = false;
        else
            groups[before ? 0 : 2].push_back(one);
    }
    return arranged(flow, groups);
}

Flow NetworkBuilder::plain(const Flow& flow)
{
    AxisLayout::Groups groups;
    for (int axis = 0; axis < flow.layout.rank(); ++axis)
        if (axis != flow.layout.batchAxis())
            groups.push_back({axis});
    if (groups.empty()) // one number a sample
        groups.emplace_back();
    return arranged(flow, groups);
}

Flow NetworkBuilder::reshapedAxes(const Flow& flow, std::span<const std::int64_t> dims)
{
    Flow result = flow;
    std::optional<AxisLayout> layout = flow.layout.reshaped(dims);
    if (!layout) {
        result = plain(flow);
        layout = result.layout.reshaped(dims);
    }
    if (!layout)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.reshape", "a reshape from {0} to {1} mixes the numbers of different samples"),
                    dimsText(flow.dims()), dimsText(dims));
    result.layout = *layout;
    return result;
}

Node* NetworkBuilder::soleProducer(const Flow& flow)
{
    return flow.exclusive && m_known.at(flow.port.node).readers == 0 ? find(flow.port.node) : nullptr;
}

Flow NetworkBuilder::inputOf(const Flow& flow) const
{
    Flow result = flow;
    result.port = m_known.at(flow.port.node).inputs.at(0);
    result.shape = m_known.at(result.port.node).shape;
    return result;
}

bool NetworkBuilder::takesActivation(const Node& node, std::string_view activation) const
{
    const ParameterSpec* parameter = m_layers.find(node.layer)->parameter("activation");
    if (!parameter || parameter->defaultValue != ParameterValue(std::string("none")) || !node.shares.empty())
        return false;
    const auto given = node.parameters.find("activation");
    return (given == node.parameters.end() || given->second == ParameterValue(std::string("none")))
        && !problemOf(*parameter, std::string(activation));
}

bool NetworkBuilder::sharesWeights(const std::string& id, const std::string& key)
{
    if (key.empty())
        return false;
    const auto [first, isNew] = m_shared.emplace(key, id);
    if (isNew)
        return false;
    Node* node = find(id);
    const Node* other = find(first->second);
    if (!node || !other || node->layer != other->layer)
        return false;
    node->shares = other->id;
    m_sharedIds.insert(other->id);
    return true;
}

bool NetworkBuilder::isShared(const std::string& id) const
{
    return m_sharedIds.contains(id);
}

Graph NetworkBuilder::take(std::span<const PortRef> outputs)
{
    std::map<std::string, std::vector<std::string>> before;
    for (const Edge& edge : m_graph.edges)
        before[edge.to.node].push_back(edge.from.node);
    for (const Node& node : m_graph.nodes)
        if (!node.shares.empty())
            before[node.id].push_back(node.shares);
    std::set<std::string> used;
    std::vector<std::string> open;
    for (const PortRef& output : outputs)
        open.push_back(output.node);
    while (!open.empty()) {
        const std::string id = open.back();
        open.pop_back();
        if (used.insert(id).second)
            open.insert(open.end(), before[id].begin(), before[id].end());
    }
    std::erase_if(m_graph.nodes, [&](const Node& node) { return !used.contains(node.id); });
    std::erase_if(m_graph.edges, [&](const Edge& edge) { return !used.contains(edge.to.node); });
    std::erase_if(m_weights,
                  [&](const ImportedWeight& weight) { return !used.contains(weight.name.substr(0, weight.name.find('.'))); });
    autoLayout(m_graph, LayoutDirection::leftToRight);
    return std::move(m_graph);
}

std::vector<ImportedWeight> NetworkBuilder::takeWeights()
{
    return std::move(m_weights);
}

} // namespace netsmith::interop
