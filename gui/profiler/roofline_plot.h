#pragma once

#include "engine/inspect/profiler/training_profile.h"
#include "gui/plots/qcustomplot.h"

namespace netsmith::gui {

/// The layers of a step beside what the device can do: how fast each computes over how much it computes for a byte that it moves,
/// on logarithmic axes, under the roof of the device's memory and arithmetic. Read by pointing at them.
class RooflinePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit RooflinePlot(QWidget* parent = nullptr);

    void show(const inspect::TrainingProfile& profile);
    /// The layers with a point.
    const std::vector<inspect::LayerShare>& points() const { return m_points; }
    /// A point's place, for tests.
    QPointF placeOf(std::size_t point) const;
    /// The point next to a place, as text; empty if none is near.
    QString wordsAt(const QPointF& place) const;

    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    bool event(QEvent* event) override;

private:
    void draw();
    void applyTheme();

    std::vector<inspect::LayerShare> m_points;
    inspect::DeviceLimits m_limits;
    double m_step = 0.0; ///< seconds
};

} // namespace netsmith::gui
