#include "gui/embedding/embedding_view.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <set>

namespace test_embedding_view {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int side = 500;

inspect::KnownTargets classesOf(int classes, int samples)
{
    inspect::KnownTargets known;
    known.field = {.name = "label", .type = DataType::i32, .classes = classes};
    for (int i = 0; i < samples; ++i) {
        known.targets.push_back(static_cast<float>(i % classes));
        known.predictions.push_back(static_cast<float>(i == 3 ? (i + 1) % classes : i % classes));
    }
    return known;
}

/// A grid of ten columns, one unit apart.
EmbeddingView::Points gridOf(int samples)
{
    auto points = std::make_shared<std::vector<inspect::PlanePoint>>();
    for (int i = 0; i < samples; ++i)
        points->push_back({static_cast<double>(i % 10), static_cast<double>(i / 10)});
    return points;
}

} // namespace

/// The points by themselves: colours, legend, mouse and keys.
class TestEmbeddingView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void classesDifferInColourAndShape();
    void manyClassesAreTakenTogether();
    void numbersHaveAScale();
    void pointsAreChosenByMouseAndKeys();
    void theWheelZoomsWhereThePointerIs();
    void draggingPans();
    void aClassStandsOut();
    void movingPointsKeepTheView();
    void nothingIsShownOfNothing();
};

void TestEmbeddingView::classesDifferInColourAndShape()
{
    for (const Theme::Mode mode : {Theme::Mode::dark, Theme::Mode::light}) {
        Theme::instance().setMode(mode);
        const PointPalette palette(classesOf(20, 100));
        QCOMPARE(palette.entries().size(), std::size_t{20});
        std::set<std::pair<QRgb, int>> looks;
        for (const PointPalette::Entry& entry : palette.entries()) {
            looks.emplace(palette.colorOfMark(entry.mark).rgb(), static_cast<int>(palette.shapeOfMark(entry.mark)));
            QCOMPARE(entry.count, 5);
        }
        QCOMPARE(looks.size(), std::size_t{20});
        std::set<QRgb> ten; // as of digits
        for (int mark = 0; mark < 10; ++mark)
            ten.insert(palette.colorOfMark(mark).rgb());
        QCOMPARE(ten.size(), std::size_t{10});
        const PointPalette most(classesOf(static_cast<int>(PointPalette::classesAtMost), 100));
        for (const PointPalette::Entry& entry : most.entries())
            looks.emplace(most.colorOfMark(entry.mark).rgb(), static_cast<int>(most.shapeOfMark(entry.mark)));
        QCOMPARE(looks.size(), PointPalette::classesAtMost);
        for (std::size_t i = 0; i + 1 < 20; ++i) // neighbors differ in both
            QVERIFY(palette.shapeOfMark(static_cast<int>(i)) != palette.shapeOfMark(static_cast<int>(i + 1))
                    && palette.colorOfMark(static_cast<int>(i)) != palette.colorOfMark(static_cast<int>(i + 1)));
        QVERIFY(palette.isWrong(3) && !palette.isWrong(4) && palette.anyWrong());
        inspect::KnownTargets untrained = classesOf(20, 100);
        std::ranges::fill(untrained.predictions, 0.0F);
        QVERIFY(!PointPalette(untrained).anyWrong() && !PointPalette(untrained).isWrong(3));
    }
}

void TestEmbeddingView::manyClassesAreTakenTogether()
{
    inspect::KnownTargets known = classesOf(65, 650);
    for (int i = 0; i < 100; ++i) // class 60 is the most frequent
        known.targets[static_cast<std::size_t>(i)] = 60.0F;
    known.targets[200] = NAN;
    const PointPalette palette(known);
    QCOMPARE(palette.entries().size(), PointPalette::classesAtMost + 1);
    const auto most = std::ranges::find(palette.entries(), u"60"_s, &PointPalette::Entry::name);
    QVERIFY(most != palette.entries().end() && most->count > 100);
    QVERIFY(palette.entries().back().name.contains(QString::number(65 - static_cast<int>(PointPalette::classesAtMost))));
    std::int64_t count = 0;
    for (const PointPalette::Entry& entry : palette.entries())
        count += entry.count;
    QCOMPARE(count, 649);
    QCOMPARE(palette.markOf(200), -1);
}

