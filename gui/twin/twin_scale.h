#pragma once

#include "engine/twin/twin_values.h"
#include "gui/plots/curve_series.h"

#include <QWidget>

#include <span>

namespace netsmith::gui {

class CurvePlot;
class TextLabel;

/// The loss scale of the low-precision copy by step, with the skipped steps marked; hidden if its precision needs none.
class TwinScale : public QWidget {
    Q_OBJECT

public:
    explicit TwinScale(QWidget* parent = nullptr);

    void clear();
    void add(std::span<const twin::TwinStep> steps);
    void retranslate();

private:
    void showCurves();
    void applyTheme();

    TextLabel* m_title;
    CurvePlot* m_plot;
    CurveSeries m_scale;
    CurveSeries m_skips;
    std::optional<double> m_next; ///< of the next step
    std::int64_t m_skipped = 0;
};

} // namespace netsmith::gui
