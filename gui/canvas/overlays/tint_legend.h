#pragma once

#include "gui/canvas/network_tint.h"

#include <QWidget>

namespace netsmith::gui {

/// The legend of the network's colours, in a corner of the canvas; hidden while there are none.
class TintLegend final : public QWidget {
    Q_OBJECT

public:
    explicit TintLegend(QWidget* parent);

    /// Null: no colours.
    void setTint(const NetworkTint* tint);
    void renew();

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
    std::array<QString, NetworkTint::steps - 1> m_borders;
};

} // namespace netsmith::gui
