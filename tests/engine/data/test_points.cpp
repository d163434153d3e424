#include "engine/data/source.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <cstring>
#include <numbers>
#include <set>

namespace test_points {

using namespace netsmith;
using namespace netsmith::data;
using namespace Qt::StringLiterals;

namespace {

struct Labelled {
    double x;
    double y;
    int label;
};

/// A split of points as the settings ask for them.
std::vector<Labelled> pointsIn(const DataSplit& split)
{
    std::vector<Labelled> points;
    for (std::int64_t i = 0; i < split.count(); ++i) {
        std::array<float, 2> place{};
        std::memcpy(place.data(), split.field("point").sample(i).data(), sizeof place);
        points.push_back({place[0], place[1], static_cast<int>(split.field("label").sample(i)[0])});
    }
    return points;
}

DataSet made(const char* id, const ParameterMap& parameters)
{
    return source(id).setUp({}, parameters).take()->load({}, {}).take();
}

} // namespace

/// Points in the plane and of curves, which this program generates.
class TestPoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachSetHasItsShape_data();
    void eachSetHasItsShape();
    void classesTakeTurns();
    void noiseHasItsDeviation();
    void seedsAndSplitsDiffer();
    void eachCurveIsItsFunction_data();
    void eachCurveIsItsFunction();
    void ownPointsAreThose();
    void wrongSettingsAreRefused();
    void wrongOwnPointsAreRefused_data();
    void wrongOwnPointsAreRefused();
};

void TestPoints::eachSetHasItsShape_data()
{
    QTest::addColumn<QString>("set");
    for (const char* set : {"blobs", "circles", "moons", "spiral", "xor"})
        QTest::newRow(set) << QString::fromLatin1(set);
}

/// Without noise every point is where its class is, and only there.
void TestPoints::eachSetHasItsShape()
{
    QFETCH(const QString, set);
    const DataSet data = made("points", {{"set", set.toStdString()}, {"noise", 0.0}, {"count", std::int64_t{600}}});
    for (const Labelled& point : pointsIn(data.train)) {
        const double radius = std::hypot(point.x, point.y);
        if (set == u"moons") {
            const double fromFirst = std::hypot(point.x + 0.5, point.y + 0.25),
                         fromSecond = std::hypot(point.x - 0.5, point.y - 0.25);
            QVERIFY(std::abs((point.label == 0 ? fromFirst : fromSecond) - 1.0) < 1e-6);
            QVERIFY(point.label == 0 ? point.y >= -0.25 - 1e-6 : point.y <= 0.25 + 1e-6);
        } else if (set == u"circles") {
            QVERIFY(std::abs(radius - (point.label == 0 ? 0.5 : 1.0)) < 1e-6);
        } else if (set == u"xor") {
            QCOMPARE(point.x * point.y < 0.0, point.label == 1);
            QVERIFY(std::abs(point.x) <= 1.0 && std::abs(point.y) <= 1.0);
        } else if (set == u"spiral") {
            const double turned = 2.5 * std::numbers::pi * radius + std::numbers::pi * point.label;
            QVERIFY(radius <= 1.0 + 1e-6);
            QVERIFY(std::hypot(point.x - radius * std::sin(turned), point.y - radius * std::cos(turned)) < 1e-5);
        } else {
            QVERIFY(std::hypot(point.x - (point.label == 0 ? 1.0 : -1.0), point.y) < 0.15 * 6.0);
        }
    }
}

void TestPoints::classesTakeTurns()
{
    const DataSet data = made("points", {{"set", std::string("blobs")}, {"classes", std::int64_t{5}}, {"count", std::int64_t{52}}});
    QCOMPARE(data.train.count(), 52);
    QCOMPARE(data.test.count(), 52);
    QCOMPARE(data.train.field("label").spec.classes, 5);
    const std::vector<Labelled> points = pointsIn(data.train);
    for (std::size_t i = 0; i < points.size(); ++i)
        QCOMPARE(points[i].label, static_cast<int>(i % 5));
    // Two of them have two classes, whatever is asked for.
    QCOMPARE(made("points", {{"set", std::string("xor")}, {"classes", std::int64_t{5}}}).train.field("label").spec.classes, 2);
}

void TestPoints::noiseHasItsDeviation()
{
    const DataSet data = made("points", {{"set", std::string("circles")}, {"noise", 0.02}, {"count", std::int64_t{4000}}});
    double squares = 0.0;
    for (const Labelled& point : pointsIn(data.train))
        squares += std::pow(std::hypot(point.x, point.y) - (point.label == 0 ? 0.5 : 1.0), 2.0);
    const double deviation = std::sqrt(squares / 4000.0); // along the radius
    QVERIFY2(std::abs(deviation - 0.02) < 0.001, std::to_string(deviation).c_str());
}

