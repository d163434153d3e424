#include "gui/plots/curve_plot.h"
#include "gui/plots/plot_grid.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_title.h"
#include "gui/widgets/theme.h"

#include <QtTest>

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QTemporaryDir>

#include <cmath>
#include <memory>

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int stepsPerEpoch = 100;

CurvePoint at(std::int64_t step, double value)
{
    const double epoch = static_cast<double>(step) / stepsPerEpoch;
    return {step, epoch, epoch * 10.0, value};
}

/// Loss and accuracy of `steps` steps that get better, with a validation an epoch.
void train(PlotPanel& panel, const std::string& run, int firstStep, int lastStep, double worse = 1.0)
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

void moveTo(QWidget& widget, const QPointF& position)
{
    QMouseEvent event(QEvent::MouseMove, position, widget.mapToGlobal(position), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

void turnWheel(QWidget& widget, const QPointF& position, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QWheelEvent event(position, widget.mapToGlobal(position), QPoint(), QPoint(0, 120 * notches), Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

bool near(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)});
}

bool same(const QCPRange& a, const QCPRange& b)
{
    return near(a.lower, b.lower) && near(a.upper, b.upper);
}

} // namespace

/// The live curves as a person uses them: pointer, keys and the controls above.
class TestPlotPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void saysWhatToDoWithoutARun();
    void titlesCarryThePresentValues();
    void hiddenPanelDrawsNothing();
    void drawsAtMostTenTimesASecond();
    void followedViewGrowsWithTheRun();
    void boxZoomsAllPlotsAlong();
    void flatBoxZoomsOneAxis();
    void liveDataLeavesAChosenViewAlone();
    void followBringsTheViewBack();
    void endingFollowHoldsTheView();
    void doubleClickResets();
    void wheelZoomsAtThePointer();
    void wheelOverAnAxisZoomsThatAxis();
    void middleDragPans();
    void keysPanAndZoom();
    void keysMoveTheCrosshair();
    void crosshairListsValuesSorted();
    void crosshairGoesWithThePointer();
    void logarithmicAxesAreLogarithmic();
    void valuesThatAreNotPositiveLeaveALogarithmicAxisUsable();
    void horizontalAxisCountsWhatWasChosen();
    void smoothingLeavesTheMeasuredTrace();
    void bestPointIsMarked();
    void numbersThatAreNotFiniteAreGaps();
    void severalRunsEachHaveTheirColour();
    void removedRunIsForgotten();
    void hiddenRunIsNotShown();
    void wrapsWhereItIsNarrow();
    void exportsAPicture();
    void exportSaysWhyItFailed();
    void followsTheTheme();
    void everyControlHasANameAndAnObjectName();

private:
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
    /// Waits until what came is drawn.
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

void TestPlotPanel::initTestCase()
{
    Theme::instance().setMode(Theme::Mode::dark);
    Theme::instance().apply();
}