void TestEmbeddingView::numbersHaveAScale()
{
    inspect::KnownTargets known;
    known.field = {.name = "y", .type = DataType::f32, .shape = {1}};
    known.targets = {-2.0F, 0.0F, 4.0F, NAN};
    const PointPalette palette(known);
    QVERIFY(palette.isScale() && palette.entries().empty());
    QCOMPARE(palette.least(), -2.0);
    QCOMPARE(palette.most(), 4.0);
    QCOMPARE(palette.colorOf(0), PointPalette::colorOnScale(0.0));
    QCOMPARE(palette.colorOf(2), PointPalette::colorOnScale(1.0));
    QVERIFY(palette.colorOf(1) != palette.colorOf(0) && palette.colorOf(1) != palette.colorOf(2));
    known.targets = {3.0F, 3.0F}; // no range
    QVERIFY(PointPalette(known).colorOf(0).isValid());
}

void TestEmbeddingView::pointsAreChosenByMouseAndKeys()
{
    EmbeddingView view;
    view.resize(side, side);
    view.setPalette(PointPalette(classesOf(5, 50)), false);
    view.setPoints(gridOf(50));
    QSignalSpy chosen(&view, &EmbeddingView::pointChosen), hovered(&view, &EmbeddingView::pointHovered);
    for (const std::size_t point : {0U, 24U, 49U}) {
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.placeOf(point).toPoint() + QPoint(2, -2));
        QCOMPARE(view.chosen(), std::optional(point));
    }
    QCOMPARE(chosen.size(), 3);
    const QPointF over = view.placeOf(12) + QPointF(1, 1);
    QMouseEvent move(QEvent::MouseMove, over, view.mapToGlobal(over), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&view, &move);
    QCOMPARE(view.hovered(), std::optional<std::size_t>(12));
    QCOMPARE(hovered.size(), 1);
    view.choose(22);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.chosen(), std::optional<std::size_t>(23));
    QTest::keyClick(&view, Qt::Key_Up); // rows go upwards
    QCOMPARE(view.chosen(), std::optional<std::size_t>(33));
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.chosen(), std::optional<std::size_t>(22));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.chosen());
    QTest::keyClick(&view, Qt::Key_Right); // the one in the middle
    QVERIFY(view.chosen());
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(3, 3)); // beside the points
    QVERIFY(!view.chosen());
}

void TestEmbeddingView::theWheelZoomsWhereThePointerIs()
{
    EmbeddingView view;
    view.resize(side, side);
    view.setPoints(gridOf(50));
    const QPointF before = view.placeOf(13);
    const double apart = view.placeOf(14).x() - before.x();
    QWheelEvent wheel(before, view.mapToGlobal(before), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&view, &wheel);
    QVERIFY(view.isZoomed());
    QVERIFY((view.placeOf(13) - before).manhattanLength() < 1e-6);
    QVERIFY(std::abs((view.placeOf(14).x() - before.x()) / apart - 1.25 * 1.25) < 1e-9);
    QTest::mouseDClick(&view, Qt::LeftButton, {}, QPoint(side / 2, side / 2));
    QVERIFY(!view.isZoomed() && (view.placeOf(13) - before).manhattanLength() < 1e-6);
    QTest::keyClick(&view, Qt::Key_Plus);
    QVERIFY(view.isZoomed() && view.placeOf(14).x() - view.placeOf(13).x() > apart);
    QTest::keyClick(&view, Qt::Key_0);
    QVERIFY(!view.isZoomed());
}

