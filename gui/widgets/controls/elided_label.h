#pragma once

#include "gui/widgets/controls/text_label.h"

namespace netsmith::gui {

/// One line of text that gives way where there is no room, and then tells the whole in its tooltip.
class ElidedLabel : public TextLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(TextRole role, const QString& tone = {}, QWidget* parent = nullptr);

    void setElideMode(Qt::TextElideMode mode);
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isElided() const;

    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace netsmith::gui