void TestPlotPanel::init()
{
    m_panel = std::make_unique<PlotPanel>();
    m_panel->setQuantities({{"loss", u"Loss"_s, Better::lower, false}, {"accuracy", u"Accuracy"_s, Better::higher, true}});
    m_panel->resize(900, 300);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestPlotPanel::cleanup()
{
    m_panel.reset();
}

void TestPlotPanel::saysWhatToDoWithoutARun()
{
    const auto* words = m_panel->findChild<QLabel*>(u"plotEmptyTitle"_s);
    QVERIFY(words->isVisible());
    QVERIFY(words->text().contains(u"Run"_s));
    QVERIFY(!plot(u"loss"_s).isVisible());
    QTRY_VERIFY(!button(u"plotExport"_s).isEnabled());
    startRun(10);
    QVERIFY(!words->isVisible());
    QVERIFY(plot(u"loss"_s).isVisible());
    QVERIFY(button(u"plotExport"_s).isEnabled());
}

void TestPlotPanel::titlesCarryThePresentValues()
{
    m_panel->setRun({"a", u"run 1"_s, 5.0, 500.0});
    m_panel->append("a", "loss", CurveKind::train, std::vector{at(1, 0.5)});
    m_panel->append("a", "loss", CurveKind::validation, std::vector{at(1, 0.4), at(2, 0.3)});
    m_panel->append("a", "accuracy", CurveKind::train, std::vector{at(1, 0.992)});
    settle();
    QTRY_COMPARE(title(u"loss"_s).entries().size(), 2u);
    QCOMPARE(title(u"loss"_s).entries()[0].value, u"0.500"_s);
    QVERIFY(title(u"loss"_s).entries()[1].dashed);
    QCOMPARE(title(u"loss"_s).entries()[1].value, u"0.300 best"_s);
    QCOMPARE(title(u"accuracy"_s).entries()[0].value, u"99.2 %"_s);
    m_panel->append("a", "loss", CurveKind::validation, std::vector{at(3, 0.6)});
    QTRY_COMPARE(title(u"loss"_s).entries()[1].value, u"0.600"_s);
}

void TestPlotPanel::hiddenPanelDrawsNothing()
{
    startRun(50);
    m_panel->hide();
    QSignalSpy drawn(&plot(u"loss"_s), &QCustomPlot::afterReplot);
    train(*m_panel, "a", 51, 90);
    QTest::qWait(250); // two and a half intervals in which it might draw
    QCOMPARE(drawn.count(), 0);
    m_panel->show();
    QTRY_VERIFY(drawn.count() > 0);
    QVERIFY(plot(u"loss"_s).curves().front().series->size() == 90);
}

void TestPlotPanel::drawsAtMostTenTimesASecond()
{
    startRun(1);
    QSignalSpy drawn(&plot(u"loss"_s), &QCustomPlot::afterReplot);
    QElapsedTimer time;
    time.start();
    for (int step = 2; time.elapsed() < 550; ++step) {
        train(*m_panel, "a", step, step);
        QCoreApplication::processEvents();
    }
    const auto elapsed = static_cast<double>(time.elapsed());
    QVERIFY(drawn.count() >= 2);
    QVERIFY2(drawn.count() <= elapsed / 100.0 + 1.0, qPrintable(u"%1 in %2 ms"_s.arg(drawn.count()).arg(elapsed)));
}

void TestPlotPanel::followedViewGrowsWithTheRun()
{
    startRun(450);
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), {0.0, 5.0}));
    m_panel->clear();
    startRun(10);
    const QCPRange early = plot(u"loss"_s).xAxis->range();
    QVERIFY(early.upper >= 0.1 && early.upper < 1.0); // not a speck at the left edge of five epochs
    train(*m_panel, "a", 11, 200);
    settle();
    QVERIFY(plot(u"loss"_s).xAxis->range().upper > early.upper);
    QVERIFY(m_panel->follows());
}

void TestPlotPanel::boxZoomsAllPlotsAlong()
{
    startRun(450);
    CurvePlot& loss = plot(u"loss"_s);
    const QPoint from = inPlot(u"loss"_s, 0.25, 0.5);
    const QPoint to = inPlot(u"loss"_s, 0.75, 0.9);
    const QCPRange x(loss.xAxis->pixelToCoord(from.x()), loss.xAxis->pixelToCoord(to.x()));
    const QCPRange y(loss.yAxis->pixelToCoord(to.y()), loss.yAxis->pixelToCoord(from.y()));
    const QCPRange accuracyY = plot(u"accuracy"_s).yAxis->range();
    drag(u"loss"_s, from, to);
    QVERIFY(same(loss.xAxis->range(), x));
    QVERIFY(same(loss.yAxis->range(), y));
    QVERIFY(same(plot(u"accuracy"_s).xAxis->range(), x));
    // The other plot fits its height to what is in sight now.
    QVERIFY(plot(u"accuracy"_s).yAxis->range().size() < accuracyY.size());
    QVERIFY(!m_panel->follows());
}

void TestPlotPanel::flatBoxZoomsOneAxis()
{
    startRun(450);
    const QCPRange x = plot(u"loss"_s).xAxis->range();
    drag(u"loss"_s, inPlot(u"loss"_s, 0.5, 0.2), inPlot(u"loss"_s, 0.5, 0.8) + QPoint(2, 0));
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), x));
    QVERIFY(plot(u"loss"_s).hasChosenY());
    drag(u"accuracy"_s, inPlot(u"accuracy"_s, 0.2, 0.5), inPlot(u"accuracy"_s, 0.8, 0.5) + QPoint(0, 2));
    QVERIFY(!same(plot(u"accuracy"_s).xAxis->range(), x));
    QVERIFY(!plot(u"accuracy"_s).hasChosenY());
    QTest::mouseClick(&plot(u"accuracy"_s), Qt::LeftButton, {}, inPlot(u"accuracy"_s, 0.5, 0.5)); // a click is no box
    QVERIFY(!plot(u"accuracy"_s).hasChosenY());
}

