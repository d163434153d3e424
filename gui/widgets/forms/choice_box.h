#pragma once

#include "gui/widgets/plain_text.h"

#include <QComboBox>

namespace netsmith::gui {

/// A combo box that shrinks where space is short: its text is elided, with the full text in the tool tip, and its list is as wide
/// as the longest entry.
class ChoiceBox : public QComboBox, public ShortensText {
    Q_OBJECT

public:
    explicit ChoiceBox(QWidget* parent = nullptr);

    /// As with AdjustToMinimumContentsLengthWithIcon, which would make Qt create the list's window at once: see `changeEvent`.
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
