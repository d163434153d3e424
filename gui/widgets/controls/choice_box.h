#pragma once

#include "gui/widgets/plain_text.h"

#include <QComboBox>

namespace netsmith::gui {

/// A combo box that gives way where there is no room: what it shows ends in an ellipsis (the tool tip tells the whole), and the
/// list is as wide as its longest entry.
class ChoiceBox : public QComboBox, public ShortensText {
    Q_OBJECT

public:
    explicit ChoiceBox(QWidget* parent = nullptr);

    void showPopup() override;
    QString textCutOff() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString shownText() const;
};

} // namespace netsmith::gui