void TestPoints::seedsAndSplitsDiffer()
{
    const auto firstOf = [](const DataSplit& split) { return pointsIn(split).front().x; };
    const DataSet one = made("points", {}), other = made("points", {{"seed", std::int64_t{2}}}), again = made("points", {});
    QCOMPARE(firstOf(one.train), firstOf(again.train));
    const std::set<double> values{firstOf(one.train), firstOf(one.test), firstOf(other.train), firstOf(other.test)};
    QCOMPARE(values.size(), std::size_t{4});
    // More points are those and further ones.
    const DataSet more = made("points", {{"count", std::int64_t{1000}}});
    for (std::size_t i = 0; i < 400; ++i)
        QCOMPARE(pointsIn(more.train)[i].y, pointsIn(one.train)[i].y);
}

void TestPoints::eachCurveIsItsFunction_data()
{
    QTest::addColumn<QString>("set");
    for (const char* set : {"bump", "line", "parabola", "sine", "step"})
        QTest::newRow(set) << QString::fromLatin1(set);
}

void TestPoints::eachCurveIsItsFunction()
{
    QFETCH(const QString, set);
    const DataSet data = made("curve", {{"set", set.toStdString()}, {"noise", 0.0}});
    QCOMPARE(data.train.count(), 200);
    double least = 1.0, most = -1.0;
    for (std::int64_t i = 0; i < data.train.count(); ++i) {
        float x = 0.0F, y = 0.0F;
        std::memcpy(&x, data.train.field("x").sample(i).data(), sizeof x);
        std::memcpy(&y, data.train.field("y").sample(i).data(), sizeof y);
        const double wanted = set == u"line" ? 0.8 * x
            : set == u"parabola"             ? 2.0 * x * x - 1.0
            : set == u"sine"                 ? std::sin(std::numbers::pi * x)
            : set == u"bump"                 ? std::exp(-x * x / 0.08)
            : x < 0.0F                       ? -0.8
                                             : 0.8;
        QVERIFY(std::abs(y - wanted) < 1e-6);
        least = std::min<double>(least, x);
        most = std::max<double>(most, x);
    }
    QVERIFY(least >= -1.0 && least < -0.95 && most > 0.95 && most <= 1.0);
}

/// As they were drawn, every fourth of a class for validation.
void TestPoints::ownPointsAreThose()
{
    std::vector<double> own;
    for (int i = 0; i < 14; ++i)
        own.insert(own.end(), {0.25 * i, -0.5 * i, static_cast<double>(i % 3)});
    const DataSet data = made("points", {{"set", std::string("own")}, {"classes", std::int64_t{3}}, {"own", own}, {"noise", 5.0}});
    const std::vector<Labelled> train = pointsIn(data.train), test = pointsIn(data.test);
    QCOMPARE(train.size(), std::size_t{11});
    QCOMPARE(test.size(), std::size_t{3});
    std::vector<int> order;
    for (const auto* part : {&train, &test})
        for (const Labelled& point : *part) {
            const int number = static_cast<int>(std::lround(point.x / 0.25));
            QCOMPARE(point.y, -0.5 * number);
            QCOMPARE(point.label, number % 3);
            order.push_back(number);
        }
    QCOMPARE(order, (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 9, 10, 11}));
    QCOMPARE(data.train.field("label").spec.classes, 3);
}

void TestPoints::wrongOwnPointsAreRefused_data()
{
    QTest::addColumn<QList<double>>("own");
    QTest::addColumn<QString>("words");
    const QList<double> good{0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1};
    QTest::newRow("none") << QList<double>{} << u"there are 0 points of your own"_s;
    QTest::newRow("three") << good.mid(3) << u"there are 3 points of your own, too few"_s;
    QTest::newRow("three of each") << good + QList<double>{4, 4, 0, 5, 5, 1} << u"there are 6 points of your own, too few"_s;
    QTest::newRow("half a point") << good + QList<double>{1} << u"13 numbers"_s;
    QTest::newRow("another class") << good + QList<double>{1, 1, 2} << u"point 5 of data.own has the class 2"_s;
    QTest::newRow("half a class") << good + QList<double>{1, 1, 0.5} << u"the class 0.5"_s;
    QTest::newRow("too far") << good + QList<double>{1e300, 1, 0} << u"point 5 of data.own is too far away"_s;
}

void TestPoints::wrongOwnPointsAreRefused()
{
    QFETCH(const QList<double>, own);
    QFETCH(const QString, words);
    DataSettings settings;
    settings.source = "points";
    settings.parameters = {{"set", std::string("own")}, {"own", std::vector<double>(own.begin(), own.end())}};
    try {
        sourceFor(settings, {});
        QFAIL("nothing was refused");
    } catch (const Error& error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(words), error.what());
    }
}

void TestPoints::wrongSettingsAreRefused()
{
    for (const ParameterMap& wrong : {ParameterMap{{"set", std::string("stars")}}, ParameterMap{{"count", std::int64_t{3}}},
                                      ParameterMap{{"classes", std::int64_t{11}}}, ParameterMap{{"noise", -0.1}}}) {
        DataSettings settings;
        settings.source = "points";
        settings.parameters = wrong;
        QVERIFY_EXCEPTION_THROWN(sourceFor(settings, {}), Error);
    }
}

NETSMITH_TEST(TestPoints)

} // namespace test_points

#include "test_points.moc"
