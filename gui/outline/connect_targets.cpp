#include "gui/outline/connect_targets.h"

#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "gui/widgets/engine_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(targets)
};

/// Whether the layer accepts the shape at that port along with what is connected to it already; unknown shapes are accepted.
bool takes(const Document& document, const Node& node, const LayerSpec& layer, const PortSpec& port, const Shape* shape)
{
    if (!shape)
        return true;
    std::vector<Shape> inputs;
    for (const PortSpec& each : layer.inputs) {
        for (const Edge* edge : document.graph().into(node.id, each.name)) {
            const Shape* known = document.analysis().shapeAt(edge->from);
            if (!known)
                return true;
            inputs.push_back(*known);
        }
        if (&each == &port)
            inputs.push_back(*shape);
    }
    try {
        (void)layer.shapes(node.parameters, inputs);
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

std::vector<PickerPopup::Item> connectTargets(const Document& document, const PortRef& from)
{
    const Shape* shape = document.analysis().shapeAt(from);
    std::vector<PickerPopup::Item> fits;
    std::vector<PickerPopup::Item> others;
    for (const Node& node : document.graph().nodes) {
        const LayerSpec* layer = document.layers().of(node);
        if (!layer)
            continue;
        for (const PortSpec& port : layer->inputs) {
            if (objectionTo(document.graph(), document.layers(), from, {node.id, port.name}))
                continue;
            const bool fitting = takes(document, node, *layer, port, shape);
            SectionedList::Row row;
            row.id = fromStd(node.id + ' ' + port.name);
            row.section = fitting ? Words::tr("Accepts this shape") : Words::tr("Expects another shape");
            row.title = layer->inputs.size() == 1
                ? nodeName(node)
                : Words::tr("%1, %2", "a layer and its input").arg(nodeName(node), fromStd(port.name));
            row.detail = layerName(*layer);
            row.icon = layerIcon(layer);
            row.token = layerToken(layer);
            PickerPopup::Item item{std::move(row), {nodeName(node), {fromStd(node.id), layerName(*layer)}, {}}};
            (fitting ? fits : others).push_back(std::move(item));
        }
    }
    std::ranges::move(others, std::back_inserter(fits));
    return fits;
}

PortRef targetOf(const QString& id)
{
    const std::string text = id.toStdString();
    const std::size_t space = text.find(' '); // ids contain no spaces
    return {text.substr(0, space), text.substr(space + 1)};
}

} // namespace netsmith::gui
