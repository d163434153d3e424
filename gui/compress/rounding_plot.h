#pragma once

#include "gui/compress/rounded_layers.h"
#include "gui/plots/qcustomplot.h"

namespace netsmith::gui {

/// How often a layer's input has which numbers, with the grid that they are rounded to: its ends, and a line for every sixteenth
/// of its 256 numbers.
class RoundingPlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit RoundingPlot(QWidget* parent = nullptr);

    /// One with numbers and a range.
    void show(RoundedLayer layer);
    const RoundedLayer& layer() const { return m_layer; }

    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    bool event(QEvent* event) override;

private:
    void applyTheme();
    void draw();

    RoundedLayer m_layer;
};

} // namespace netsmith::gui
