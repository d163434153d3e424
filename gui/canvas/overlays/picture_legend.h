#pragma once

#include "gui/canvas/overlays/legend.h"

namespace netsmith::gui {

/// The legend of the pictures at the nodes: the colours from the most negative number to the largest.
class PictureLegend final : public Legend {
    Q_OBJECT

public:
    explicit PictureLegend(QWidget* parent);

    using Legend::setTitle;

protected:
    void paintBar(QPainter& painter, const QRect& bar, const QRect& below) override;
};

} // namespace netsmith::gui
