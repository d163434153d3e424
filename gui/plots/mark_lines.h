#pragma once

#include "gui/plots/plot_quantity.h"
#include "gui/plots/qcustomplot.h"

#include <QWidget>

#include <array>
#include <vector>

namespace netsmith::gui {

/// What a run did, as thin vertical lines below the curves; a validation also as a band as long as it took.
class MarkLines final : public QCPAbstractItem {
public:
    explicit MarkLines(QCustomPlot* plot);

    /// Null: none.
    void setMarks(const std::vector<PlotMark>* marks) { m_marks = marks; }
    void setX(CurveX x) { m_x = x; }
    static QPen penOf(PlotMark::Kind kind);

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1.0; }

protected:
    void draw(QCPPainter* painter) override;

private:
    const std::vector<PlotMark>* m_marks = nullptr;
    CurveX m_x = CurveX::epoch;
};

/// Explains the lines, of the kinds that there are.
class MarkLegend final : public QWidget {
    Q_OBJECT

public:
    explicit MarkLegend(QWidget* parent = nullptr);

    void setMarks(const std::vector<PlotMark>* marks);
    const std::array<bool, PlotMark::kinds>& shown() const { return m_shown; }
    static QString titleOf(PlotMark::Kind kind);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void tell();

    std::array<bool, PlotMark::kinds> m_shown{};
};

} // namespace netsmith::gui
