#pragma once

#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/plain_text.h"

namespace netsmith::gui {

/// One line of text that gives way where there is no room, and then tells the whole in its tooltip.
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
