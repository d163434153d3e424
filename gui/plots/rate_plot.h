#pragma once

#include "gui/plots/qcustomplot.h"

#include <optional>

namespace netsmith::gui {

/// The losses of a range test along a logarithmic axis of learning rates: each step's faint, their running mean clear, and a line
/// at the rate that is suggested.
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
