#pragma once

#include "gui/widgets/plain_text.h"

#include <QCheckBox>

namespace netsmith::gui {

/// A check box whose text, a name shown verbatim, is elided where space is short, with the full text in the tool tip.
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
