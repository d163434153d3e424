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

    /// As with AdjustToMinimumContentsLengthWithIcon, for which Qt would make the list's window at once: see `changeEvent`.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void showPopup() override;
    QString textCutOff() const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString shownText() const;
    bool hasList() const;
};

} // namespace netsmith::gui
