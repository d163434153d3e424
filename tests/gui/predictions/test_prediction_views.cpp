#include "gui/predictions/class_table.h"
#include "gui/predictions/confusion_view.h"
#include "gui/predictions/score_plot.h"
#include "tests/test_program.h"

#include <QSignalSpy>
#include <QTest>

namespace test_prediction_views {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int side = 500; ///< of the widgets

PredictedOutput classesOf(int classes)
{
    return {.node = "classes",
            .shape = {classes},
            .classNames = {},
            .target = {.name = "label", .classes = classes},
            .form = OutputForm::shares};
}

/// As many samples of each class as its number says, all right but one of class 1 that is predicted as the last class.
std::shared_ptr<const inspect::OutputPredictions> outcomesOf(int classes)
{
    auto predictions = std::make_shared<inspect::OutputPredictions>();
    inspect::ClassOutcomes& all = predictions->classes.emplace(classesOf(classes));
    const auto add = [&](int truth, int predicted) {
        std::vector<float> shares(static_cast<std::size_t>(classes), 0.1F / static_cast<float>(classes));
        shares[static_cast<std::size_t>(predicted)] = 0.9F;
        all.add(0, 0, truth, shares);
    };
    for (int c = 0; c < classes; ++c)
        for (int i = 0; i <= c % 12; ++i)
            add(c, c);
    add(1, classes - 1);
    predictions->report = reportOf(all);
    predictions->cells = all.cells();
    return predictions;
}

} // namespace

/// The confusion matrix, the table of classes and the plots by themselves.
class TestPredictionViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cellsAreChosenByMouseAndKeys();
    void mistakesDifferFromRightOnes();
    void aThousandClassesAreStillSeen();
    void classesAreSortedByNumber();
    void pointsAreRead();
    void aNarrowPlotHasNoLegend();
    void nothingIsShownOfNothing();
};

void TestPredictionViews::cellsAreChosenByMouseAndKeys()
{
    ConfusionView view;
    view.resize(side, side);
    view.show(outcomesOf(5));
    QSignalSpy chosen(&view, &ConfusionView::cellChosen);
    const auto click = [&](const QPointF& at) { QTest::mouseClick(&view, Qt::LeftButton, {}, at.toPoint()); };
    for (const ConfusionPlace cell : {ConfusionPlace{1, 4}, ConfusionPlace{0, 0}, ConfusionPlace{4, 2}}) {
        click(view.placeOf(cell));
        QCOMPARE(chosen.takeLast().front().value<ConfusionPlace>(), cell);
        QCOMPARE(view.chosen(), cell);
    }
    click({1, 1}); // beside the cells
    QVERIFY(chosen.isEmpty() && view.chosen() == (ConfusionPlace{4, 2}));
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.chosen(), (ConfusionPlace{4, 3}));
    QTest::keyClick(&view, Qt::Key_Down); // there is no further row
    QCOMPARE(view.chosen(), (ConfusionPlace{4, 3}));
    QTest::keyClick(&view, Qt::Key_Up);
    QCOMPARE(view.chosen(), (ConfusionPlace{3, 3}));
    QVERIFY2(view.accessibleDescription().contains(u"4 of 4 samples"_s), qPrintable(view.accessibleDescription()));
    view.show(outcomesOf(3)); // which has no such cell
    QVERIFY(!view.chosen());
}

void TestPredictionViews::mistakesDifferFromRightOnes()
{
    ConfusionView view;
    view.resize(side, side);
    view.show(outcomesOf(5));
    const QImage image = view.grab().toImage();
    // Beside the number in the cell's middle.
    const auto colorOf = [&](const ConfusionPlace& cell) {
        return image.pixelColor((view.placeOf(cell) - QPointF(0, 20)).toPoint());
    };
    const QColor right = colorOf({4, 4}), wrong = colorOf({1, 4}), empty = colorOf({0, 3});
    QVERIFY(right != wrong && right != empty && wrong != empty);
    QCOMPARE(colorOf({3, 3}), right); // the same share of its row
}

void TestPredictionViews::aThousandClassesAreStillSeen()
{
    ConfusionView view;
    view.resize(side, side);
    view.show(outcomesOf(1000));
    const QImage image = view.grab().toImage();
    const QPoint wrong = view.placeOf({1, 999}).toPoint();
    const QColor empty = image.pixelColor(view.placeOf({300, 700}).toPoint());
    bool found = false;
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            found = found || image.pixelColor(wrong + QPoint(x, y)) != empty;
    QVERIFY(found);
    // A click near a mistake finds it, though several cells share its pixel.
    QTest::mouseClick(&view, Qt::LeftButton, {}, wrong);
    QCOMPARE(view.chosen(), (ConfusionPlace{1, 999}));
}

