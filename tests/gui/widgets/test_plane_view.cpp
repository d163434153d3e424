#include "gui/widgets/controls/plane_view.h"
#include "gui/widgets/distinct_colors.h"
#include "gui/widgets/theme.h"
#include "gui/widgets/value_ramp.h"
#include "tests/test_program.h"

#include <QSignalSpy>
#include <QtTest>

#include <cmath>
#include <memory>

namespace test_plane_view {

using namespace netsmith::gui;

namespace {

/// How far a colour is from another, 0 to 441.
double distance(const QColor& one, const QColor& other)
{
    return std::hypot(one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue());
}

} // namespace

/// Points and what a network makes of the places between.
class TestPlaneView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void placesAreValues();
    void aClickChoosesAPlace();
    void keysMoveTheMark();
    void enteredPlacesAreChosenByKey();
    void theGroundHasTheClassesColors();
    void aNumberDecidesBetweenTwo();
    void whatIsNotFiniteIsMarked();
    void aCurveFollowsItsNumbers();
    void otherAxesForgetTheRest();

private:
    QColor colorAt(QPointF value) { return m->grab().toImage().pixelColor(m->placeOf(value).toPoint()); }

    std::unique_ptr<PlaneView> m;
};

void TestPlaneView::init()
{
    m = std::make_unique<PlaneView>();
    m->resize(300, 300);
    m->setAxes({{-2.0, 2.0}, {0.0, 10.0}}, 2);
    m->show();
    QVERIFY(QTest::qWaitForWindowExposed(m.get()));
}

void TestPlaneView::placesAreValues()
{
    for (const QPointF value : {QPointF(-2, 0), QPointF(0.5, 7), QPointF(2, 10)}) {
        const QPointF place = m->placeOf(value), back = m->valueAt(place);
        QVERIFY(QRectF(m->rect()).contains(place));
        QVERIFY(std::abs(back.x() - value.x()) < 1e-9 && std::abs(back.y() - value.y()) < 1e-9);
    }
    QVERIFY(m->placeOf({0, 10}).y() < m->placeOf({0, 0}).y()); // upwards
    QVERIFY(m->placeOf({2, 0}).x() > m->placeOf({-2, 0}).x());
}

void TestPlaneView::aClickChoosesAPlace()
{
    QSignalSpy chosen(m.get(), &PlaneView::chosen);
    const QPoint place = m->placeOf({1.0, 2.5}).toPoint();
    QTest::mouseClick(m.get(), Qt::LeftButton, {}, place);
    QCOMPARE(chosen.size(), 1);
    const QPointF value = chosen.front().front().toPointF();
    QVERIFY(std::abs(value.x() - 1.0) < 0.03 && std::abs(value.y() - 2.5) < 0.08);
    QTest::mouseClick(m.get(), Qt::RightButton, {}, place);
    QTest::mouseClick(m.get(), Qt::LeftButton, {}, QPoint(1, m->height() - 1)); // beside the labels
    QCOMPARE(chosen.size(), 1);
    // Dragged beyond its edge it stays on it.
    QTest::mousePress(m.get(), Qt::LeftButton, {}, place);
    QMouseEvent move(QEvent::MouseMove, QPointF(1000, -1000), m->mapToGlobal(QPointF(1000, -1000)), Qt::NoButton, Qt::LeftButton,
                     {});
    QCoreApplication::sendEvent(m.get(), &move);
    const QPointF corner = chosen.back().front().toPointF();
    QVERIFY(std::abs(corner.x() - 2.0) < 1e-9 && std::abs(corner.y() - 10.0) < 1e-9);
    // No digit that was not meant, whatever the range.
    m->setAxes({{100000.0, 100500.0}, {0.0, 10.0}}, 2);
    QTest::mouseClick(m.get(), Qt::LeftButton, {}, m->placeOf({100123.0, 5.0}).toPoint());
    const double x = chosen.back().front().toPointF().x();
    QVERIFY2(std::abs(x - 100123.0) < 3.0 && std::abs(x * 10.0 - std::round(x * 10.0)) < 1e-6,
             qPrintable(QString::number(x, 'g', 17)));
}

void TestPlaneView::keysMoveTheMark()
{
    QSignalSpy chosen(m.get(), &PlaneView::chosen);
    m->setMark(QPointF(0.0, 5.0));
    QCOMPARE(chosen.size(), 0); // set from outside
    QTest::keyClick(m.get(), Qt::Key_Right);
    QTest::keyClick(m.get(), Qt::Key_Up);
    QCOMPARE(chosen.size(), 2);
    const QPointF value = chosen.back().front().toPointF();
    QVERIFY(std::abs(value.x() - 4.0 / 24.0) < 1e-3 && std::abs(value.y() - (5.0 + 10.0 / 24.0)) < 1e-2);
    QTest::keyClick(m.get(), Qt::Key_A);
    QCOMPARE(chosen.size(), 2);
}

void TestPlaneView::enteredPlacesAreChosenByKey()
{
    m->setEntering();
    QSignalSpy chosen(m.get(), &PlaneView::chosen), erased(m.get(), &PlaneView::erased);
    QTest::keyClick(m.get(), Qt::Key_Space); // there is no mark yet
    QTest::keyClick(m.get(), Qt::Key_Right);
    QCOMPARE(chosen.size(), 0);
    QTest::keyClick(m.get(), Qt::Key_Space);
    QTest::keyClick(m.get(), Qt::Key_Delete);
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(erased.size(), 1);
    QCOMPARE(erased.front().front().toPointF(), chosen.front().front().toPointF());
    const QPoint place = m->placeOf({1.0, 2.0}).toPoint();
    QTest::mouseClick(m.get(), Qt::RightButton, {}, place);
    QCOMPARE(erased.size(), 2);
    QVERIFY(std::abs(erased.back().front().toPointF().x() - 1.0) < 0.03);
}

