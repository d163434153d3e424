#include "engine/compress/sensitivity/drop_curve.h"
#include "engine/core/philox.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace test_drop_curve {

using namespace netsmith;
using namespace netsmith::compress;

namespace {

using Points = std::vector<std::pair<std::int64_t, double>>;
using Counts = std::vector<std::int64_t>;
constexpr double infinite = std::numeric_limits<double>::infinity();

/// As many as that lose this much each.
DropCurve straight(std::int64_t channels, double each)
{
    return DropCurve(Points{{channels, static_cast<double>(channels) * each}});
}

std::function<bool(std::span<const std::int64_t>)> sumAtLeast(std::int64_t sum)
{
    return [sum](std::span<const std::int64_t> counts) {
        return std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) >= sum;
    };
}

} // namespace

/// Drops between measured ones, and the budget that they share, against numbers worked by hand.
class TestDropCurve : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isLinearBetweenPoints();
    void neverFalls();
    void endsWhereNoNumberIs();
    void findsTheMostWithin();
    void oneBudgetForAll();
    void givesBackWhatIsNotNeeded();
    void knowsWhatIsOutOfReach();
    void isTheLeastBudget();
};

void TestDropCurve::isLinearBetweenPoints()
{
    const DropCurve curve(Points{{2, 0.125}, {4, 0.25}, {8, 1.25}});
    QCOMPARE(curve.at(0), 0.0);
    QCOMPARE(curve.at(1), 0.0625);
    QCOMPARE(curve.at(2), 0.125);
    QCOMPARE(curve.at(5), 0.5);
    QCOMPARE(curve.at(8), 1.25);
    QCOMPARE(curve.at(9), infinite);
    QCOMPARE(curve.last(), 8);
}

/// A gain is chance, and a share of so few channels that none goes says nothing.
void TestDropCurve::neverFalls()
{
    const DropCurve curve(Points{{0, 0.0}, {2, -0.5}, {4, 0.5}, {6, 0.25}, {6, 0.25}, {8, 0.75}});
    QCOMPARE(curve.at(1), 0.0);
    QCOMPARE(curve.at(2), 0.0);
    QCOMPARE(curve.at(3), 0.25);
    QCOMPARE(curve.at(6), 0.5);
    QCOMPARE(curve.at(7), 0.625);
    const DropCurve none(Points{});
    QCOMPARE(none.last(), 0);
    QCOMPARE(none.mostWithin(1.0), 0);
}

void TestDropCurve::endsWhereNoNumberIs()
{
    const DropCurve curve(Points{{2, 0.125}, {6, infinite}, {8, 0.25}});
    QCOMPARE(curve.at(2), 0.125);
    for (const std::int64_t removed : {3, 6, 7, 8})
        QCOMPARE(curve.at(removed), infinite);
    QCOMPARE(curve.mostWithin(1e9), 2);
}

void TestDropCurve::findsTheMostWithin()
{
    const DropCurve curve(Points{{2, 0.125}, {4, 0.125}, {8, 1.125}});
    QCOMPARE(curve.mostWithin(0.0), 0);
    QCOMPARE(curve.mostWithin(0.0625), 1);
    QCOMPARE(curve.mostWithin(0.125), 4);
    QCOMPARE(curve.mostWithin(0.374), 4);
    QCOMPARE(curve.mostWithin(0.375), 5);
    QCOMPARE(curve.mostWithin(2.0), 8);
    QCOMPARE(DropCurve(Points{{3, 0.0}}).mostWithin(0.0), 3);
}

/// Channels of 1/8 and of 1/4: at a budget of 1/2 four and two go, at 3/8 three and one.
void TestDropCurve::oneBudgetForAll()
{
    const std::vector<DropCurve> curves{straight(8, 0.125), straight(8, 0.25)};
    const auto six = leastBudget(curves, sumAtLeast(6));
    QVERIFY(six);
    QCOMPARE(six->budget, 0.5);
    QCOMPARE(six->counts, (Counts{4, 2}));
    const auto four = leastBudget(curves, sumAtLeast(4));
    QCOMPARE(four->budget, 0.375);
    QCOMPARE(four->counts, (Counts{3, 1}));
}

void TestDropCurve::givesBackWhatIsNotNeeded()
{
    const std::vector<DropCurve> free{DropCurve(Points{{8, 0.0}}), DropCurve(Points{{4, 0.0}}), straight(4, 0.125)};
    const auto found = leastBudget(free, sumAtLeast(6));
    QVERIFY(found);
    QCOMPARE(found->budget, 0.0);
    QCOMPARE(found->counts, (Counts{4, 2, 0})); // half of what costs nothing
    // At 1/8 nine more go than at 0: 8, 0, 1 of them; of these as few eighths as make 13.
    const std::vector<DropCurve> later{DropCurve(Points{{4, 0.0}}), DropCurve(Points{{8, 0.125}}), straight(4, 0.125)};
    const auto more = leastBudget(later, sumAtLeast(13));
    QCOMPARE(more->budget, 0.125);
    QCOMPARE(more->counts, (Counts{4, 8, 1}));
}

void TestDropCurve::knowsWhatIsOutOfReach()
{
    const std::vector<DropCurve> curves{straight(3, 0.125), DropCurve(Points{{2, infinite}})};
    QVERIFY(leastBudget(curves, sumAtLeast(3)));
    QVERIFY(!leastBudget(curves, sumAtLeast(4)));
    QVERIFY(!leastBudget({}, sumAtLeast(1)));
}

/// No choice of counts that is enough has a smaller largest drop: all of them are tried.
void TestDropCurve::isTheLeastBudget()
{
    RandomStream random(11, 0);
    for (int round = 0; round < 60; ++round) {
        std::vector<DropCurve> curves;
        Counts worth;
        for (int layer = 0; layer < 3; ++layer) {
            Points points;
            for (std::int64_t removed = 2; removed <= 6; removed += 2)
                points.emplace_back(removed, random.uniform(-0.1, 1.0));
            curves.emplace_back(points);
            worth.push_back(1 + random.below(5));
        }
        const std::int64_t wanted = 1 + random.below(static_cast<std::uint32_t>(6 * (worth[0] + worth[1] + worth[2])));
        const auto isEnough = [&](std::span<const std::int64_t> counts) {
            return std::inner_product(counts.begin(), counts.end(), worth.begin(), std::int64_t{0}) >= wanted;
        };
        double least = infinite;
        for (std::int64_t code = 0; code < 7 * 7 * 7; ++code) {
            const Counts counts{code % 7, code / 7 % 7, code / 49};
            double largest = 0.0;
            for (std::size_t i = 0; i < 3; ++i)
                largest = std::max(largest, curves[i].at(counts[i]));
            if (isEnough(counts))
                least = std::min(least, largest);
        }
        const auto found = leastBudget(curves, isEnough);
        QVERIFY(found);
        QCOMPARE(found->budget, least);
        QVERIFY(isEnough(found->counts));
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(curves[i].at(found->counts[i]) <= found->budget);
            Counts fewer = found->counts;
            QVERIFY(fewer[i]-- == 0 || !isEnough(fewer)); // none goes in vain
        }
    }
}

NETSMITH_TEST(TestDropCurve)

} // namespace test_drop_curve

#include "test_drop_curve.moc"
