#pragma once

#include "gui/tryit/asking_panel.h"
#include "gui/tryit/forecast_curves.h"

#include <functional>

class QSlider;

namespace netsmith::gui {

class TextLabel;

/// Choose a stretch of a series, and compare the network's forecast with the actual values.
class SeriesPanel : public AskingPanel {
    Q_OBJECT

public:
    explicit SeriesPanel(QWidget* parent = nullptr);

    /// The number of stretches to choose from; 0 if no series has been read.
    void setStretches(qint64 count);
    /// The next stretch; after the last, the first.
    void next();
    /// The actual values of the stretch in question.
    void showTruth(ForecastCurves::Curve past, ForecastCurves::Curve future);
    /// `baseline` returns what its error should be compared with; an empty text: nothing.
    void showForecast(ForecastCurves::Curve forecast, const QString& run, qint64 step, std::function<QString()> baseline = {});

Q_SIGNALS:
    /// The panel is visible and needs the series; may be emitted again while it is being read.
    void seriesWanted();
    /// By index, from 0.
    void asked(qint64 stretch);

private:
    QStringList question() override;
    void ask() override;
    void refresh() override;

    TextLabel* m_baseline;
    std::function<QString()> m_baselineWords;
    TextLabel* m_title;
    QSlider* m_stretch;
    ForecastCurves* m_curves;
    qint64 m_count = 0;
};

} // namespace netsmith::gui
