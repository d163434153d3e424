#pragma once

#include "gui/plots/qcustomplot.h"

#include <optional>

namespace netsmith::gui {

/// The losses of a learning rate range test over a logarithmic axis of learning rates: each step's loss faint, the running mean
/// clear, and a line at the suggested rate.
class RatePlot : public QCustomPlot {
    Q_OBJECT

public:
    explicit RatePlot(QWidget* parent = nullptr);

    void clear();
    void add(double rate, double loss, double smoothed);
    void mark(std::optional<double> rate);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyTheme();
    void refresh();

    QCPGraph* m_losses;
    QCPGraph* m_smoothed;
    QCPItemStraightLine* m_mark;
};

} // namespace netsmith::gui