void TestPlotPanel::liveDataLeavesAChosenViewAlone()
{
    startRun(300);
    drag(u"loss"_s, inPlot(u"loss"_s, 0.1, 0.2), inPlot(u"loss"_s, 0.4, 0.8));
    const QCPRange x = plot(u"loss"_s).xAxis->range();
    const QCPRange y = plot(u"loss"_s).yAxis->range();
    train(*m_panel, "a", 301, 480, 3.0);
    settle();
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), x));
    QVERIFY(same(plot(u"loss"_s).yAxis->range(), y));
    QVERIFY(same(plot(u"accuracy"_s).xAxis->range(), x));
}

void TestPlotPanel::followBringsTheViewBack()
{
    startRun(450);
    const QCPRange x = plot(u"loss"_s).xAxis->range();
    const QCPRange y = plot(u"loss"_s).yAxis->range();
    drag(u"loss"_s, inPlot(u"loss"_s, 0.1, 0.2), inPlot(u"loss"_s, 0.4, 0.8));
    QVERIFY(!button(u"plotFollow"_s).isChecked());
    QTest::mouseClick(&button(u"plotFollow"_s), Qt::LeftButton);
    QVERIFY(m_panel->follows());
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), x));
    QVERIFY(same(plot(u"loss"_s).yAxis->range(), y));
}

void TestPlotPanel::endingFollowHoldsTheView()
{
    startRun(100);
    const QCPRange x = plot(u"loss"_s).xAxis->range();
    QTest::mouseClick(&button(u"plotFollow"_s), Qt::LeftButton);
    train(*m_panel, "a", 101, 450);
    settle();
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), x));
}

void TestPlotPanel::doubleClickResets()
{
    startRun(450);
    const QCPRange x = plot(u"loss"_s).xAxis->range();
    turnWheel(plot(u"accuracy"_s), inPlot(u"accuracy"_s, 0.5, 0.5), 3);
    QVERIFY(!same(plot(u"loss"_s).xAxis->range(), x));
    QTest::mouseDClick(&plot(u"accuracy"_s), Qt::LeftButton, {}, inPlot(u"accuracy"_s, 0.5, 0.5));
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), x));
    QVERIFY(m_panel->follows());
    QVERIFY(!plot(u"accuracy"_s).hasChosenY());
}

void TestPlotPanel::wheelZoomsAtThePointer()
{
    startRun(450);
    CurvePlot& loss = plot(u"loss"_s);
    const QPoint pointer = inPlot(u"loss"_s, 0.3, 0.6);
    const double x = loss.xAxis->pixelToCoord(pointer.x());
    const double y = loss.yAxis->pixelToCoord(pointer.y());
    const QCPRange before = loss.xAxis->range();
    turnWheel(loss, pointer, 2);
    QVERIFY(loss.xAxis->range().size() < before.size());
    QVERIFY(std::abs(loss.xAxis->coordToPixel(x) - pointer.x()) < 1.0);
    QVERIFY(std::abs(loss.yAxis->coordToPixel(y) - pointer.y()) < 1.0);
    turnWheel(loss, pointer, -2);
    QVERIFY(near(loss.xAxis->range().size(), before.size()));
}

void TestPlotPanel::wheelOverAnAxisZoomsThatAxis()
{
    startRun(450);
    CurvePlot& loss = plot(u"loss"_s);
    const QCPRange x = loss.xAxis->range();
    turnWheel(loss, QPointF(4, inPlot(u"loss"_s, 0.5, 0.5).y()), 1);
    QVERIFY(same(loss.xAxis->range(), x));
    QVERIFY(loss.hasChosenY());
    QTest::mouseDClick(&loss, Qt::LeftButton, {}, inPlot(u"loss"_s, 0.5, 0.5));
    turnWheel(loss, QPointF(inPlot(u"loss"_s, 0.5, 0.5).x(), loss.height() - 4), 1);
    QVERIFY(!same(loss.xAxis->range(), x));
    QVERIFY(!loss.hasChosenY());
}

