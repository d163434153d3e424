#pragma once

#include "gui/tryit/forecast_curves.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QSlider;

namespace netsmith::gui {

class NoteBox;
class TextLabel;

/// Choose a stretch of a series, and see what the network forecasts beside what came, while it trains and after. Asks at most 15
/// times a second, and only for what is new.
class SeriesPanel : public QWidget {
    Q_OBJECT

public:
    explicit SeriesPanel(QWidget* parent = nullptr);

    /// Whether there is a network to ask.
    void setReady(bool ready);
    /// How many stretches there are to choose from; 0 where none is read.
    void setStretches(qint64 count);
    /// The weights changed, so that an answer would be another one.
    void networkChanged();
    /// The next stretch, after the last the first.
    void next();
    /// What there is of the stretch that was asked about.
    void showTruth(ForecastCurves::Curve past, ForecastCurves::Curve future);
    void showForecast(ForecastCurves::Curve forecast, const QString& run, qint64 step);
    void showProblem(const QString& sentence);

Q_SIGNALS:
    /// The series is to be read, for somebody looks; may come again while it is.
    void seriesWanted();
    /// By number, from 0.
    void asked(qint64 stretch);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void soon();
    void ask();
    void refresh();

    NoteBox* m_note;
    TextLabel* m_title;
    QSlider* m_stretch;
    ForecastCurves* m_curves;
    TextLabel* m_caption;
    QTimer m_timer;
    qint64 m_count = 0;
    qint64 m_lastAsked = -1;
    QString m_answeredBy; ///< the run whose forecast is shown
    qint64 m_answeredStep = 0;
    QString m_problem;
    bool m_ready = false;
};

} // namespace netsmith::gui
