#pragma once

#include "gui/document/document.h"
#include "gui/properties/chosen_nodes.h"

#include <QPushButton>

#include <set>

namespace netsmith::gui {

class PickerPopup;

/// The values of the layers in a block, of which there are many: those that are set where the block stands have a row, and the
/// button offers the rest.
class InnerValues : public QPushButton {
    Q_OBJECT

public:
    explicit InnerValues(Document& document, QWidget* parent = nullptr);

    /// Of all parameters of the chosen nodes those that have a row.
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
    std::set<std::string> m_picked; ///< while the same nodes are chosen
    std::vector<ParameterSpec> m_rest;
};

/// Whether a parameter is that of a layer in a block; the layer, "conv2d_1" or "inner/conv2d_1", or empty.
std::string innerLayer(const ParameterSpec& parameter);

} // namespace netsmith::gui