void TestPlotPanel::middleDragPans()
{
    startRun(450);
    CurvePlot& loss = plot(u"loss"_s);
    const QPoint from = inPlot(u"loss"_s, 0.5, 0.5);
    const double x = loss.xAxis->pixelToCoord(from.x());
    drag(u"loss"_s, from, from + QPoint(40, 10), Qt::MiddleButton);
    QVERIFY(std::abs(loss.xAxis->coordToPixel(x) - from.x() - 40) < 1.0);
}

void TestPlotPanel::keysPanAndZoom()
{
    startRun(450);
    CurvePlot& loss = plot(u"loss"_s);
    loss.setFocus();
    const QCPRange x = loss.xAxis->range();
    const QCPRange y = loss.yAxis->range();
    QTest::keyClick(&loss, Qt::Key_Plus);
    QVERIFY(loss.xAxis->range().size() < x.size());
    QVERIFY(loss.yAxis->range().size() < y.size());
    QTest::keyClick(&loss, Qt::Key_Minus);
    QVERIFY(near(loss.xAxis->range().size(), x.size()));
    const double left = loss.xAxis->range().lower;
    QTest::keyClick(&loss, Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(loss.xAxis->range().lower > left);
    QTest::keyClick(&loss, Qt::Key_Left, Qt::ShiftModifier);
    QVERIFY(near(loss.xAxis->range().lower, left));
    const double bottom = loss.yAxis->range().lower;
    QTest::keyClick(&loss, Qt::Key_Up);
    QVERIFY(loss.yAxis->range().lower > bottom);
    QTest::keyClick(&loss, Qt::Key_Down);
    QVERIFY(near(loss.yAxis->range().lower, bottom));
    QTest::keyClick(&loss, Qt::Key_Home);
    QVERIFY(m_panel->follows());
    QVERIFY(same(loss.xAxis->range(), x));
}

void TestPlotPanel::keysMoveTheCrosshair()
{
    startRun(450);
    CurvePlot& loss = plot(u"loss"_s);
    loss.setFocus();
    QTest::keyClick(&loss, Qt::Key_Right);
    QVERIFY(loss.crosshair());
    const double first = loss.crosshair()->x;
    QTest::keyClick(&loss, Qt::Key_Right);
    QTest::keyClick(&loss, Qt::Key_Right);
    const double third = loss.crosshair()->x;
    QVERIFY(third > first);
    QVERIFY(loss.accessibleDescription().contains(u"train"_s)); // what a screen reader tells
    QTest::keyClick(&loss, Qt::Key_Left);
    QVERIFY(loss.crosshair()->x < third);
    QVERIFY(plot(u"accuracy"_s).crosshair()); // the same moment in all plots
    // Past the edge of a closer view the view goes along.
    turnWheel(loss, inPlot(u"loss"_s, 0.0, 0.5), 10);
    const QCPRange close = loss.xAxis->range();
    for (int i = 0; i < 80; ++i)
        QTest::keyClick(&loss, Qt::Key_Right);
    QVERIFY(loss.xAxis->range().lower > close.lower);
    QVERIFY(loss.xAxis->range().contains(loss.crosshair()->x));
    QTest::keyClick(&loss, Qt::Key_Escape);
    QVERIFY(!loss.crosshair());
}

void TestPlotPanel::crosshairListsValuesSorted()
{
    m_panel->setRun({"a", u"run 1"_s, 4.0, 4.0 * stepsPerEpoch});
    for (const double value : {0.9, 0.5})
        m_panel->append("a", "loss", value > 0.7 ? CurveKind::validation : CurveKind::train,
                        std::vector{at(100, value), at(200, value), at(350, value)});
    m_panel->setRun({"b", u"run 2"_s, 4.0, 4.0 * stepsPerEpoch});
    m_panel->append("b", "loss", CurveKind::train, std::vector{at(100, 0.7), at(200, 0.1), at(350, 0.7)});
    settle();
    CurvePlot& loss = plot(u"loss"_s);
    moveTo(loss, QPointF(loss.xAxis->coordToPixel(1.02), 40));
    QVERIFY(loss.crosshair());
    QStringList names;
    for (const Crosshair::Row& row : loss.crosshair()->rows)
        names << row.name;
    QCOMPARE(names, (QStringList{u"run 1, validation"_s, u"run 2"_s, u"run 1"_s}));
    QVERIFY(loss.crosshair()->heading.contains(u"1.00"_s));
    QCOMPARE(loss.crosshair()->rows[0].value, u"0.900"_s);
    moveTo(loss, QPointF(loss.xAxis->coordToPixel(2.0), 40));
    QCOMPARE(loss.crosshair()->rows.back().name, u"run 2"_s); // by what is drawn, the smoothed value
    QCOMPARE(loss.crosshair()->rows.back().measured, u"0.100"_s);
}

void TestPlotPanel::crosshairGoesWithThePointer()
{
    startRun(100);
    CurvePlot& loss = plot(u"loss"_s);
    moveTo(loss, inPlot(u"loss"_s, 0.3, 0.5));
    QVERIFY(loss.crosshair());
    QVERIFY(plot(u"accuracy"_s).crosshair());
    moveTo(loss, QPointF(2, 2)); // beside the axes
    QVERIFY(!loss.crosshair());
    moveTo(loss, inPlot(u"loss"_s, 0.3, 0.5));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&loss, &leave);
    QVERIFY(!loss.crosshair());
    QVERIFY(!plot(u"accuracy"_s).crosshair());
}

