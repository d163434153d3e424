#include "gui/document/block_commands.h"

#include "engine/graph/blocks/make_block.h"
#include "engine/graph/blocks/take_apart.h"
#include "engine/graph/project/layer_lists.h"
#include "gui/document/document.h"
#include "gui/document/node_text.h"
#include "gui/widgets/engine_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct BlockWords {
    Q_DECLARE_TR_FUNCTIONS(blocks)
};

QString nameIn(const Graph& graph, const std::string& id)
{
    const Node* node = graph.find(id);
    return node ? nodeName(*node) : fromStd(id);
}

QString reasonOf(const BlockRefusal& refusal, const Graph& graph)
{
    using Why = BlockRefusal::Why;
    const QString name = nameIn(graph, refusal.node);
    switch (refusal.why) {
    case Why::nothing: return BlockWords::tr("Select the layers to turn into a block.");
    case Why::input: return BlockWords::tr("“%1” loads the data, which a block receives from outside: leave it out.").arg(name);
    case Why::end: return BlockWords::tr("“%1” is an input or output of the open block: leave it out.").arg(name);
    case Why::circle:
        return BlockWords::tr("A path leaves the selection through “%1” and returns: select that layer too.").arg(name);
    case Why::sharing:
        return BlockWords::tr("“%1” shares weights with a layer outside the selection: select both layers or neither.").arg(name);
    }
    return {};
}

/// The place of a node that uses the block, in this graph or in a block inside it.
QString placeBelow(const Graph& graph, const std::string& place, const std::vector<Node>& nodes, const std::string& block,
                   int depth)
{
    const std::string prefix = place.empty() ? place : place + "/";
    for (const Node& node : nodes)
        if (blockOf(node) == block)
            return fromStd(prefix + node.id);
    for (const Node& node : nodes)
        if (const Block* inner = findBlock(graph, blockOf(node)); inner && depth < deepestBlock)
            if (const QString found = placeBelow(graph, prefix + node.id, inner->nodes, block, depth + 1); !found.isEmpty())
                return found;
    return {};
}

QString makingStep()
{
    return BlockWords::tr("Make a block");
}

/// The id of the open block; empty if the network is open.
std::string openBlockOf(const Document& document)
{
    const Block* open = blockAt(document.project().graph, document.place());
    return open ? open->id : std::string();
}

/// Edits the open graph together with the training settings that name its nodes. Losses refer only to nodes of the network.
void editWithSettings(Document& document, const QString& text, const std::function<void(Graph&, TrainingSettings&)>& change)
{
    document.edit(text, [&, open = openBlockOf(document)](Project& project) {
        if (open.empty())
            return change(project.graph, project.training);
        std::vector<Objective> objectives = std::exchange(project.training.objectives, {});
        Graph inside = document.graph();
        change(inside, project.training);
        putBack(project.graph, open, std::move(inside));
        project.training.objectives = std::move(objectives);
    });
}

} // namespace

QString whyNoBlock(const Document& document, const std::set<std::string>& nodes)
{
    const LayerRegistry& layers = document.layers().engine();
    if (const auto refusal = refusalToMakeBlock(document.graph(), layers, nodes))
        return reasonOf(*refusal, document.graph());
    // A loss is applied to a block's first output.
    const std::vector<Objective>& objectives = document.project().training.objectives;
    const auto isInside = [&nodes](const Objective& objective) { return nodes.contains(objective.output); };
    if (!document.place().empty() || std::ranges::none_of(objectives, isInside))
        return {};
    Graph tried = document.graph();
    const MadeBlock made = netsmith::makeBlock(tried, layers, nodes);
    for (const Objective& objective : objectives)
        if (isInside(objective) && (made.outputs.empty() || made.outputs.front().first.node != objective.output))
            return BlockWords::tr("A loss is computed from “%1”, which is not the block's first output: leave it out.")
                .arg(nameIn(document.graph(), objective.output));
    return {};
}

std::string makeBlock(Document& document, const std::set<std::string>& nodes)
{
    if (!whyNoBlock(document, nodes).isEmpty())
        return {};
    std::string made;
    editWithSettings(document, makingStep(), [&](Graph& graph, TrainingSettings& training) {
        const MadeBlock block = netsmith::makeBlock(graph, document.layers().engine(), nodes);
        made = block.node;
        for (Objective& objective : training.objectives)
            if (nodes.contains(objective.output))
                objective.output = made;
        listInBlock(training, document.project().graph, openBlockOf(document), nodes, made);
    });
    return made;
}

