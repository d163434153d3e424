#include "gui/document/freezing.h"

#include "engine/graph/graph_index.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"

#include <QCoreApplication>

#include <vector>

namespace netsmith::gui {
namespace {

struct FreezingWords {
    Q_DECLARE_TR_FUNCTIONS(freezing)
};

constexpr std::string_view innerTrainable = ".trainable"; // of a layer in a block: "conv2d_1.trainable"

/// All nodes from which a path leads to one of these.
std::set<std::string> upstreamOf(const Graph& graph, const std::set<std::string>& nodes)
{
    const GraphIndex index(graph);
    std::set<std::string> found;
    std::vector<std::string> left(nodes.begin(), nodes.end());
    while (!left.empty()) {
        const std::string node = left.back();
        left.pop_back();
        for (const Edge* edge : index.into(node))
            if (found.insert(edge->from.node).second)
                left.push_back(edge->from.node);
    }
    return found;
}

/// Null if it is not there.
const Node* ownerOf(const Graph& graph, const Node& node)
{
    return node.shares.empty() ? &node : graph.find(node.shares);
}

std::set<std::string> ownersWithWeights(const Document& document, const std::set<std::string>& nodes)
{
    std::set<std::string> owners;
    for (const Node& node : document.graph().nodes)
        if (const Node* owner = nodes.contains(node.id) ? ownerOf(document.graph(), node) : nullptr)
            if (const LayerSpec* layer = document.layers().of(*owner); layer && layer->hasWeights())
                owners.insert(owner->id);
    return owners;
}

QString stepOf(const Document& document, Freezing what, const std::set<std::string>& nodes)
{
    const int count = static_cast<int>(nodes.size());
    const QString only = count == 1 ? nodeName(*document.graph().find(*nodes.begin())) : QString();
    if (what == Freezing::unfreeze)
        return count == 1 ? FreezingWords::tr("Unfreeze %1").arg(only) : FreezingWords::tr("Unfreeze %n layer(s)", nullptr, count);
    return count == 1 ? FreezingWords::tr("Freeze %1").arg(only) : FreezingWords::tr("Freeze %n layer(s)", nullptr, count);
}

} // namespace

std::set<std::string> nodesToFreeze(const Document& document, Freezing what, const std::set<std::string>& nodes)
{
    std::set<std::string> owners =
        ownersWithWeights(document, what == Freezing::freezeBefore ? upstreamOf(document.graph(), nodes) : nodes);
    std::erase_if(owners, [&](const std::string& node) {
        const bool frozen = isFrozen(document, *document.graph().find(node));
        if (what != Freezing::unfreeze)
            return frozen;
        const auto figures = document.analysis().figuresOf(node); // a block may be frozen in part
        return !frozen && !(figures && figures->frozen > 0);
    });
    return owners;
}

QString whyNoFreezing(const Document& document, Freezing what, const std::set<std::string>& nodes)
{
    if (!nodesToFreeze(document, what, nodes).empty())
        return {};
    if (nodes.empty())
        return FreezingWords::tr("Select a layer first.");
    const bool before = what == Freezing::freezeBefore;
    if (ownersWithWeights(document, before ? upstreamOf(document.graph(), nodes) : nodes).empty())
        return before ? FreezingWords::tr("No layer before this one has weights.")
                      : FreezingWords::tr("This layer has no weights.");
    if (what == Freezing::unfreeze)
        return FreezingWords::tr("It is not frozen.");
    return before ? FreezingWords::tr("Everything before it is frozen already.") : FreezingWords::tr("It is frozen already.");
}

void applyFreezing(Document& document, Freezing what, const std::set<std::string>& nodes)
{
    const std::set<std::string> changed = nodesToFreeze(document, what, nodes);
    if (!changed.empty())
        document.editGraph(stepOf(document, what, changed),
                           [&](Graph& graph) { setTrainable(graph, document.layers(), changed, what == Freezing::unfreeze); });
}

bool isFrozen(const Document& document, const Node& node)
{
    const Node* owner = ownerOf(document.graph(), node);
    const LayerSpec* layer = owner ? document.layers().of(*owner) : nullptr;
    if (!layer || !layer->hasWeights())
        return false;
    if (isBlock(*layer)) // counted with what its layers say
        if (const auto figures = document.analysis().figuresOf(owner->id); figures && figures->parameters > 0)
            return figures->frozen == figures->parameters;
    return valueOf(*owner, *layer->parameter("trainable")) == ParameterValue(false);
}

void setTrainable(Graph& graph, const LayerBook& layers, const std::set<std::string>& nodes, bool trainable)
{
    setParameter(graph, layers, nodes, "trainable", trainable);
    for (Node& node : graph.nodes) {
        const LayerSpec* layer = nodes.contains(node.id) ? layers.of(node) : nullptr;
        if (!layer)
            continue;
        std::erase_if(node.parameters, [](const auto& parameter) { return parameter.first.ends_with(innerTrainable); });
        for (const ParameterSpec& inner : layer->parameters) // frozen wherever the block is used
            if (trainable && inner.name.ends_with(innerTrainable) && inner.defaultValue == ParameterValue(false))
                node.parameters.insert_or_assign(inner.name, true);
    }
}

} // namespace netsmith::gui