void TestPlotPanel::logarithmicAxesAreLogarithmic()
{
    startRun(450);
    QTest::mouseClick(&button(u"plotLogX"_s), Qt::LeftButton);
    QTest::mouseClick(&button(u"plotLogY"_s), Qt::LeftButton);
    CurvePlot& loss = plot(u"loss"_s);
    for (const QCPAxis* axis : {loss.xAxis, loss.yAxis}) {
        const double a = axis->range().lower;
        const double step = axis->coordToPixel(2 * a) - axis->coordToPixel(a);
        QVERIFY(std::abs(step) > 1.0);
        QVERIFY(std::abs(axis->coordToPixel(4 * a) - axis->coordToPixel(2 * a) - step) < 1e-6);
    }
    QVERIFY(near(loss.xAxis->range().lower, 0.01)); // the first step, for nothing shows zero
    drag(u"loss"_s, inPlot(u"loss"_s, 0.2, 0.2), inPlot(u"loss"_s, 0.6, 0.6));
    QVERIFY(loss.xAxis->range().lower > 0.01);
    QTest::mouseClick(&button(u"plotLogX"_s), Qt::LeftButton);
    QVERIFY(same(loss.xAxis->range(), {0.0, 5.0}));
}

void TestPlotPanel::valuesThatAreNotPositiveLeaveALogarithmicAxisUsable()
{
    m_panel->setRun({"a", u"run 1"_s, 0.0, 0.0});
    m_panel->append("a", "loss", CurveKind::validation, std::vector{at(0, 0.0), at(1, -1.0), at(2, 0.5), at(3, 0.05)});
    m_panel->append("a", "accuracy", CurveKind::validation, std::vector{at(0, 0.0), at(1, 0.0)});
    settle();
    QTest::mouseClick(&button(u"plotLogX"_s), Qt::LeftButton);
    QTest::mouseClick(&button(u"plotLogY"_s), Qt::LeftButton);
    for (const QString& name : {u"loss"_s, u"accuracy"_s})
        for (const QCPAxis* axis : {plot(name).xAxis, plot(name).yAxis})
            QVERIFY(axis->range().lower > 0.0 && axis->range().upper > axis->range().lower);
    QVERIFY(plot(u"loss"_s).yAxis->range().contains(0.05));
    QVERIFY(plot(u"loss"_s).yAxis->range().lower > 0.001);
}

void TestPlotPanel::horizontalAxisCountsWhatWasChosen()
{
    startRun(450);
    auto* axis = m_panel->findChild<QComboBox*>(u"plotAxis"_s);
    axis->setFocus();
    QTest::keyClick(axis, Qt::Key_Down);
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), {0.0, 500.0}));
    QTest::keyClick(axis, Qt::Key_Down);
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), {0.0, 45.0}));
    moveTo(plot(u"loss"_s), inPlot(u"loss"_s, 0.4, 0.5));
    QVERIFY(plot(u"loss"_s).crosshair()->heading.startsWith(u"18"_s));
}

