#pragma once

#include "engine/twin/twin_values.h"
#include "gui/plots/qcustomplot.h"

#include <span>

namespace netsmith::gui {

/// The losses of both copies by step: the low-precision one dashed over the FP32 one.
class TwinLosses : public QCustomPlot {
    Q_OBJECT

public:
    explicit TwinLosses(QWidget* parent = nullptr);

    void clear();
    void add(std::span<const twin::TwinStep> steps);

private:
    void applyTheme();

    QCPGraph* m_exact;
    QCPGraph* m_low;
};

} // namespace netsmith::gui
