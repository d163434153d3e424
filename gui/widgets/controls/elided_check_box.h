#pragma once

#include "gui/widgets/plain_text.h"

#include <QCheckBox>

namespace netsmith::gui {

/// A check box whose text, a name that is shown letter for letter, gives way where there is no room; the tool tip then tells the
/// whole.
class ElidedCheckBox : public QCheckBox, public ShortensText {
    Q_OBJECT

public:
    explicit ElidedCheckBox(const QString& text, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QString textCutOff() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString shownText() const;
};

} // namespace netsmith::gui
