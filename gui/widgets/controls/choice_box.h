#pragma once

#include <QComboBox>

namespace netsmith::gui {

/// A combo box that gives way where there is no room: what it shows ends in an ellipsis, and the list is as wide as its longest
/// entry.
class ChoiceBox : public QComboBox {
    Q_OBJECT

public:
    explicit ChoiceBox(QWidget* parent = nullptr);

    void showPopup() override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace netsmith::gui
