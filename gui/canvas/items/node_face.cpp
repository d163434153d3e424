#include "gui/canvas/items/node_face.h"

#include "engine/losses/registry.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/parameter_text.h"
#include "gui/widgets/number_text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QString separator = u" · "_s;

/// The parameters that distinguish layers of the same type: width, kernel sizes, activation; for a layer with a single parameter,
/// that one. Based on the declarations, so that it works for new layers too.
QStringList keyParameters(const Node& node, const LayerSpec& layer)
{
    QStringList parts;
    if (isBlock(layer)) // the block's title, if the node has a title of its own
        return node.title.empty() ? parts : QStringList(layerTitle(layer));
    const ParameterSpec* width = layer.width.empty() ? nullptr : layer.parameter(layer.width);
    if (width)
        parts << fromStd(textOf(valueOf(node, *width)));
    const auto sizes = std::ranges::find(layer.parameters, ParameterType::sizes, &ParameterSpec::type);
    if (sizes != layer.parameters.end())
        parts << fromStd(textOf(valueOf(node, *sizes)));
    if (layer.category != Category::activation) {
        const auto isActivation = [](const ParameterSpec& parameter) { return parameter.name == "activation"; };
        const auto activation = std::ranges::find_if(layer.parameters, isActivation);
        if (activation != layer.parameters.end() && valueOf(node, *activation) != ParameterValue(std::string("none")))
            parts << fromStd(textOf(valueOf(node, *activation)));
    }
    if (parts.isEmpty() && layer.parameters.size() == 1 && layer.parameters.front().type != ParameterType::boolean) {
        const ParameterSpec& only = layer.parameters.front();
        parts << NodeFace::tr("%1 %2").arg(engineText(only.title), valueText(only, valueOf(node, only)));
    }
    return parts;
}

QString row(const QString& name, const QString& value)
{
    return u"<tr><td>%1&nbsp;&nbsp;</td><td align=\"right\">%2</td></tr>"_s.arg(name.toHtmlEscaped(), value.toHtmlEscaped());
}

/// "3×3×64 → 576", or one shape if it doesn't change.
QString shapesText(const NodeFacts& facts)
{
    if (!facts.in || *facts.in == *facts.out)
        return shapeText(*facts.out);
    return NodeFace::tr("%1 → %2").arg(shapeText(*facts.in), shapeText(*facts.out));
}

const LossSpec* lossOf(const Objective& objective)
{
    return losses().find(objective.loss.id);
}

} // namespace

NodeFace faceOf(const LayerBook& layers, const Node& node, const NodeFacts& facts)
{
    NodeFace face;
    face.title = titleOf(layers, node);
    describe(face, layers, node, facts);
    return face;
}

void describe(NodeFace& face, const LayerBook& layers, const Node& node, const NodeFacts& facts)
{
    const LayerSpec* layer = layers.of(node);
    face.details.clear();
    face.count.clear();
    face.frozen = facts.frozen;
    if (!layer) {
        face.details = NodeFace::tr("unknown layer");
        return;
    }
    const QStringList parts = keyParameters(node, *layer);
    if (!parts.isEmpty())
        face.details = parts.join(separator);
    else if (facts.out)
        face.details = shapesText(facts);
    else if (facts.in)
        face.details = shapeText(*facts.in);
    if (!facts.lender.isEmpty())
        face.count = NodeFace::tr("= %1", "uses the weights of").arg(facts.lender);
    else if (facts.figures && facts.figures->parameters > 0)
        face.count = shortCountText(static_cast<double>(facts.figures->parameters));
}

NodeFace faceOf(const Objective& objective)
{
    const LossSpec* loss = lossOf(objective);
    NodeFace face;
    face.title = NodeFace::tr("Loss");
    face.details = fromStd(objective.loss.id);
    if (loss)
        face.details = engineText(loss->shortTitle.empty() ? loss->title : loss->shortTitle);
    if (objective.weight != 1.0)
        face.details = NodeFace::tr("%1 × %2").arg(numberText(objective.weight), face.details);
    return face;
}

QString toolTipOf(const LayerBook& layers, const Node& node, const NodeFacts& facts, const QString& problem)
{
    const LayerSpec* layer = layers.of(node);
    if (!layer)
        return NodeFace::tr("This version of Netsmith does not know the layer “%1”.").arg(fromStd(node.layer)).toHtmlEscaped();
    const QString title =
        node.title.empty() ? layerTitle(*layer) : NodeFace::tr("%1 (%2)").arg(fromStd(node.title), layerTitle(*layer));
    QString text = u"<p><b>%1</b><br>%2</p>"_s.arg(title.toHtmlEscaped(), engineText(layer->doc).toHtmlEscaped());
    QString rows;
    for (const ParameterSpec& parameter : layer->parameters)
        if (node.parameters.contains(parameter.name))
            rows += row(parameterName(parameter), valueText(parameter, valueOf(node, parameter)));
    if (facts.out)
        rows += row(NodeFace::tr("Shape"), shapesText(facts));
    if (!facts.lender.isEmpty())
        rows += row(NodeFace::tr("Weights"), NodeFace::tr("those of %1").arg(facts.lender));
    if (facts.frozen)
        rows += row(NodeFace::tr("Frozen"), NodeFace::tr("training does not change its weights"));
    if (facts.figures) {
        rows += row(NodeFace::tr("Parameters"), countText(facts.figures->parameters));
        rows += row(NodeFace::tr("FLOPs per sample"), flopsText(facts.figures->flops));
    }
    if (!rows.isEmpty())
        text += u"<table>%1</table>"_s.arg(rows);
    if (!problem.isEmpty())
        text += u"<p>%1</p>"_s.arg(problem.toHtmlEscaped());
    return text;
}

QString toolTipOf(const PortSpec& port)
{
    return u"<p><b>%1</b><br>%2</p>"_s.arg(fromStd(port.name).toHtmlEscaped(), engineText(port.doc).toHtmlEscaped());
}

QString toolTipOf(const Objective& objective)
{
    const LossSpec* loss = lossOf(objective);
    if (!loss)
        return fromStd(objective.loss.id).toHtmlEscaped();
    return u"<p><b>%1</b><br>%2</p>"_s.arg(engineText(loss->title).toHtmlEscaped(), engineText(loss->doc).toHtmlEscaped());
}

} // namespace netsmith::gui
