#include "engine/report/network/node_words.h"

#include "engine/catalog/catalog.h"
#include "engine/graph/blocks/block_inside.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::report {
namespace {

ParameterValue valueOf(const Node& node, const ParameterSpec& parameter)
{
    const auto found = node.parameters.find(parameter.name);
    return found == node.parameters.end() ? parameter.defaultValue : normalised(parameter, found->second);
}

/// The title of a choice, else the value as text.
std::string valueWords(const ParameterSpec& parameter, const ParameterValue& value)
{
    const std::string text = textOf(value);
    const auto choice = std::ranges::find(parameter.choices, text, &Choice::id);
    return choice == parameter.choices.end() ? text : choice->title;
}

/// What tells layers of one kind apart: width, kernel size and activation, by their declarations; of a layer with a single
/// parameter that one.
std::string keyParameters(const Node& node, const LayerSpec& layer)
{
    std::vector<std::string> parts;
    if (const ParameterSpec* width = layer.width.empty() ? nullptr : layer.parameter(layer.width))
        parts.push_back(textOf(valueOf(node, *width)));
    const auto sizes = std::ranges::find(layer.parameters, ParameterType::sizes, &ParameterSpec::type);
    if (sizes != layer.parameters.end())
        parts.push_back(textOf(valueOf(node, *sizes)));
    if (const ParameterSpec* activation = layer.parameter("activation"); activation && layer.category != Category::activation)
        if (const std::string text = textOf(valueOf(node, *activation)); text != "none")
            parts.push_back(text);
    if (parts.empty() && layer.parameters.size() == 1 && layer.parameters.front().type != ParameterType::boolean) {
        const ParameterSpec& only = layer.parameters.front();
        parts.push_back(only.title + ' ' + valueWords(only, valueOf(node, only)));
    }
    return fmt::format("{}", fmt::join(parts, " · "));
}

std::string titleOf(const Block& block)
{
    constexpr std::string_view made = "block_"; // ids of blocks made in the window are this and a number
    if (!block.title.empty() || !block.id.starts_with(made))
        return block.title.empty() ? block.id : block.title;
    return "Block " + block.id.substr(made.size());
}

/// "18.5k"
std::string shortCount(std::int64_t count)
{
    constexpr std::array suffixes{"", "k", "M", "G", "T", "P"};
    auto value = static_cast<double>(count);
    std::size_t step = 0;
    for (; value >= 999.5 && step + 1 < suffixes.size(); ++step)
        value /= 1000.0;
    const int decimals = step == 0 ? 0 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f}{}", value, decimals, suffixes[step]);
}

void takePorts(NodeWords& words, const std::vector<PortSpec>& inputs, const std::vector<PortSpec>& outputs)
{
    for (const PortSpec& port : inputs)
        words.inputs.push_back(port.name);
    for (const PortSpec& port : outputs)
        words.outputs.push_back(port.name);
    words.lastInputIsOptional = !inputs.empty() && inputs.back().optional;
}

void describeBlock(NodeWords& words, const Node& node, const Block& block)
{
    words.title = node.title.empty() ? titleOf(block) : node.title;
    words.details = node.title.empty() ? std::string() : titleOf(block);
    words.icon = "block";
    for (const BlockEnd& end : endsOf(block))
        (end.input ? words.inputs : words.outputs).push_back(end.port);
}

} // namespace

NodeWords wordsOf(const Graph& graph, const Node& node, const NodeFindings& findings)
{
    NodeWords words;
    const LayerSpec* layer = catalog().layers->find(node.layer);
    if (const Block* block = findBlock(graph, blockOf(node))) {
        describeBlock(words, node, *block);
    } else if (layer) {
        words.title = !node.title.empty() ? node.title : layer->shortTitle.empty() ? layer->title : layer->shortTitle;
        words.details = keyParameters(node, *layer);
        words.ink = inkOf(layer->category);
        words.icon = std::string(nameOf(layer->category));
        takePorts(words, layer->inputs, layer->outputs);
    } else {
        words.title = node.title.empty() ? node.layer : node.title;
        words.details = "unknown layer";
        words.icon = "help";
        words.ink = Ink::textMuted;
        return words;
    }
    if (words.details.empty() && findings.out)
        words.details = (findings.in && *findings.in != *findings.out ? findings.in->text() + " → " : "") + findings.out->text();
    if (!node.shares.empty()) {
        const Node* lender = graph.find(node.shares);
        words.count = "= " + (lender && !lender->title.empty() ? lender->title : node.shares);
    } else if (findings.parameters > 0)
        words.count = shortCount(findings.parameters);
    return words;
}

NodeWords wordsOf(const Objective& objective)
{
    NodeWords words;
    words.title = "Loss";
    const LossSpec* loss = catalog().losses->find(objective.loss.id);
    words.details = !loss ? objective.loss.id : loss->shortTitle.empty() ? loss->title : loss->shortTitle;
    if (objective.weight != 1.0)
        words.details = fmt::format("{:.4g} × {}", objective.weight, words.details);
    words.ink = Ink::loss;
    words.icon = "loss";
    words.inputs = {"loss"};
    return words;
}

const Node* judgedNode(const Objective& objective, const Graph& graph)
{
    if (!objective.output.empty())
        return graph.find(objective.output);
    const std::vector<const Node*> outputs = outputNodes(graph);
    return outputs.size() == 1 ? outputs.front() : nullptr;
}

} // namespace netsmith::report
