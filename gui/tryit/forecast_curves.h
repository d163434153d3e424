#pragma once

#include <QPointF>
#include <QWidget>

#include <vector>

namespace netsmith::gui {

/// A series up to now, what came then, and what a network foresaw, along the rows of time.
class ForecastCurves : public QWidget {
    Q_OBJECT

public:
    using Curve = std::vector<QPointF>; ///< row (the first that is forecast is 0) and value, by rows

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
