#pragma once

#include "gui/plots/qcustomplot.h"
#include "gui/widgets/tokens.h"

#include <optional>
#include <vector>

namespace netsmith::gui {

/// Points of one kind in a plot.
struct ScoreSeries {
    enum class Form { line, dots, bars };

    QString name{}; ///< in the tool tip
    QString listed{}; ///< in the legend; empty: in none
    Token token = Token::accent;
    Form form = Form::line;
    std::vector<QPointF> points{};
    bool dashed = false;
    double width = 0.0; ///< of bars, in the units of the horizontal axis
};

/// A plot of some quality over another: curves, points or bars, read by pointing at them.
class ScorePlot : public QCustomPlot {
    Q_OBJECT

public:
    struct Axis {
        QString title;
        bool percent = false;
        std::optional<QCPRange> range; ///< empty: that of the points
    };

    explicit ScorePlot(const QString& objectName, QWidget* parent = nullptr);

    void setAxes(Axis x, Axis y);
    /// `diagonal`: with a line through equal numbers of both axes.
    void setSeries(std::vector<ScoreSeries> series, bool diagonal);
    const std::vector<ScoreSeries>& series() const { return m_series; }
    /// The point next to a place, as text; empty if none is near.
    QString wordsAt(const QPointF& place) const;

    /// As large as there is room.
    QSize sizeHint() const override { return minimumSizeHint(); }

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();
    /// Where it leaves enough room for the plot.
    void showLegend();
    void applyTheme();

    QCPLayoutElement* m_beside; ///< the legend beside the axes
    Axis m_x;
    Axis m_y;
    std::vector<ScoreSeries> m_series;
    bool m_diagonal = false;
};

} // namespace netsmith::gui
