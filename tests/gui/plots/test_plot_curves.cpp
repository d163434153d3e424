#include "tests/gui/plots/plot_panel_fixture.h"
#include "tests/test_program.h"

#include <QComboBox>
#include <QSlider>

namespace test_plot_curves {

using namespace netsmith::gui;
using namespace netsmith::gui::test;

/// The live curves as shown: axes, traces, marks and legends.
class TestPlotCurves : public PlotPanelFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { openPanel(); }
    void cleanup() { closePanel(); }

    void logarithmicAxesAreLogarithmic();
    void valuesThatAreNotPositiveLeaveALogarithmicAxisUsable();
    void horizontalAxisCountsWhatWasChosen();
    void numbersBelowLeaveRoomForEachOther_data();
    void numbersBelowLeaveRoomForEachOther();
    void smoothingLeavesTheMeasuredTrace();
    void bestPointIsMarked();
    void whatIsDoubledHasAnAxisOfPowersOfTwo();
    void marksStandOut();
    void numbersThatAreNotFiniteAreGaps();
    void severalRunsEachHaveTheirColour();
    void legendTellsTrainFromValidation();
    void legendHasNoMoreLinesThanRoom();
    void aBandNeverBecomesABlock_data();
    void aBandNeverBecomesABlock();
    void aSmoothedCurveStaysALine_data();
    void aSmoothedCurveStaysALine();
};

void TestPlotCurves::logarithmicAxesAreLogarithmic()
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
    QVERIFY(near(loss.xAxis->range().lower, 0.01)); // the first step, because zero can't be shown
    drag(u"loss"_s, inPlot(u"loss"_s, 0.2, 0.2), inPlot(u"loss"_s, 0.6, 0.6));
    QVERIFY(loss.xAxis->range().lower > 0.01);
    QTest::mouseClick(&button(u"plotLogX"_s), Qt::LeftButton);
    QVERIFY(same(loss.xAxis->range(), {0.0, 5.0}));
}

void TestPlotCurves::valuesThatAreNotPositiveLeaveALogarithmicAxisUsable()
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

void TestPlotCurves::horizontalAxisCountsWhatWasChosen()
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

void TestPlotCurves::numbersBelowLeaveRoomForEachOther_data()
{
    QTest::addColumn<double>("epochs");
    QTest::addColumn<int>("width");
    for (const double epochs : {1.0 / 60000, 1.0 / 469, 0.0371, 1.0, 12.5, 900.0, 12345.0, 2e6})
        for (const int width : {400, 620, 900, 1700})
            QTest::addRow("%g epochs at %d", epochs, width) << epochs << width;
}

/// For any unit of the axis, and any amount of training.
void TestPlotCurves::numbersBelowLeaveRoomForEachOther()
{
    QFETCH(double, epochs);
    QFETCH(int, width);
    m_panel->resize(width, 300);
    m_panel->setRun({"a", u"run 1"_s, 0.0, 0.0});
    const auto steps = static_cast<std::int64_t>(std::max(1.0, epochs * 469));
    m_panel->append("a", "loss", CurveKind::train,
                    std::vector{CurvePoint{0, 0.0, 0.0, 2.3}, CurvePoint{steps, epochs, epochs * 71.0, 2.1}});
    settle();
    auto* axis = m_panel->findChild<QComboBox*>(u"plotAxis"_s);
    for (int counted = 0; counted < 3; ++counted) {
        axis->setFocus();
        if (counted > 0)
            QTest::keyClick(axis, Qt::Key_Down);
        const CurvePlot& shown = plot(u"loss"_s);
        const QFontMetrics metrics(shown.xAxis->tickLabelFont());
        const QVector<double> ticks = shown.xAxis->tickVector();
        const QVector<QString> labels = shown.xAxis->tickVectorLabels();
        QVERIFY(!labels.isEmpty());
        for (int i = 1; i < ticks.size(); ++i) {
            const double apart = shown.xAxis->coordToPixel(ticks[i]) - shown.xAxis->coordToPixel(ticks[i - 1]);
            const double needed = (metrics.horizontalAdvance(labels[i - 1]) + metrics.horizontalAdvance(labels[i])) / 2.0;
            QVERIFY2(apart > needed + 4.0, qPrintable(labels.join(u' ')));
        }
    }
}

void TestPlotCurves::smoothingLeavesTheMeasuredTrace()
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

