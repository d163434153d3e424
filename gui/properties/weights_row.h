#pragma once

#include "gui/document/document.h"
#include "gui/widgets/forms/form_row.h"

namespace netsmith::gui {

class ChoiceBox;

/// Whose weights a layer or a block uses: its own, or those of another that fits.
class WeightsRow : public FormRow {
    Q_OBJECT

public:
    explicit WeightsRow(Document& document, QWidget* parent = nullptr);

    /// For one node; hidden if there is no choice.
    void show(const Node* node);

protected:
    void changeEvent(QEvent* event) override;

private:
    void choose(int index);
    void setTexts();

    Document& m_document;
    ChoiceBox* m_choice;
    std::string m_node;
    bool m_showing = false; ///< the control is being set by code
};

/// The nodes of the open graph whose weights a node could use: of its kind, of the same size, and with weights of their own.
std::vector<const Node*> lendersFor(const Document& document, const Node& node);

} // namespace netsmith::gui
