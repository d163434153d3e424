#pragma once

#include <QPointF>
#include <QWidget>

#include <vector>

namespace netsmith::gui {

/// A series so far, its actual continuation and the network's forecast, over the rows of time.
class ForecastCurves : public QWidget {
    Q_OBJECT

public:
    using Curve = std::vector<QPointF>; ///< row (0: the first forecast one) and value, by row

    explicit ForecastCurves(QWidget* parent = nullptr);

    void showTruth(Curve past, Curve future);
    void showForecast(Curve forecast);
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Curve m_past;
    Curve m_future;
    Curve m_forecast;
};

} // namespace netsmith::gui