void TestPlotCurves::bestPointIsMarked()
{
    startRun(450); // the best validation is at step 300
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

void TestPlotCurves::whatIsDoubledHasAnAxisOfPowersOfTwo()
{
    const PlotQuantity scale{"scale", u"Scale"_s, Better::neither, false, true};
    m_panel->setQuantities({{"loss", u"Loss"_s, Better::lower, false}, scale});
    m_panel->setRun({"a", u"run 1"_s, 5.0, 500.0});
    m_panel->append("a", "scale", CurveKind::plain, std::vector{at(1, 65536.0), at(2, 65536.0), at(3, 32768.0)});
    settle();
    CurvePlot& shown = plot(u"scale"_s);
    QCOMPARE(shown.yAxis->scaleType(), QCPAxis::stLogarithmic);
    QTRY_VERIFY(same(shown.yAxis->range(), {16384.0, 131072.0})); // it comes a frame after the loss
    QVERIFY(shown.yAxis->tickVectorLabels().contains(u"2¹⁵"_s));
    QTRY_COMPARE(title(u"scale"_s).entries().size(), 1u);
    QCOMPARE(title(u"scale"_s).entries()[0].value, u"32768"_s);
    for (int i = 0; i < 2; ++i) { // whatever the scale of the other axes
        QTest::mouseClick(&button(u"plotLogY"_s), Qt::LeftButton);
        QCOMPARE(shown.yAxis->scaleType(), QCPAxis::stLogarithmic);
    }
    m_panel->append("a", "scale", CurveKind::plain, std::vector{at(4, 0x1p-20), at(5, 0x1p40)}); // tick labels don't overlap
    settle();
    QVERIFY2(shown.yAxis->tickVectorLabels().size() <= shown.height() / 12, qPrintable(shown.yAxis->tickVectorLabels().join(u' ')));
}

void TestPlotCurves::marksStandOut()
{
    m_panel->setQuantities({{"loss", u"Loss"_s, Better::lower, false}, {"scale", u"Scale"_s, Better::neither, false, true}});
    m_panel->setRun({"a", u"run 1"_s, 5.0, 500.0});
    m_panel->append("a", "scale", CurveKind::plain, std::vector{at(1, 65536.0), at(2, 65536.0), at(3, 32768.0)});
    settle();
    CurvePlot& shown = plot(u"scale"_s);
    const auto isMarked = [&] {
        const QImage image = shown.grab().toImage();
        const QRgb bad = Theme::instance().color(Token::bad).rgb();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixel(x, y) == bad)
                    return true;
        return false;
    };
    QVERIFY(!isMarked());
    m_panel->append("a", "scale", CurveKind::marks, std::vector{at(2, 65536.0)});
    settle();
    QVERIFY(isMarked());
    QTRY_COMPARE(title(u"scale"_s).entries().size(), 2u);
    QCOMPARE(title(u"scale"_s).entries()[1].value, u"1 skipped"_s);
    shown.showCrosshair(at(3, 0.0).epoch, true);
    QCOMPARE(shown.crosshair()->rows.size(), 1u);
    shown.showCrosshair(at(2, 0.0).epoch, true);
    QCOMPARE(shown.crosshair()->rows.size(), 2u);
    QVERIFY2(shown.accessibleDescription().contains(u"skipped"_s), qPrintable(shown.accessibleDescription()));
}

void TestPlotCurves::numbersThatAreNotFiniteAreGaps()
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

void TestPlotCurves::severalRunsEachHaveTheirColour()
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
    QCOMPARE(names, (QStringList{u"run 1"_s, QString(), u"run 2"_s, QString(), u"run 3"_s, QString()})); // each with its two curves
    m_panel->setCurrentRun("b");
    settle();
    QCOMPARE(m_panel->colorOf("b"), Theme::instance().color(Token::accent));
    QTRY_COMPARE(title(u"loss"_s).entries().front().name, u"run 2"_s);
}

void TestPlotCurves::legendTellsTrainFromValidation()
{
    startRun(200);
    m_panel->setRun({"b", u"run 2"_s, 5.0, 500.0});
    train(*m_panel, "b", 1, 200, 1.5);
    settle();
    const auto entries = title(u"loss"_s).entries();
    QCOMPARE(entries.size(), 4u);
    QVERIFY(!entries[0].dashed && entries[1].dashed && !entries[2].dashed && entries[3].dashed);
    QCOMPARE(entries[0].color, entries[1].color); // a run keeps its colour
    QCOMPARE(plot(u"loss"_s).curves().back().color, entries[0].color); // and so are its curves
    const auto value = [&](const char* run, CurveKind kind) {
        const CurveSeries& series = *m_panel->model().find({run, "loss", kind});
        return QLocale().toString(series.values(kind == CurveKind::train ? CurveTraceKind::smoothed : CurveTraceKind::raw).back(),
                                  'g', 3);
    };
    QTRY_COMPARE(title(u"loss"_s).entries()[0].value.left(5), value("a", CurveKind::train).left(5));
    QCOMPARE(title(u"loss"_s).entries()[3].value.left(5), value("b", CurveKind::validation).left(5));
    QStringList words;
    for (const PlotTitle::Entry& entry : title(u"loss"_s).key())
        words << (entry.dashed ? u"dashed "_s : u"solid "_s) + entry.name;
    QCOMPARE(words, (QStringList{u"solid train"_s, u"dashed validation"_s}));
    QVERIFY2(title(u"loss"_s).accessibleName().contains(u"run 2 "_s), qPrintable(title(u"loss"_s).accessibleName()));
    QVERIFY(title(u"loss"_s).lines() >= 2);
}

