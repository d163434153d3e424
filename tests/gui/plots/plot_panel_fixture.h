#pragma once

#include "gui/plots/curve_plot.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_title.h"
#include "gui/widgets/theme.h"

#include <QtTest>

#include <QAbstractButton>

#include <cmath>
#include <memory>

namespace netsmith::gui::test {

using namespace Qt::StringLiterals;

constexpr int stepsPerEpoch = 100;

inline CurvePoint at(std::int64_t step, double value)
{
    const double epoch = static_cast<double>(step) / stepsPerEpoch;
    return {step, epoch, epoch * 10.0, value};
}

/// Loss and accuracy of `steps` steps that improve, with one validation an epoch.
inline void train(PlotPanel& panel, const std::string& run, int firstStep, int lastStep, double worse = 1.0)
{
    for (int step = firstStep; step <= lastStep; ++step) {
        const double loss = worse * (0.2 + std::exp(-step / 80.0));
        const std::vector<CurvePoint> points{at(step, loss)};
        panel.append(run, "loss", CurveKind::train, points);
        panel.append(run, "accuracy", CurveKind::train, std::vector{at(step, 1.0 - loss / 2)});
        if (step % stepsPerEpoch == 0)
            panel.append(run, "loss", CurveKind::validation, std::vector{at(step, loss + (step == 300 ? -0.15 : 0.1))});
    }
}

inline void moveTo(QWidget& widget, const QPointF& position)
{
    QMouseEvent event(QEvent::MouseMove, position, widget.mapToGlobal(position), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

inline void turnWheel(QWidget& widget, const QPointF& position, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QWheelEvent event(position, widget.mapToGlobal(position), QPoint(), QPoint(0, 120 * notches), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

inline bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)});
}

inline bool same(const QCPRange& a, const QCPRange& b)
{
    return near(a.lower, b.lower) && near(a.upper, b.upper);
}

/// A panel of loss and accuracy on the screen, with mouse and keyboard.
class PlotPanelFixture : public QObject {
protected:
    void openPanel()
    {
        Theme::instance().setMode(Theme::Mode::dark);
        Theme::instance().apply();
        m_panel = std::make_unique<PlotPanel>();
        m_panel->setQuantities({{"loss", u"Loss"_s, Better::lower, false}, {"accuracy", u"Accuracy"_s, Better::higher, true}});
        m_panel->resize(900, 300);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void closePanel() { m_panel.reset(); }

    CurvePlot& plot(const QString& quantity) { return *m_panel->findChild<CurvePlot*>(u"plot_"_s + quantity); }
    PlotTitle& title(const QString& quantity) { return *m_panel->findChild<PlotTitle*>(u"plotTitle_"_s + quantity); }
    QAbstractButton& button(const QString& name) { return *m_panel->findChild<QAbstractButton*>(name); }
    QPoint inPlot(const QString& quantity, double x, double y)
    {
        const QRect area = plot(quantity).axisRect()->rect();
        return {area.left() + qRound(area.width() * x), area.top() + qRound(area.height() * y)};
    }
    void drag(const QString& quantity, const QPoint& from, const QPoint& to, Qt::MouseButton which = Qt::LeftButton)
    {
        QTest::mousePress(&plot(quantity), which, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, plot(quantity).mapToGlobal(to), Qt::NoButton, which, Qt::NoModifier);
        QApplication::sendEvent(&plot(quantity), &move);
        QTest::mouseRelease(&plot(quantity), which, {}, to);
    }
    /// Waits until everything is drawn.
    void settle()
    {
        QSignalSpy drawn(&plot(u"loss"_s), &QCustomPlot::afterReplot);
        QVERIFY(drawn.wait(2000));
    }
    void startRun(int steps)
    {
        m_panel->setRun({"a", u"run 1"_s, 5.0, 500.0});
        train(*m_panel, "a", 1, steps);
        settle();
    }

    std::unique_ptr<PlotPanel> m_panel;
};

} // namespace netsmith::gui::test
