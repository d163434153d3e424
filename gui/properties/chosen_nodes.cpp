#include "gui/properties/chosen_nodes.h"

#include "engine/core/checked.h"
#include "gui/document/graph_edits.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(shapes)
};

/// Whether one editor suits both.
bool alike(const ParameterSpec& one, const ParameterSpec& other)
{
    const auto sameRange = [](const std::optional<Range>& a, const std::optional<Range>& b) {
        return a.has_value() == b.has_value() && (!a || a->text() == b->text());
    };
    return one.name == other.name && one.type == other.type && one.title == other.title && one.minimumSizes == other.minimumSizes
        && one.maximumSizes == other.maximumSizes && sameRange(one.hard, other.hard)
        && std::ranges::equal(one.choices, other.choices, {}, &Choice::id, &Choice::id);
}

QString joined(const QStringList& shapes)
{
    return shapes.join(Words::tr(", ", "between two shapes"));
}

QStringList inputShapes(const Document& document, const Node& node, const LayerSpec& layer)
{
    QStringList out;
    for (const PortSpec& port : layer.inputs)
        for (const Edge* edge : document.graph().into(node.id, port.name))
            if (const Shape* shape = document.analysis().shapeAt(edge->from))
                out << shapeText(*shape);
    return out;
}

QStringList outputShapes(const Document& document, const Node& node, const LayerSpec& layer)
{
    QStringList out;
    for (const PortSpec& port : layer.outputs)
        if (const Shape* shape = document.analysis().shapeAt({node.id, port.name}))
            out << shapeText(*shape);
    return out;
}

} // namespace

ChosenNodes::ChosenNodes(const Document& document, const std::set<std::string>& ids)
{
    for (const Node& node : document.graph().nodes) {
        if (!ids.contains(node.id))
            continue;
        m_ids.insert(node.id);
        const LayerSpec* layer = document.layers().of(node);
        if (const std::string& id = layer ? layer->id : node.layer; std::ranges::find(m_layerIds, id) == m_layerIds.end())
            m_layerIds.push_back(id);
    }
}

std::vector<ParameterSpec> ChosenNodes::parameters(const LayerBook& layers) const
{
    std::vector<ParameterSpec> out;
    for (std::size_t i = 0; i < m_layerIds.size(); ++i) {
        const LayerSpec* layer = layers.find(m_layerIds[i]);
        if (!layer)
            return {};
        if (i == 0)
            out = layer->parameters;
        else
            std::erase_if(out, [layer](const ParameterSpec& parameter) {
                const ParameterSpec* other = layer->parameter(parameter.name);
                return !other || !alike(parameter, *other);
            });
    }
    return out;
}

bool ChosenNodes::isRelevant(const Document& document, const ParameterSpec& parameter) const
{
    return parameter.relevance.empty() || std::ranges::any_of(m_ids, [&](const std::string& id) {
               const Node* node = document.graph().find(id);
               const LayerSpec* layer = node ? document.layers().find(node->layer) : nullptr;
               return !layer || node->parameters.contains(parameter.name)
                   || netsmith::isRelevant(parameter, layer->parameters, node->parameters);
           });
}

std::optional<ParameterValue> ChosenNodes::value(const Document& document, const ParameterSpec& parameter) const
{
    std::optional<ParameterValue> common;
    for (const std::string& id : m_ids) {
        const Node* node = document.graph().find(id);
        const LayerSpec* layer = node ? document.layers().of(*node) : nullptr;
        const ParameterSpec* own = layer ? layer->parameter(parameter.name) : nullptr;
        if (!own)
            continue;
        ParameterValue value = valueOf(*node, *own);
        if (!hasType(*own, value) || (common && *common != value))
            return std::nullopt;
        common = std::move(value);
    }
    return common;
}

QString shapesText(const Document& document, const Node& node)
{
    const LayerSpec* layer = document.layers().of(node);
    if (!layer)
        return {};
    const QStringList in = inputShapes(document, node, *layer);
    const QStringList out = outputShapes(document, node, *layer);
    if (in.isEmpty())
        return joined(out);
    return Words::tr("%1 → %2").arg(joined(in), out.isEmpty() ? Words::tr("?", "an unknown shape") : joined(out));
}

QString inputShapesText(const Document& document)
{
    QStringList out;
    for (const Node& node : document.graph().nodes)
        if (const LayerSpec* layer = document.layers().of(node); layer && layer->inputs.empty())
            out << outputShapes(document, node, *layer);
    return joined(out);
}

QString outputShapesText(const Document& document)
{
    QStringList out;
    for (const Node* node : outputNodes(document.graph()))
        if (const LayerSpec* layer = document.layers().of(*node); layer && !layer->inputs.empty())
            out << (layer->outputs.empty() ? inputShapes(document, *node, *layer) : outputShapes(document, *node, *layer));
    return joined(out);
}

std::optional<std::int64_t> outputBytes(const Document& document, const Node& node)
{
    const LayerSpec* layer = document.layers().of(node);
    if (!layer)
        return std::nullopt;
    const TrainingSettings& training = document.project().training;
    const bool halved = training.precision == "bf16" || training.precision == "fp16";
    std::optional<std::int64_t> total = 0;
    for (const PortSpec& port : layer->outputs) {
        const Shape* shape = document.analysis().shapeAt({node.id, port.name});
        if (!shape)
            return std::nullopt;
        const auto values = checkedMultiply(shape->elements(), training.batch);
        const auto bytes = values ? checkedMultiply(*values, halved ? 2 : 4) : std::nullopt;
        total = bytes && total ? checkedAdd(*total, *bytes) : std::nullopt;
    }
    return total;
}

} // namespace netsmith::gui