void TestPlotCurves::legendHasNoMoreLinesThanRoom()
{
    m_panel->resize(420, 300);
    for (int i = 0; i < 12; ++i) {
        const std::string id = "run " + std::to_string(i);
        m_panel->setRun({id, u"#%1 · lr 0.00%1, batch 64, seed 2"_s.arg(i), 5.0, 500.0});
        train(*m_panel, id, 1, 100);
    }
    settle();
    PlotTitle& words = title(u"loss"_s);
    QTRY_VERIFY(words.lines() > 1);
    QVERIFY2(words.height() <= words.parentWidget()->height() / 2, qPrintable(QString::number(words.height())));
    QVERIFY(plot(u"loss"_s).height() >= words.parentWidget()->height() / 2);
    QVERIFY(words.toolTip().contains(u"#11 · lr"_s)); // it lists all of them
}

void TestPlotCurves::aBandNeverBecomesABlock_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("runs");
    for (const int steps : {60, 400, 2000, 20000})
        for (const int runs : {1, 5})
            QTest::addRow("%d steps of %d runs", steps, runs) << steps << runs;
}

/// Raw values that jump across the whole axis at each step must stay much fainter than the curve.
void TestPlotCurves::aBandNeverBecomesABlock()
{
    QFETCH(const int, steps);
    QFETCH(const int, runs);
    for (int run = 0; run < runs; ++run) {
        const std::string id(1, static_cast<char>('a' + run));
        m_panel->setRun({id, QString::number(run), 0.0, 0.0});
        std::vector<CurvePoint> points;
        for (int step = 1; step <= steps; ++step)
            points.push_back(at(step, step % 2 ? 0.0 : 1.0));
        m_panel->append(id, "loss", CurveKind::train, points);
    }
    settle();
    CurvePlot& loss = plot(u"loss"_s);
    const QImage image = loss.grab().toImage();
    const QColor ground = Theme::instance().color(Token::panel);
    const QColor curve = Theme::instance().color(Token::accent);
    const double y = loss.yAxis->coordToPixel(0.8); // away from the smoothed curve, which is in the middle
    const QRect area = loss.axisRect()->rect();
    double strongest = 0.0;
    double sum = 0.0;
    for (int x = area.left() + area.width() / 4; x < area.right() - area.width() / 4; ++x) {
        const QColor color = image.pixelColor(x, qRound(y));
        const double share = std::abs(color.blueF() - ground.blueF()) / std::abs(curve.blueF() - ground.blueF());
        strongest = std::max(strongest, share);
        sum += share;
    }
    const double mean = sum / (area.width() / 2);
    QVERIFY2(strongest < 0.5, qPrintable(QString::number(strongest)));
    if (steps >= 400)
        QVERIFY2(mean > 0.03, qPrintable(QString::number(mean))); // but visible
}

void TestPlotCurves::aSmoothedCurveStaysALine_data()
{
    QTest::addColumn<int>("steps");
    for (const int steps : {300, 20000, 400000})
        QTest::addRow("%d steps", steps) << steps;
}

/// However many steps fall into a column of pixels.
void TestPlotCurves::aSmoothedCurveStaysALine()
{
    QFETCH(const int, steps);
    m_panel->setRun({"a", u"run 1"_s, 0.0, 0.0});
    std::vector<CurvePoint> points;
    std::uint32_t noise = 7;
    for (int step = 1; step <= steps; ++step) {
        noise = noise * 1664525U + 1013904223U;
        points.push_back(at(step, 0.5 + static_cast<double>(noise >> 8U) / (1U << 24U)));
    }
    m_panel->append("a", "loss", CurveKind::train, points);
    settle();
    if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
        m_panel->grab().save(folder + u"/curve-%1-steps.png"_s.arg(steps));
    CurvePlot& loss = plot(u"loss"_s);
    const QImage image = loss.grab().toImage();
    const QColor curve = Theme::instance().color(Token::accent);
    const QRect area = loss.axisRect()->rect();
    int lines = 0;
    for (int x = area.center().x() - 50; x < area.center().x() + 50; ++x) {
        int high = 0;
        for (int y = area.top(); y < area.bottom(); ++y)
            high += std::abs(image.pixelColor(x, y).blueF() - curve.blueF()) < 0.25F
                && std::abs(image.pixelColor(x, y).redF() - curve.redF()) < 0.25F;
        lines += high > 0;
        if (steps > 1000)
            QVERIFY2(high <= 4, qPrintable(u"%1 pixels at %2"_s.arg(high).arg(x)));
    }
    QVERIFY2(lines > 10, qPrintable(QString::number(lines))); // it is visible
}

NETSMITH_WINDOW_TEST(TestPlotCurves)

} // namespace test_plot_curves

#include "test_plot_curves.moc"
