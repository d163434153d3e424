#pragma once

#include "gui/canvas/network_tint.h"
#include "gui/canvas/overlays/legend.h"

namespace netsmith::gui {

/// The legend of the network's colours.
class TintLegend final : public Legend {
    Q_OBJECT

public:
    explicit TintLegend(QWidget* parent);

    /// Null: no colours.
    void setTint(const NetworkTint* tint);

protected:
    void paintBar(QPainter& painter, const QRect& bar, const QRect& below) override;

private:
    std::array<QString, NetworkTint::steps - 1> m_borders;
};

} // namespace netsmith::gui