void TestPlaneView::theGroundHasTheClassesColors()
{
    // Left the first class, right the second.
    PlaneView::Surface surface{.columns = 4, .rows = 4, .width = 2};
    for (int i = 0; i < 16; ++i)
        for (const bool first : {true, false})
            surface.values.push_back((i % 4 < 2) == first ? 1.0F : 0.0F);
    m->showSurface(surface);
    const Theme& theme = Theme::instance();
    const QColor first = theme.color(distinctToken(0)), second = theme.color(distinctToken(1));
    const QColor left = colorAt({-1.7, 5.0}), right = colorAt({1.7, 5.0});
    QVERIFY(distance(left, first) < distance(left, second));
    QVERIFY(distance(right, second) < distance(right, first));
    m->setPoints({{.x = -1.0, .y = 2.0, .target = 1.0}});
    QVERIFY(distance(colorAt({-1.0, 2.0}), second) < 12.0); // a wrong one stands out
    // A place where the classes are equal is the ground's.
    surface.values.assign(32, 0.5F);
    m->showSurface(surface);
    QVERIFY(distance(colorAt({1.7, 5.0}), theme.color(Token::canvas)) < distance(right, theme.color(Token::canvas)));
}

void TestPlaneView::aNumberDecidesBetweenTwo()
{
    PlaneView::Surface surface{.columns = 2, .rows = 2, .width = 1, .values = {0.0F, 1.0F, 0.0F, 1.0F}};
    m->showSurface(surface);
    const QColor left = colorAt({-1.95, 5.0}), right = colorAt({1.95, 5.0});
    const QColor first = Theme::instance().color(distinctToken(0)), second = Theme::instance().color(distinctToken(1));
    QVERIFY(distance(left, first) < distance(left, second));
    QVERIFY(distance(right, second) < distance(right, first));
    m->setAxes({{-2.0, 2.0}, {0.0, 10.0}}, 0); // a number to predict
    surface.values = {-3.0F, 3.0F, -3.0F, 3.0F};
    m->showSurface(surface);
    QVERIFY(distance(colorAt({-1.95, 5.0}), QColor(ValueRamp().color(-1.0))) < 40.0);
    QVERIFY(distance(colorAt({1.95, 5.0}), QColor(ValueRamp().color(1.0))) < 40.0);
}

void TestPlaneView::whatIsNotFiniteIsMarked()
{
    m->showSurface({.columns = 2, .rows = 2, .width = 2, .values = std::vector<float>(8, std::nanf(""))});
    QVERIFY(distance(colorAt({0.0, 5.0}), QColor(ValueRamp().notFinite())) < 6.0);
    m->setAxes({{0.0, 1.0}}, 0);
    m->showSurface({.columns = 3, .rows = 1, .width = 1, .values = std::vector<float>(3, std::nanf(""))});
    m->grab(); // nothing to draw
}

void TestPlaneView::aCurveFollowsItsNumbers()
{
    m->setAxes({{0.0, 1.0}}, 0);
    QVERIFY(m->isCurve());
    QVERIFY(m->heightForWidth(200) < 200);
    m->setPoints({{.x = 0.0, .target = -1.0}, {.x = 1.0, .target = 3.0}});
    m->showSurface({.columns = 3, .rows = 1, .width = 1, .values = {-1.0F, 1.0F, 3.0F}});
    const QImage image = m->grab().toImage();
    const QPoint middle = m->placeOf({0.5, 1.0}).toPoint();
    double nearest = 1000.0; // the line is two pixels wide
    for (int y = -2; y <= 2; ++y)
        nearest = std::min(nearest, distance(image.pixelColor(middle + QPoint(0, y)), Theme::instance().color(Token::accent)));
    QVERIFY2(nearest < 12.0, qPrintable(QString::number(nearest)));
    QVERIFY(distance(colorAt({0.25, 2.0}), Theme::instance().color(Token::canvas)) < 12.0);
    // What lies outside does not change the axis that the points need.
    const QPointF before = m->placeOf({0.5, 1.0});
    m->showSurface({.columns = 3, .rows = 1, .width = 1, .values = {-100.0F, 1.0F, 100.0F}});
    QCOMPARE(m->placeOf({0.5, 1.0}), before);
}

void TestPlaneView::otherAxesForgetTheRest()
{
    m->setPoints({{.x = 0.0, .y = 5.0, .target = 1.0}});
    QVERIFY(distance(colorAt({0.0, 5.0}), Theme::instance().color(distinctToken(1))) < 12.0);
    m->setAxes({{-2.0, 2.0}, {0.0, 10.0}}, 2); // the same
    QVERIFY(distance(colorAt({0.0, 5.0}), Theme::instance().color(distinctToken(1))) < 12.0);
    m->setAxes({{-2.0, 2.0}, {0.0, 10.0}}, 3);
    QVERIFY(distance(colorAt({0.0, 5.0}), Theme::instance().color(Token::canvas)) < 12.0);
}

NETSMITH_WINDOW_TEST(TestPlaneView)

} // namespace test_plane_view

#include "test_plane_view.moc"