QString whyNotApart(const Document& document, const std::string& node)
{
    using Why = ApartRefusal::Why;
    const auto refusal = refusalToTakeApart(document.graph(), node);
    if (!refusal)
        return {};
    switch (refusal->why) {
    case Why::noBlock: return BlockWords::tr("Select a block to take apart.");
    case Why::lends:
        return BlockWords::tr("“%1” uses the weights of this block: give it its own first.")
            .arg(nameIn(document.graph(), refusal->node));
    case Why::borrows:
        return BlockWords::tr("This block uses another block's weights and contains blocks itself: give it its own weights first.");
    }
    return {};
}

std::set<std::string> takeApart(Document& document, const std::string& node)
{
    std::set<std::string> nodes;
    if (!whyNotApart(document, node).isEmpty())
        return nodes;
    const QString title = titleOf(document.layers(), *document.graph().find(node));
    editWithSettings(document, BlockWords::tr("Take %1 apart").arg(title), [&](Graph& graph, TrainingSettings& training) {
        TakenApart taken = netsmith::takeApart(graph, document.layers().engine(), node);
        nodes = std::move(taken.nodes);
        listOutOfBlock(training, document.project().graph, openBlockOf(document), node, taken.ids);
        std::ranges::sort(taken.outputs, {}, &std::pair<std::string, PortRef>::first); // the loss is applied to the first by name
        for (Objective& objective : training.objectives)
            for (std::string* layer : {&objective.output, &objective.targetLayer})
                if (*layer == node && !taken.outputs.empty())
                    *layer = taken.outputs.front().second.node;
    });
    return nodes;
}

bool openBlock(Document& document, const std::string& node)
{
    const std::string& around = document.place();
    return !blockOfNode(document, node).empty() && document.open(around.empty() ? node : around + "/" + node);
}

void leaveBlock(Document& document)
{
    const std::string place = document.place();
    if (place.empty())
        return;
    const std::size_t slash = place.rfind('/');
    document.open(slash == std::string::npos ? std::string() : place.substr(0, slash));
    document.selection().reveal(slash == std::string::npos ? place : place.substr(slash + 1));
}

QString whyNotHere(const Document& document, const LayerSpec& layer)
{
    const Block* open = blockAt(document.project().graph, document.place());
    const std::string block = blockOfSpec(layer.id);
    if (open && !block.empty() && holdsBlock(document.project().graph, block, open->id))
        return BlockWords::tr("“%1” would contain itself: use it outside.").arg(layerTitle(layer));
    return {};
}

void renameBlock(Document& document, const std::string& block, const QString& title)
{
    const QString name = title.trimmed();
    if (name.isEmpty() || name == blockTitle(document, block)) // the default title "Block 3" is not stored
        return;
    document.edit(BlockWords::tr("Rename block"), [&](Project& project) {
        if (Block* found = findBlock(project.graph, block))
            found->title = name.toStdString();
    });
}

void deleteBlock(Document& document, const std::string& block)
{
    if (usesOf(document.project().graph, block) > 0)
        return;
    document.edit(BlockWords::tr("Delete block %1").arg(blockTitle(document, block)), [&](Project& project) {
        std::erase_if(project.graph.blocks, [&](const Block& each) { return each.id == block; });
    });
}

std::string blockOfNode(const Document& document, const std::string& node)
{
    const Node* found = document.graph().find(node);
    const Block* block = found ? findBlock(document.project().graph, blockOf(*found)) : nullptr;
    return block ? block->id : std::string();
}

QString placeOfBlock(const Document& document, const std::string& block)
{
    const Graph& graph = document.project().graph;
    const QString here = placeBelow(graph, document.place(), document.graph().nodes, block, 0);
    return here.isEmpty() ? placeBelow(graph, {}, graph.nodes, block, 0) : here;
}

QString blockTitle(const Document& document, const std::string& block)
{
    const LayerSpec* spec = document.layers().find(blockSpecId(block));
    return spec ? layerTitle(*spec) : fromStd(block);
}

} // namespace netsmith::gui
