#include "gui/document/fine_tuning.h"

#include "engine/graph/graph_index.h"
#include "gui/document/document.h"
#include "gui/document/freezing.h"
#include "gui/document/node_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace netsmith::gui {
namespace {

struct FineTuningWords {
    Q_DECLARE_TR_FUNCTIONS(fineTuning)
};

constexpr double fineTuningRate = 0.1; // a tenth, as is usual
constexpr int partOfHead = 3; // of the epochs, a third

/// These and all nodes to which a path leads from them.
std::set<std::string> downstreamOf(const Graph& graph, const std::set<std::string>& nodes)
{
    const GraphIndex index(graph);
    std::set<std::string> found = nodes;
    std::vector<std::string> left(nodes.begin(), nodes.end());
    while (!left.empty()) {
        const std::string node = left.back();
        left.pop_back();
        for (const Edge* edge : index.outOf(node))
            if (found.insert(edge->to.node).second)
                left.push_back(edge->to.node);
    }
    return found;
}

/// The nodes with weights of their own that are trained now, in drawing order.
std::vector<std::string> headOf(const Document& document)
{
    std::vector<std::string> head;
    for (const Node& node : document.graph().nodes)
        if (const LayerSpec* layer = document.layers().of(node); node.shares.empty() && layer && layer->hasWeights())
            if (!isFrozen(document, node))
                head.push_back(node.id);
    return head;
}

} // namespace

std::set<std::string> nodesToFineTune(const Document& document, const std::set<std::string>& nodes)
{
    return nodesToFreeze(document, Freezing::unfreeze, downstreamOf(document.graph(), nodes));
}

QString whyNoFineTuning(const Document& document, const std::set<std::string>& nodes)
{
    if (!document.place().empty())
        return FineTuningWords::tr("Leave the block first: phases are about the whole network.");
    if (nodes.empty())
        return FineTuningWords::tr("Select a layer first.");
    const TrainingSettings& training = document.project().training;
    if (!training.groups.empty() || !training.phases.empty())
        return FineTuningWords::tr("The training has groups or phases already; change them in its settings.");
    if (nodesToFineTune(document, nodes).empty())
        return FineTuningWords::tr("Nothing from here on is frozen; freeze what is to be trained later.");
    if (headOf(document).empty())
        return FineTuningWords::tr("Every layer is frozen; unfreeze those that are to be trained first.");
    if (training.epochs < 2)
        return FineTuningWords::tr("Two phases need two epochs at least.");
    return {};
}

QString applyFineTuning(Document& document, const std::set<std::string>& nodes)
{
    if (!whyNoFineTuning(document, nodes).isEmpty())
        return {};
    const std::set<std::string> tuned = nodesToFineTune(document, nodes);
    const std::vector<std::string> head = headOf(document);
    const std::int64_t epochs = std::max<std::int64_t>(document.project().training.epochs / partOfHead, 1);
    document.edit(FineTuningWords::tr("Fine-tune in phases"), [&](Project& project) {
        setTrainable(project.graph, document.layers(), tuned, true);
        project.training.groups = {
            {.name = "head", .layers = head},
            {.name = "fine_tuned", .layers = {tuned.begin(), tuned.end()}, .learningRateMultiplier = fineTuningRate}};
        project.training.phases = {{.name = "head", .groups = {"head"}, .epochs = epochs}, {.name = "fine_tuning"}};
    });
    const QString words = FineTuningWords::tr(
        "The training has two phases now: the head alone for %n epoch(s), then also %1 at a tenth of the learning rate. Both "
        "are in its settings.",
        nullptr, static_cast<int>(epochs));
    return words.arg(tuned.size() == 1 ? nodeName(*document.graph().find(*tuned.begin()))
                                       : FineTuningWords::tr("%n layer(s)", nullptr, static_cast<int>(tuned.size())));
}

} // namespace netsmith::gui
