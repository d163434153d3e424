#include "gui/plots/plot_grid.h"
#include "gui/plots/plot_inset.h"
#include "tests/gui/plots/plot_panel_fixture.h"
#include "tests/test_program.h"

namespace test_plot_navigation {

using namespace netsmith::gui;
using namespace netsmith::gui::test;

/// Zooming, panning and the crosshair, with pointer and keys.
class TestPlotNavigation : public PlotPanelFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { openPanel(); }
    void cleanup() { closePanel(); }

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
    void theInsetIsReadOffAtTheCrosshair();
    void crosshairGoesWithThePointer();
};

void TestPlotNavigation::boxZoomsAllPlotsAlong()
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
    // The other plot fits its height to what is visible now.
    QVERIFY(plot(u"accuracy"_s).yAxis->range().size() < accuracyY.size());
    QVERIFY(!m_panel->follows());
}

void TestPlotNavigation::flatBoxZoomsOneAxis()
{
    startRun(450);
    const QCPRange x = plot(u"loss"_s).xAxis->range();
    drag(u"loss"_s, inPlot(u"loss"_s, 0.5, 0.2), inPlot(u"loss"_s, 0.5, 0.8) + QPoint(2, 0));
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), x));
    QVERIFY(plot(u"loss"_s).hasChosenY());
    drag(u"accuracy"_s, inPlot(u"accuracy"_s, 0.2, 0.5), inPlot(u"accuracy"_s, 0.8, 0.5) + QPoint(0, 2));
    QVERIFY(!same(plot(u"accuracy"_s).xAxis->range(), x));
    QVERIFY(!plot(u"accuracy"_s).hasChosenY());
    QTest::mouseClick(&plot(u"accuracy"_s), Qt::LeftButton, {}, inPlot(u"accuracy"_s, 0.5, 0.5)); // a click does not zoom
    QVERIFY(!plot(u"accuracy"_s).hasChosenY());
}

void TestPlotNavigation::liveDataLeavesAChosenViewAlone()
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

void TestPlotNavigation::followBringsTheViewBack()
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

void TestPlotNavigation::endingFollowHoldsTheView()
{
    startRun(100);
    const QCPRange x = plot(u"loss"_s).xAxis->range();
    QTest::mouseClick(&button(u"plotFollow"_s), Qt::LeftButton);
    train(*m_panel, "a", 101, 450);
    settle();
    QVERIFY(same(plot(u"loss"_s).xAxis->range(), x));
}

void TestPlotNavigation::doubleClickResets()
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

void TestPlotNavigation::wheelZoomsAtThePointer()
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

void TestPlotNavigation::wheelOverAnAxisZoomsThatAxis()
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

void TestPlotNavigation::middleDragPans()
{
    startRun(450);
    CurvePlot& loss = plot(u"loss"_s);
    const QPoint from = inPlot(u"loss"_s, 0.5, 0.5);
    const double x = loss.xAxis->pixelToCoord(from.x());
    drag(u"loss"_s, from, from + QPoint(40, 10), Qt::MiddleButton);
    QVERIFY(std::abs(loss.xAxis->coordToPixel(x) - from.x() - 40) < 1.0);
}

void TestPlotNavigation::keysPanAndZoom()
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

void TestPlotNavigation::keysMoveTheCrosshair()
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
    QVERIFY(loss.accessibleDescription().contains(u"train"_s)); // for screen readers
    QTest::keyClick(&loss, Qt::Key_Left);
    QVERIFY(loss.crosshair()->x < third);
    QVERIFY(plot(u"accuracy"_s).crosshair()); // the same moment in all plots
    // Past the edge of a zoomed view, the view follows.
    turnWheel(loss, inPlot(u"loss"_s, 0.0, 0.5), 10);
    const QCPRange close = loss.xAxis->range();
    for (int i = 0; i < 80; ++i)
        QTest::keyClick(&loss, Qt::Key_Right);
    QVERIFY(loss.xAxis->range().lower > close.lower);
    QVERIFY(loss.xAxis->range().contains(loss.crosshair()->x));
    QTest::keyClick(&loss, Qt::Key_Escape);
    QVERIFY(!loss.crosshair());
}

void TestPlotNavigation::crosshairListsValuesSorted()
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
    QCOMPARE(names, (QStringList{u"run 1, validation"_s, u"run 2, train"_s, u"run 1, train"_s}));
    QVERIFY(loss.crosshair()->heading.contains(u"1.00"_s));
    QCOMPARE(loss.crosshair()->rows[0].value, u"0.900"_s);
    moveTo(loss, QPointF(loss.xAxis->coordToPixel(2.0), 40));
    QCOMPARE(loss.crosshair()->rows.back().name, u"run 2, train"_s); // the value that is drawn, the smoothed one
    QCOMPARE(loss.crosshair()->rows.back().measured, u"0.100"_s);
}

void TestPlotNavigation::theInsetIsReadOffAtTheCrosshair()
{
    m_panel->setQuantities(
        {{"loss", u"Loss"_s, Better::lower, false}, {"rate", u"Learning rate"_s, Better::neither, false, false, true}});
    for (const char* run : {"a", "b"}) {
        m_panel->setRun({run, run == std::string("a") ? u"run 1"_s : u"run 2"_s, 4.0, 4.0 * stepsPerEpoch});
        m_panel->append(run, "loss", CurveKind::train, std::vector{at(100, 0.7), at(200, 0.5), at(400, 0.4)});
        m_panel->append(run, "rate", CurveKind::plain,
                        std::vector{at(100, 0.01), at(200, 0.005), at(400, run[0] == 'a' ? 0.001 : 0.002)});
    }
    settle();
    QVERIFY(!m_panel->findChild<CurvePlot*>(u"plot_rate"_s)); // it has no plot of its own
    CurvePlot& loss = plot(u"loss"_s);
    QTRY_VERIFY(loss.inset() && loss.inset()->isShown());
    moveTo(loss, QPointF(loss.xAxis->coordToPixel(2.0), 40));
    QCOMPARE(loss.crosshair()->beside.size(), 1u); // what is the same in both is shown once
    QCOMPARE(loss.crosshair()->beside[0].name, u"Learning rate"_s);
    QCOMPARE(loss.crosshair()->beside[0].value, u"0.005"_s);
    QVERIFY2(loss.accessibleDescription().contains(u"Learning rate: 0.005"_s), qPrintable(loss.accessibleDescription()));
    moveTo(loss, QPointF(loss.xAxis->coordToPixel(3.9), 40));
    QStringList names, values;
    for (const Crosshair::Row& row : loss.crosshair()->beside) {
        names << row.name;
        values << row.value;
    }
    QCOMPARE(names, (QStringList{u"run 2, Learning rate"_s, u"run 1, Learning rate"_s}));
    QCOMPARE(values, (QStringList{u"0.002"_s, u"0.001"_s}));
    m_panel->removeRun("a");
    m_panel->removeRun("b");
    m_panel->grab(); // without the removed curves
}

void TestPlotNavigation::crosshairGoesWithThePointer()
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

NETSMITH_WINDOW_TEST(TestPlotNavigation)

} // namespace test_plot_navigation

#include "test_plot_navigation.moc"
