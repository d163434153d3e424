#pragma once

#include <QCheckBox>

namespace netsmith::gui {

/// A check box whose text gives way where there is no room, and is then told whole in the tooltip.
class ElidedCheckBox : public QCheckBox {
    Q_OBJECT

public:
    explicit ElidedCheckBox(const QString& text, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString shownText() const;
};

} // namespace netsmith::gui
