#include "gui/document/node_text.h"

#include "engine/layers/registry.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/controls/parameter_text.h"
#include "gui/widgets/engine_text.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(nodes)
};

} // namespace

QString layerName(const std::string& layer)
{
    const LayerSpec* spec = layers().find(layer);
    return spec ? engineText(spec->shortTitle.empty() ? spec->title : spec->shortTitle) : fromStd(layer);
}

QString nodeName(const Node& node)
{
    return fromStd(node.title.empty() ? node.id : node.title);
}

QString titleOf(const Node& node)
{
    return node.title.empty() ? layerName(node.layer) : fromStd(node.title);
}

QString nodeLabel(const Node& node)
{
    return Words::tr("%1 %2").arg(layerName(node.layer), nodeName(node));
}

QString problemSentence(const Graph& graph, const Problem& problem)
{
    QString text = messageText(problem.message);
    if (const Node* node = graph.find(problem.node))
        if (const QString label = fromStd(node->label()); text.startsWith(label)) {
            const QString rest = text.mid(label.size());
            if (rest.startsWith(u':') || rest.startsWith(u'：'))
                text = rest.mid(1).trimmed();
        }
    if (!text.isEmpty())
        text.front() = text.front().toUpper();
    return text;
}

QString severityWord(Severity severity)
{
    return severity == Severity::error ? Words::tr("Error") : Words::tr("Warning");
}

QString severityIcon(Severity severity)
{
    return severity == Severity::error ? u"error"_s : u"warning"_s;
}

Token severityToken(Severity severity)
{
    return severity == Severity::error ? Token::bad : Token::careful;
}

QString mendVerb(const Graph& graph, const Problem& problem)
{
    if (!problem.mend)
        return {};
    const Mend& mend = *problem.mend;
    if (mend.kind == Mend::Kind::insertLayer)
        return Words::tr("Insert %1").arg(layerName(mend.layer));
    const Node* node = graph.find(mend.node.empty() ? problem.node : mend.node);
    const LayerSpec* layer = node ? layers().find(node->layer) : nullptr;
    const ParameterSpec* parameter = layer ? layer->parameter(mend.parameter) : nullptr;
    if (!parameter || !hasType(*parameter, mend.value))
        return Words::tr("Mend");
    const QString value = valueText(*parameter, normalised(*parameter, mend.value));
    const QString title = engineText(parameter->title).toLower();
    // Where the mend is at another node, its name is a part of the verb.
    return node->id == problem.node ? Words::tr("Set %1 to %2").arg(title, value)
                                    : Words::tr("Set %1 of %2 to %3").arg(title, nodeName(*node), value);
}

void applyMend(Document& document, const Problem& problem)
{
    // A copy: the problem belongs to an analysis that the edit replaces.
    document.edit(mendVerb(document.graph(), problem),
                  [mended = problem](Project& project) { mend(project.graph, layers(), mended); });
}

} // namespace netsmith::gui