void TestPlotPanel::smoothingLeavesTheMeasuredTrace()
{
    m_panel->setRun({"a", u"run 1"_s, 1.0, stepsPerEpoch});
    for (int step = 1; step <= stepsPerEpoch; ++step)
        m_panel->append("a", "loss", CurveKind::train, std::vector{at(step, step % 2 ? 1.0 : 0.0)});
    settle();
    auto* slider = m_panel->findChild<QSlider*>(u"plotSmoothing"_s);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_End);
    settle();
    const CurveSeries& series = *m_panel->model().find({"a", "loss", CurveKind::train});
    QCOMPARE(series.smoothing(), 0.999);
    QVERIFY(std::abs(series.values(CurveTraceKind::smoothed).back() - 0.5) < 0.01);
    QCOMPARE(series.values(CurveTraceKind::raw)[stepsPerEpoch - 2], 1.0);
    QTest::keyClick(slider, Qt::Key_Home);
    settle();
    QCOMPARE(series.smoothing(), 0.0);
    QCOMPARE(series.values(CurveTraceKind::smoothed)[stepsPerEpoch - 2], 1.0);
}

void TestPlotPanel::bestPointIsMarked()
{
    startRun(450); // the best validation is that of step 300
    CurvePlot& loss = plot(u"loss"_s);
    const QImage image = loss.grab().toImage();
    const auto dotAt = [&](double epoch) {
        const CurveSeries& series = *m_panel->model().find({"a", "loss", CurveKind::validation});
        const std::size_t point = *series.nearest(CurveX::epoch, epoch);
        const QPointF pixel(loss.xAxis->coordToPixel(epoch), loss.yAxis->coordToPixel(series.values(CurveTraceKind::raw)[point]));
        int height = 0;
        for (int y = -8; y <= 8; ++y) {
            const QColor color = image.pixelColor(qRound(pixel.x()), qRound(pixel.y()) + y);
            height += color.red() > 180 && color.blue() < 140 ? 1 : 0;
        }
        return height;
    };
    QVERIFY(dotAt(1.0) >= 3);
    QVERIFY2(dotAt(3.0) >= dotAt(1.0) + 2, qPrintable(u"%1 against %2 pixels"_s.arg(dotAt(3.0)).arg(dotAt(1.0))));
}

void TestPlotPanel::numbersThatAreNotFiniteAreGaps()
{
    m_panel->setRun({"a", u"run 1"_s, 1.0, stepsPerEpoch});
    m_panel->append("a", "loss", CurveKind::train, std::vector{at(1, 0.5), at(2, std::nan("")), at(3, HUGE_VAL), at(4, 0.4)});
    settle();
    const QCPRange y = plot(u"loss"_s).yAxis->range();
    QVERIFY(y.lower < 0.5 && y.upper < 1.0);
    m_panel->append("a", "loss", CurveKind::train, std::vector{at(5, std::nan(""))});
    settle();
    QTRY_COMPARE(title(u"loss"_s).entries()[0].value, u"NaN"_s);
}

void TestPlotPanel::severalRunsEachHaveTheirColour()
{
    startRun(200);
    m_panel->setRun({"b", u"run 2"_s, 5.0, 500.0});
    m_panel->setRun({"c", u"run 3"_s, 5.0, 500.0});
    train(*m_panel, "b", 1, 200, 1.5);
    train(*m_panel, "c", 1, 200, 2.0);
    settle();
    QCOMPARE(m_panel->colorOf("a"), Theme::instance().color(Token::accent));
    QVERIFY(m_panel->colorOf("b") != m_panel->colorOf("c"));
    QVERIFY(m_panel->colorOf("b") != m_panel->colorOf("a"));
    QStringList names;
    for (const PlotTitle::Entry& entry : title(u"loss"_s).entries())
        names << entry.name;
    QCOMPARE(names, (QStringList{u"run 1"_s, u"run 2"_s, u"run 3"_s}));
    m_panel->setCurrentRun("b");
    settle();
    QCOMPARE(m_panel->colorOf("b"), Theme::instance().color(Token::accent));
    QTRY_COMPARE(title(u"loss"_s).entries().front().name, u"run 2"_s);
}