void TestPredictionViews::classesAreSortedByNumber()
{
    ClassTable table;
    table.show(outcomesOf(12)->report, classesOf(12).target);
    QCOMPARE(table.topLevelItemCount(), 12);
    table.sortByColumn(0, Qt::DescendingOrder);
    QCOMPARE(table.topLevelItem(0)->text(0), u"11"_s); // and not 9
    table.sortByColumn(1, Qt::AscendingOrder); // samples
    QCOMPARE(table.topLevelItem(0)->text(0), u"0"_s);
    table.sortByColumn(3, Qt::AscendingOrder); // recall: of class 1 alone it is not 1
    QCOMPARE(table.topLevelItem(0)->text(0), u"1"_s);
    QSignalSpy chosen(&table, &ClassTable::classChosen);
    table.setCurrentItem(table.topLevelItem(0));
    QCOMPARE(chosen.takeFirst().front().toLongLong(), 1);
    table.show(outcomesOf(12)->report, classesOf(12).target); // later numbers
    QVERIFY(chosen.isEmpty() && table.chosen() == 1);
}

void TestPredictionViews::pointsAreRead()
{
    ScorePlot plot(u"plot"_s);
    plot.resize(side, side);
    plot.setAxes({u"across"_s, true, QCPRange(0.0, 1.0)}, {u"up"_s, false, std::nullopt});
    plot.setSeries({{.name = u"dots"_s, .form = ScoreSeries::Form::dots, .points = {{0.25, 10.0}, {0.75, 20.0}}}}, false);
    plot.grab();
    const auto at = [&](double x, double y) { return QPointF(plot.xAxis->coordToPixel(x), plot.yAxis->coordToPixel(y)); };
    QCOMPARE(plot.wordsAt(at(0.75, 20.0) + QPointF(3, 3)), u"dots\nacross: 75.0 %\nup: 20.00"_s);
    QCOMPARE(plot.wordsAt(at(0.5, 15.0)), QString());
    QVERIFY(plot.yAxis->range().contains(10.0) && plot.yAxis->range().contains(20.0) && plot.yAxis->range().upper < 30.0);

    plot.setSeries({{.form = ScoreSeries::Form::bars, .points = {{0.1, 4.0}, {0.3, 8.0}}, .width = 0.2}}, false);
    QCOMPARE(plot.yAxis->range().lower, 0.0); // bars stand on it
    QVERIFY(plot.wordsAt(at(0.35, 1.0)).endsWith(u"up: 8.000"_s)); // anywhere above a bar's width
}

void TestPredictionViews::aNarrowPlotHasNoLegend()
{
    ScorePlot plot(u"plot"_s);
    plot.resize(side, side);
    plot.setSeries({{.name = u"one"_s, .listed = u"one: 0.9999 of a very good class"_s, .points = {{0, 0}, {1, 1}}}}, true);
    plot.grab();
    const int beside = plot.axisRect()->width();
    QVERIFY(plot.legend->visible() && beside < side * 3 / 4);
    plot.resize(side / 2, side);
    plot.grab();
    QVERIFY(!plot.legend->visible() && plot.axisRect()->width() > side / 4);
    plot.resize(side, side);
    plot.grab();
    QVERIFY(plot.legend->visible());
    QCOMPARE(plot.axisRect()->width(), beside);
}

void TestPredictionViews::nothingIsShownOfNothing()
{
    ConfusionView view;
    view.resize(side, side);
    view.show(nullptr);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(side / 2, side / 2));
    QTest::keyClick(&view, Qt::Key_Down);
    QVERIFY(!view.chosen());
    auto none = std::make_shared<inspect::OutputPredictions>();
    none->classes.emplace(classesOf(4)); // no sample at all
    view.show(none);
    view.grab();
    ScorePlot plot(u"plot"_s);
    plot.setSeries({{.name = {}, .points = {}}}, true);
    plot.grab();
    QCOMPARE(plot.wordsAt({10, 10}), QString());
}

NETSMITH_WINDOW_TEST(TestPredictionViews)

} // namespace test_prediction_views

#include "test_prediction_views.moc"
