#pragma once

#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/plain_text.h"

namespace netsmith::gui {

/// A single line of text that is elided where space is short, with the full text in the tool tip.
class ElidedLabel : public TextLabel, public ShortensText {
    Q_OBJECT

public:
    explicit ElidedLabel(TextRole role, const QString& tone = {}, QWidget* parent = nullptr);

    void setElideMode(Qt::TextElideMode mode);
    QSize minimumSizeHint() const override;
    QString textCutOff() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace netsmith::gui