void TestEmbeddingView::draggingPans()
{
    EmbeddingView view;
    view.resize(side, side);
    view.setPoints(gridOf(50));
    const QPointF before = view.placeOf(13);
    QTest::mousePress(&view, Qt::LeftButton, {}, QPoint(200, 200));
    QTest::mouseMove(&view, QPoint(230, 190));
    QTest::mouseMove(&view, QPoint(260, 180));
    QTest::mouseRelease(&view, Qt::LeftButton, {}, QPoint(260, 180));
    QVERIFY((view.placeOf(13) - before - QPointF(60, -20)).manhattanLength() < 1e-6);
    QVERIFY(!view.chosen()); // it was no click
}

void TestEmbeddingView::aClassStandsOut()
{
    EmbeddingView view;
    view.resize(side, side);
    view.setPalette(PointPalette(classesOf(5, 50)), false);
    view.setPoints(gridOf(50));
    const auto colorAt = [&](std::size_t point) { return view.grab().toImage().pixelColor(view.placeOf(point).toPoint()); };
    const QColor usual = colorAt(11); // of class 1
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.placeOfEntry(2).center().toPoint());
    QCOMPARE(view.raised(), 2);
    QVERIFY(colorAt(11) != usual);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.placeOfEntry(2).center().toPoint());
    QCOMPARE(view.raised(), -1);
    QCOMPARE(colorAt(11), usual);
    for (int entry = 0; entry < 5; ++entry) {
        QTest::keyClick(&view, Qt::Key_PageDown);
        QCOMPARE(view.raised(), entry);
    }
    QTest::keyClick(&view, Qt::Key_PageDown);
    QCOMPARE(view.raised(), -1);
    QTest::keyClick(&view, Qt::Key_PageUp);
    QCOMPARE(view.raised(), 4);
}

void TestEmbeddingView::movingPointsKeepTheView()
{
    EmbeddingView view;
    view.resize(side, side);
    view.setPalette(PointPalette(classesOf(5, 50)), false);
    view.setPoints(gridOf(50));
    view.choose(7);
    auto larger = std::make_shared<std::vector<inspect::PlanePoint>>(*gridOf(50));
    for (inspect::PlanePoint& point : *larger)
        point = {100.0 * point.x, 100.0 * point.y};
    const QPointF before = view.placeOf(49);
    view.setPoints(larger);
    QVERIFY((view.placeOf(49) - before).manhattanLength() < 1e-6); // it follows them
    QTest::keyClick(&view, Qt::Key_Plus);
    const QPointF zoomed = view.placeOf(49);
    view.setPoints(gridOf(50));
    QVERIFY((view.placeOf(49) - zoomed).manhattanLength() > 1.0); // and not once the user has chosen
    QCOMPARE(view.chosen(), std::optional<std::size_t>(7));
    view.setPalette(PointPalette(classesOf(5, 50)), true);
    QVERIFY(view.points() && view.isZoomed() && view.chosen());
    view.setPalette(PointPalette(classesOf(5, 50)), false);
    QVERIFY(!view.points() && !view.isZoomed() && !view.chosen());
}

void TestEmbeddingView::nothingIsShownOfNothing()
{
    EmbeddingView view;
    view.resize(side, side);
    view.grab();
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Plus, Qt::Key_PageDown, Qt::Key_Home})
        QTest::keyClick(&view, key);
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(side / 2, side / 2));
    QVERIFY(!view.chosen());
    view.setPoints(std::make_shared<std::vector<inspect::PlanePoint>>());
    view.grab();
    view.setPoints(std::make_shared<std::vector<inspect::PlanePoint>>(3)); // all in one place
    view.grab();
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.placeOf(1).toPoint());
    QVERIFY(view.chosen());
}

NETSMITH_WINDOW_TEST(TestEmbeddingView)

} // namespace test_embedding_view

#include "test_embedding_view.moc"
