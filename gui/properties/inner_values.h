#pragma once

#include "gui/document/document.h"
#include "gui/properties/chosen_nodes.h"

#include <QPushButton>

#include <set>

namespace netsmith::gui {

class PickerPopup;

/// The values of the layers in a block, which can be many: those that are set at this use of the block have a row, and the button
/// offers the rest.
class InnerValues : public QPushButton {
    Q_OBJECT

public:
    explicit InnerValues(Document& document, QWidget* parent = nullptr);

    /// The parameters of the selected nodes that have a row.
    std::vector<ParameterSpec> shown(const ChosenNodes& chosen);

Q_SIGNALS:
    /// It has a row from now on.
    void picked(const std::string& parameter);

protected:
    void changeEvent(QEvent* event) override;

private:
    void offer();
    void setTexts();

    Document& m_document;
    PickerPopup* m_picker;
    std::set<std::string> m_nodes;
    std::set<std::string> m_picked; ///< while the same nodes are selected
    std::vector<ParameterSpec> m_rest;
};

/// The layer, "conv2d_1" or "inner/conv2d_1", if the parameter is that of a layer in a block; otherwise empty.
std::string innerLayer(const ParameterSpec& parameter);

} // namespace netsmith::gui
