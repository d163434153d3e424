#pragma once

#include "engine/core/shape.h"
#include "gui/widgets/lists/picker_popup.h"

#include <optional>

namespace netsmith::gui {

class Document;

/// Picks a layer to add: first those that accept the current shape, then those that accept it after a flatten; every layer if there
/// is no shape.
class LayerPicker : public PickerPopup {
    Q_OBJECT

public:
    explicit LayerPicker(const Document& document, QWidget* parent = nullptr);

    void openFor(const std::optional<netsmith::Shape>& shape, const QPoint& global);

Q_SIGNALS:
    /// `withAdapter`: with a flatten in between.
    void picked(const QString& layer, bool withAdapter);

private:
    const Document& m_document;
};

} // namespace netsmith::gui
