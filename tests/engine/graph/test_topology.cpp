#include "engine/graph/checks/topology.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_topology {

using netsmith::sortTopologically;
using netsmith::Topology;
using Lists = std::vector<std::vector<int>>;

class TestTopology : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sortsByDrawingOrderWhereItMay();
    void findsOneShortestCycleOfEachKnot();
    void nodesBehindACycleKeepTheirPlace();
    void survivesLongChains();
    void survivesManyKnots();
};

void TestTopology::sortsByDrawingOrderWhereItMay()
{
    QCOMPARE(sortTopologically({}).order, std::vector<int>{});
    const Topology topology = sortTopologically({{2}, {0}, {}, {2, 2}});
    QCOMPARE(topology.order, (std::vector<int>{1, 0, 3, 2}));
    QVERIFY(topology.cycles.empty());
}

void TestTopology::findsOneShortestCycleOfEachKnot()
{
    // 0 → 1 → 2 → 0 with the short cut 1 → 0; 3 leads to itself; 4 → 5 → 4.
    const Topology topology = sortTopologically({{1}, {2, 0}, {0, 3}, {3, 4}, {5}, {4}});
    QCOMPARE(topology.cycles, (Lists{{0, 1}, {3}, {4, 5}}));
    QVERIFY(topology.order.empty());
}

void TestTopology::nodesBehindACycleKeepTheirPlace()
{
    const Topology topology = sortTopologically({{1}, {2}, {1, 3}, {}, {0, 3}});
    QCOMPARE(topology.cycles, (Lists{{1, 2}}));
    QCOMPARE(topology.order, (std::vector<int>{4, 0, 3}));
}

void TestTopology::survivesLongChains()
{
    constexpr int length = 300000;
    Lists chain(length);
    for (int i = 0; i + 1 < length; ++i)
        chain[static_cast<std::size_t>(i)] = {i + 1};
    QCOMPARE(sortTopologically(chain).order.size(), static_cast<std::size_t>(length));
    chain.back() = {0};
    const Topology topology = sortTopologically(chain);
    QCOMPARE(topology.cycles.at(0).size(), static_cast<std::size_t>(length));
}

void TestTopology::survivesManyKnots()
{
    constexpr int knots = 150000;
    Lists pairs(2 * knots);
    for (int i = 0; i < knots; ++i) {
        pairs[static_cast<std::size_t>(2 * i)] = {2 * i + 1};
        pairs[static_cast<std::size_t>(2 * i + 1)] = {2 * i};
    }
    QCOMPARE(sortTopologically(pairs).cycles.size(), static_cast<std::size_t>(knots));
}

NETSMITH_TEST(TestTopology)

} // namespace test_topology

#include "test_topology.moc"
