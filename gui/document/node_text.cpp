#include "gui/document/node_text.h"

#include "engine/graph/blocks/block_inside.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/parameter_text.h"
#include "gui/widgets/theme.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct NodeWords {
    Q_DECLARE_TR_FUNCTIONS(nodes)
};

constexpr std::string_view madeBlock = "block_"; // the prefix of ids of blocks made in the window

} // namespace

QString layerTitle(const LayerSpec& layer)
{
    return isBlock(layer) ? titleOf(Block{.id = blockOfSpec(layer.id), .title = layer.title}) : engineText(layer.title);
}

QString titleOf(const Block& block)
{
    if (!block.title.empty() || !block.id.starts_with(madeBlock))
        return fromStd(block.title.empty() ? block.id : block.title);
    return NodeWords::tr("Block %1").arg(fromStd(block.id.substr(madeBlock.size())).replace(u'_', u' '));
}

QString layerName(const LayerSpec& layer)
{
    return layer.shortTitle.empty() ? layerTitle(layer) : engineText(layer.shortTitle);
}

QString layerName(const LayerBook& layers, const Node& node)
{
    const LayerSpec* layer = layers.of(node);
    return layer ? layerName(*layer) : fromStd(node.layer);
}

QString nodeName(const Node& node)
{
    const std::string& id = isBlockEnd(node) ? node.id.substr(node.id.find(':') + 1) : node.id;
    return fromStd(node.title.empty() ? id : node.title);
}

QString titleOf(const LayerBook& layers, const Node& node)
{
    if (!isBlockEnd(node))
        return node.title.empty() ? layerName(layers, node) : fromStd(node.title);
    const QString name = nodeName(node);
    const QString side = name.section(u'_', 0, 0);
    if (!node.title.empty() || (side != u"input"_s && side != u"output"_s))
        return name;
    // Most blocks have one input and one output.
    const QString title = side == u"input"_s ? NodeWords::tr("Input") : NodeWords::tr("Output");
    return side == name ? title : NodeWords::tr("%1 %2").arg(title, name.mid(side.size() + 1));
}

QString nodeLabel(const LayerBook& layers, const Node& node)
{
    return NodeWords::tr("%1 %2").arg(layerName(layers, node), nodeName(node));
}

QString parameterName(const ParameterSpec& parameter)
{
    const std::size_t dot = parameter.name.rfind('.');
    const QString title = engineText(parameter.title);
    return dot == std::string::npos
        ? title
        : NodeWords::tr("%1 · %2", "a layer in a block, and its parameter").arg(fromStd(parameter.name.substr(0, dot)), title);
}

QString layerIcon(const LayerSpec* layer)
{
    if (!layer)
        return u"help"_s;
    if (layer->id == blockOutputLayer)
        return u"block-output"_s;
    return isBlock(*layer) || layer->id == blockLayer ? u"block"_s : categoryIcon(layer->category);
}

Token layerToken(const LayerSpec* layer)
{
    return layer ? categoryToken(layer->category) : Token::textMuted;
}

QString problemSentence(const Graph& graph, const Problem& problem)
{
    QString text = messageText(problem.message);
    if (const Node* node = graph.find(problem.node)) {
        // `conv2d "res_1/stem": …`: inside a block, the name includes the path.
        const QString name = fromStd(node->title.empty() ? node->id : node->title);
        const QString layer = fromStd(node->layer) + u" \""_s;
        const qsizetype end = text.startsWith(layer) ? text.indexOf(u'"', layer.size()) : -1;
        const QString named = end < 0 ? QString() : text.mid(layer.size(), end - layer.size());
        const bool isMeant = named == name || named.endsWith(u'/' + name);
        if (isMeant && end + 1 < text.size() && (text[end + 1] == u':' || text[end + 1] == u'：'))
            text = text.mid(end + 2).trimmed();
    }
    return asSentence(text);
}

QString severityWord(Severity severity)
{
    return severity == Severity::error ? NodeWords::tr("Error") : NodeWords::tr("Warning");
}

QString severityIcon(Severity severity)
{
    return severity == Severity::error ? u"error"_s : u"warning"_s;
}

Token severityToken(Severity severity)
{
    return severity == Severity::error ? Token::bad : Token::careful;
}

QString fixVerb(const LayerBook& layers, const Graph& graph, const Problem& problem)
{
    if (!problem.fix)
        return {};
    const QuickFix& fix = *problem.fix;
    if (fix.kind == QuickFix::Kind::changeSetting)
        return NodeWords::tr("Set %1").arg(fromStd(fix.place));
    if (fix.kind == QuickFix::Kind::renameKey)
        return NodeWords::tr("Rename it to %1").arg(fromStd(fix.parameter));
    if (fix.kind == QuickFix::Kind::moveKey)
        return NodeWords::tr("Move it to parameters");
    if (fix.kind == QuickFix::Kind::removeKey)
        return NodeWords::tr("Remove it");
    if (fix.kind == QuickFix::Kind::insertLayer)
        return NodeWords::tr("Insert %1").arg(layers.find(fix.layer) ? layerName(*layers.find(fix.layer)) : fromStd(fix.layer));
    const Node* node = graph.find(fix.node.empty() ? problem.node : fix.node);
    const LayerSpec* layer = node ? layers.of(*node) : nullptr;
    const ParameterSpec* parameter = layer ? layer->parameter(fix.parameter) : nullptr;
    if (!parameter || !hasType(*parameter, fix.value))
        return NodeWords::tr("Fix");
    const QString value = valueText(*parameter, normalised(*parameter, fix.value));
    const QString title = engineText(parameter->title).toLower();
    // Names the node if the fix applies to another one.
    return node->id == problem.node ? NodeWords::tr("Set %1 to %2").arg(title, value)
                                    : NodeWords::tr("Set %1 of %2 to %3").arg(title, nodeName(*node), value);
}

void applyFix(Document& document, const Problem& problem)
{
    // A copy: the problem belongs to an analysis that the edit replaces.
    if (problem.fix && problem.fix->kind != QuickFix::Kind::insertLayer && problem.fix->kind != QuickFix::Kind::setParameter) {
        document.edit(fixVerb(document.layers(), document.graph(), problem),
                      [fix = *problem.fix](Project& project) { applyQuickFix(project, fix); });
        return;
    }
    document.editGraph(fixVerb(document.layers(), document.graph(), problem),
                       [&document, fixed = problem](Graph& graph) { fix(graph, document.layers(), fixed); });
}

} // namespace netsmith::gui
