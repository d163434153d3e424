#include "engine/interop/code/code_network.h"

#include "engine/graph/auto_layout.h"
#include "engine/layers/registry.h"

#include <algorithm>
#include <unordered_set>

namespace netsmith::interop::code {
namespace {

constexpr std::size_t mostUses = 5000; ///< layers of a network, far more than people write
constexpr std::size_t mostRemarks = 1000;

/// "layer1.0.conv1" as an id: "layer1_0_conv1"; empty where it is only numbers or can't be one.
std::string idFrom(std::string name)
{
    std::ranges::replace(name, '.', '_');
    std::ranges::replace(name, '/', '_');
    const bool hasLetter = std::ranges::any_of(name, [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; });
    return hasLetter && isName(name) ? name : std::string();
}

/// The axes of an image or a volume in our order, or back.
std::vector<std::int64_t> channelsLast(std::vector<std::int64_t> sizes)
{
    std::ranges::rotate(sizes, sizes.begin() + 1);
    return sizes;
}

} // namespace

void Network::add(std::vector<Remark>& remarks, Remark remark)
{
    if (remarks.size() < mostRemarks && std::ranges::find(remarks, remark) == remarks.end())
        remarks.push_back(std::move(remark));
}

Message Network::located(const Remark& remark) const
{
    if (remark.line <= 0)
        return remark.words;
    const auto place = static_cast<std::size_t>(remark.line - 1);
    if (place < places.size())
        return Message(NS_MESSAGE("code.layer", "layer {0}: {1}"), places[place], remark.words);
    return Message(NS_MESSAGE("code.line", "line {0}: {1}"), remark.line, remark.words);
}

Tensor Network::input(Layer& owner, std::optional<std::vector<std::int64_t>> shape, bool channelsFirst, int line)
{
    const bool isOpen = !shape || std::ranges::any_of(*shape, [](std::int64_t size) { return size < 1; });
    if (isOpen && !inputShape.empty())
        shape = inputShape;
    else if (isOpen && !sourceShape.empty() && (!shape || shape->size() == sourceShape.size())) {
        shape = sourceShape;
        if (channelsFirst && shape->size() > 2)
            std::ranges::rotate(*shape, shape->end() - 1);
    } else if (isOpen && sourceLength > 0 && shape && shape->size() == 1)
        shape = std::vector{sourceLength};
    Use use;
    if (owner.drawn.empty())
        owner.drawn.push_back(heap.make(Drawn{"input", {}, owner.name, &owner, line}));
    use.drawn = owner.drawn[0];
    use.isInput = true;
    use.line = line;
    if (shape && channelsFirst && shape->size() > 2)
        shape = channelsLast(std::move(*shape));
    const bool isKnown = shape && !shape->empty() && std::ranges::all_of(*shape, [](std::int64_t size) { return size > 0; });
    if (shape)
        use.given = *shape;
    if (isKnown && shape->size() <= 4) {
        use.shape = Shape(*shape);
        use.drawn->parameters["shape"] = *shape;
    } else if (isKnown)
        problem(line, NS_MESSAGE("code.input_rank", "an input has {0:axis|axes}, and Netsmith's have up to 4"), shape->size());
    Tensor tensor;
    tensor.use = heap.make(std::move(use));
    tensor.channelsFirst = channelsFirst && shape && shape->size() > 2;
    return tensor;
}

void Network::infer(Use& use)
{
    const LayerSpec& spec = *layers().find(use.drawn->layer);
    std::vector<Shape> shapes;
    for (const Tensor& tensor : use.inputs)
        if (!tensor.use->shape)
            return;
        else
            shapes.push_back(*tensor.use->shape);
    try {
        use.shape = spec.shapes(use.drawn->parameters, shapes).at(0);
    } catch (const Error& error) {
        problem(use.line, NS_MESSAGE("code.shapes", "{0}: {1}"), spec.id, error.message());
    }
}

bool Network::settle(const Tensor& tensor, std::int64_t size)
{
    std::vector<Use*> chain;
    Use* use = tensor.use;
    for (; use && !use->isInput && use->inputs.size() == 1; use = use->inputs[0].use)
        chain.push_back(use);
    if (!use || !use->isInput || use->shape || size < 1)
        return false;
    use->shape = Shape{size};
    use->drawn->parameters["shape"] = std::vector<std::int64_t>{size};
    for (auto next = chain.rbegin(); next != chain.rend(); ++next)
        infer(**next);
    return tensor.use->shape.has_value();
}

Tensor Network::place(Layer& owner, std::size_t index, const std::string& layer, ParameterMap parameters,
                      const std::vector<Tensor>& inputs, int line)
{
    if (++m_uses > mostUses)
        throw Error(ErrorKind::input, NS_MESSAGE("code.layers", "line {0}: the network has more than {1:layer|layers}"), line,
                    mostUses);
    const LayerSpec* spec = layers().find(layer);
    if (!spec) {
        problem(line, NS_MESSAGE("code.no_layer", "Netsmith has no layer {0}"), layer);
        return {};
    }
    if (owner.drawn.size() <= index) {
        for (const auto& [name, value] : parameters)
            if (const ParameterSpec* parameter = spec->parameter(name))
                if (const auto wrong = problemOf(*parameter, normalised(*parameter, value))) {
                    problem(line, NS_MESSAGE("code.parameter", "{0} of {1}: {2}"), name, spec->id, *wrong);
                    return {};
                }
        owner.drawn.resize(index + 1, nullptr);
    }
    if (std::ranges::any_of(inputs, [](const Tensor& tensor) { return !tensor.use; })) // after problems of its own
        return {};
    if (!owner.drawn[index])
        owner.drawn[index] = heap.make(Drawn{layer, std::move(parameters), owner.name, &owner, line});
    Use use;
    use.drawn = owner.drawn[index];
    for (const Tensor& input : inputs) { // a wire leads from each layer to another one
        const bool isTwice = std::ranges::any_of(use.inputs, [&](const Tensor& other) { return other.use == input.use; });
        use.inputs.push_back(isTwice ? place("rescaling", {}, {input}, line) : input);
    }
    use.line = line;
    const std::size_t before = m_problems.size();
    infer(use);
    if (m_problems.size() > before)
        return {};
    if (!spec->classesTaken.empty() && !inputs.empty())
        inputs[0].use->takesTokens = inputs[0].use->isInput;
    Tensor tensor;
    tensor.use = heap.make(std::move(use));
    tensor.channelsFirst = !inputs.empty() && inputs[0].channelsFirst;
    tensor.reordered = !inputs.empty() && inputs[0].reordered;
    return tensor;
}

Tensor Network::place(const std::string& layer, ParameterMap parameters, const std::vector<Tensor>& inputs, int line)
{
    Layer* owner = heap.make(Layer{.type = layer, .arguments = {}, .name = {}, .line = line});
    return place(*owner, 0, layer, std::move(parameters), inputs, line);
}

std::vector<Use*> Network::usesBefore(const std::vector<Tensor>& outputs)
{
    std::vector<Use*> order;
    std::unordered_set<Use*> seen;
    std::vector<std::pair<Use*, std::size_t>> open; // no recursion: networks may be deep
    for (const Tensor& output : outputs)
        if (output.use && seen.insert(output.use).second) {
            open.emplace_back(output.use, 0);
            while (!open.empty()) {
                auto& [use, next] = open.back();
                if (next == use->inputs.size()) {
                    order.push_back(use);
                    open.pop_back();
                } else if (Use* input = use->inputs[next++].use; input && seen.insert(input).second)
                    open.emplace_back(input, 0);
            }
        }
    return order;
}

Graph Network::graph(const std::vector<Tensor>& outputs, std::unordered_map<const Use*, std::string>& ids) const
{
    Graph graph;
    const std::vector<Use*> uses = usesBefore(outputs);
    std::unordered_map<const Drawn*, std::string> firsts;
    std::set<std::string, std::less<>> taken;
    std::map<std::string, int, std::less<>> counts;
    for (const Use* use : uses) // names that people gave come before those made up
        if (const std::string name = idFrom(use->drawn->name); !name.empty()) {
            std::string id = name;
            for (int next = 2; taken.contains(id) && isName(name + '_' + std::to_string(next)); ++next)
                id = name + '_' + std::to_string(next);
            if (!taken.insert(id).second)
                continue;
            firsts.emplace(use->drawn, id);
            ids.emplace(use, std::move(id));
        }
    for (const Use* use : uses) {
        const LayerSpec& spec = *layers().find(use->drawn->layer);
        std::string& id = ids[use];
        while (id.empty()) {
            std::string next = spec.id + '_' + std::to_string(++counts[spec.id]);
            if (taken.insert(next).second)
                id = std::move(next);
        }
        Node node;
        node.id = id;
        node.layer = spec.id;
        node.version = spec.version;
        node.parameters = use->drawn->parameters;
        if (spec.hasWeights() && use->drawn->owner && !use->drawn->owner->trainable)
            node.parameters["trainable"] = false;
        const Drawn* weights = use->drawn->twin && firsts.contains(use->drawn->twin) ? use->drawn->twin : use->drawn;
        if (const auto [first, isNew] = firsts.emplace(weights, id); !isNew && first->second != id && spec.hasWeights())
            node.shares = first->second;
        graph.nodes.push_back(std::move(node));
        for (std::size_t i = 0; i < use->inputs.size(); ++i) {
            const PortSpec& port = spec.inputs[std::min(i, spec.inputs.size() - 1)];
            const Use* from = use->inputs[i].use;
            graph.edges.push_back({{ids.at(from), layers().find(from->drawn->layer)->outputs[0].name}, {id, port.name}});
        }
    }
    autoLayout(graph, LayoutDirection::leftToRight);
    return graph;
}

} // namespace netsmith::interop::code