void TestPlotPanel::removedRunIsForgotten()
{
    startRun(200);
    m_panel->setRun({"b", u"run 2"_s, 5.0, 500.0});
    train(*m_panel, "b", 1, 200, 1.5);
    settle();
    m_panel->removeRun("a");
    m_panel->grab(); // draws at once what is left
    settle();
    QVERIFY(!m_panel->model().hasRun("a"));
    QCOMPARE(m_panel->colorOf("b"), Theme::instance().color(Token::accent));
    QCOMPARE(plot(u"loss"_s).curves().size(), 2u);
    m_panel->clear();
    QTRY_VERIFY(m_panel->findChild<QLabel*>(u"plotEmptyTitle"_s)->isVisible());
}

void TestPlotPanel::hiddenRunIsNotShown()
{
    startRun(200);
    m_panel->setRun({"b", u"run 2"_s, 50.0, 5000.0, false});
    train(*m_panel, "b", 1, 2000, 9.0);
    settle();
    QCOMPARE(plot(u"loss"_s).curves().size(), 2u);
    QVERIFY(plot(u"loss"_s).xAxis->range().upper <= 5.0);
    m_panel->setRun({"b", u"run 2"_s, 50.0, 5000.0, true});
    settle();
    QCOMPARE(plot(u"loss"_s).curves().size(), 4u);
}

void TestPlotPanel::wrapsWhereItIsNarrow()
{
    startRun(10);
    auto* grid = m_panel->findChild<PlotGrid*>();
    QCOMPARE(grid->columns(), 2);
    m_panel->resize(340, 400);
    QTRY_COMPARE(grid->columns(), 1);
    QVERIFY(plot(u"accuracy"_s).mapTo(m_panel.get(), QPoint()).y() > plot(u"loss"_s).mapTo(m_panel.get(), QPoint()).y());
    m_panel->resize(900, 300);
    QTRY_COMPARE(grid->columns(), 2);
}

void TestPlotPanel::exportsAPicture()
{
    startRun(450);
    QTemporaryDir folder;
    const QString path = folder.filePath(u"curves.png"_s);
    QVERIFY(m_panel->exportPicture(path.toStdString()).hasValue());
    const QImage image(path);
    QCOMPARE(image.size(), m_panel->findChild<PlotGrid*>()->widget()->size() * 2);
    int accent = 0;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2)
            accent += image.pixelColor(x, y) == Theme::instance().color(Token::accent) ? 1 : 0;
    QVERIFY(accent > 100);
}

void TestPlotPanel::exportSaysWhyItFailed()
{
    startRun(10);
    const auto saved = m_panel->exportPicture("/no/such/folder/curves.png");
    QVERIFY(!saved.hasValue());
    QVERIFY(!saved.error().message().text().empty());
}

void TestPlotPanel::followsTheTheme()
{
    startRun(100);
    const QColor dark = plot(u"loss"_s).grab().toImage().pixelColor(1, 1);
    Theme::instance().setMode(Theme::Mode::light);
    settle();
    QVERIFY(plot(u"loss"_s).grab().toImage().pixelColor(1, 1) != dark);
    QCOMPARE(plot(u"loss"_s).curves().front().color, Theme::instance().color(Token::accent));
    Theme::instance().setMode(Theme::Mode::dark);
    settle();
    QCOMPARE(plot(u"loss"_s).grab().toImage().pixelColor(1, 1), dark);
}

void TestPlotPanel::everyControlHasANameAndAnObjectName()
{
    for (const QWidget* widget : m_panel->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith(u"qt_"_s)
            || !widget->isEnabledTo(m_panel.get()))
            continue;
        if (widget->inherits("QAbstractItemView") || widget->parent()->inherits("QAbstractItemView"))
            continue; // the list within a box of choices
        const auto* asButton = qobject_cast<const QAbstractButton*>(widget);
        QVERIFY2(!widget->objectName().isEmpty(), widget->metaObject()->className());
        QVERIFY2(!widget->accessibleName().isEmpty() || (asButton && !asButton->text().isEmpty()),
                 qPrintable(widget->objectName()));
    }
}

QTEST_MAIN(TestPlotPanel)
#include "test_plot_panel.moc"
