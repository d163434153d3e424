#pragma once

#include "gui/tryit/asking_panel.h"
#include "gui/tryit/forecast_curves.h"

#include <functional>

class QSlider;

namespace netsmith::gui {

class TextLabel;

/// Choose a stretch of a series, and see what the network forecasts beside what came.
class SeriesPanel : public AskingPanel {
    Q_OBJECT

public:
    explicit SeriesPanel(QWidget* parent = nullptr);

    /// How many stretches there are to choose from; 0 where none is read.
    void setStretches(qint64 count);
    /// The next stretch, after the last the first.
    void next();
    /// What there is of the stretch that was asked about.
    void showTruth(ForecastCurves::Curve past, ForecastCurves::Curve future);
    /// `baseline` says what its error is to be held against; empty words: nothing.
    void showForecast(ForecastCurves::Curve forecast, const QString& run, qint64 step, std::function<QString()> baseline = {});

Q_SIGNALS:
    /// The series is to be read, for somebody looks; may come again while it is.
    void seriesWanted();
    /// By number, from 0.
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
