#include "gui/palette/layer_picker.h"

#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "gui/palette/layer_catalog.h"
#include "gui/widgets/number_text.h"

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QString adapterMark = u"adapted:"_s; // prefix of the id of a layer that fits after a flatten

/// The layer's output shape with its defaults: "26×26×32".
QString outputText(const LayerSpec& layer, const Shape& shape)
{
    const std::optional<Shape> output = outputFor(layer, shape);
    return output ? shapeText(*output) : QString();
}

} // namespace

LayerPicker::LayerPicker(const Document& document, QWidget* parent)
    : PickerPopup(parent)
    , m_document(document)
{
    setObjectName(u"layerPicker"_s);
    setPlaceholder(tr("Add a layer"));
    connect(this, &PickerPopup::rowPicked, this, [this](const QString& id) {
        const bool withAdapter = id.startsWith(adapterMark);
        Q_EMIT picked(withAdapter ? id.mid(adapterMark.size()) : id, withAdapter);
    });
}

void LayerPicker::openFor(const std::optional<netsmith::Shape>& shape, const QPoint& global)
{
    setPlaceholder(tr("Add a layer"));
    setAccessibleName(tr("Add a layer"));
    setEmptyText(tr("No layer with that name fits here."));
    const std::vector<FittingLayer> fitting = shape ? fittingLayers(m_document.layers(), *shape) : std::vector<FittingLayer>();
    std::vector<Item> fits;
    std::vector<Item> adapted;
    for (const LayerSpec* layer : layersInOrder(m_document.layers(), !m_document.place().empty())) {
        if (!shape)
            fits.push_back({layerRow(*layer), layerSearch(*layer)});
        for (const FittingLayer& entry : fitting) {
            if (entry.layer != layer)
                continue;
            Item item{layerRow(*layer), layerSearch(*layer)};
            item.row.section = entry.withAdapter ? tr("Fits with an adapter") : tr("Fits");
            if (entry.withAdapter) {
                item.row.id.prepend(adapterMark);
                item.row.detail = tr("after Flatten");
            } else
                item.row.detail = outputText(*layer, *shape);
            (entry.withAdapter ? adapted : fits).push_back(std::move(item));
        }
    }
    std::ranges::move(adapted, std::back_inserter(fits));
    setItems(std::move(fits));
    openAt(global);
}

} // namespace netsmith::gui
