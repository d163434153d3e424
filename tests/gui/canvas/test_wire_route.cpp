#include "gui/canvas/items/channel_lanes.h"
#include "gui/canvas/items/node_map.h"
#include "gui/canvas/items/wire_route.h"
#include "gui/canvas/walk.h"
#include "gui/document/graph_edits.h"
#include "tests/test_program.h"

#include <QRandomGenerator>
#include <QtTest>

namespace test_wire_route {

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

QRectF nodeAt(double x, double y)
{
    return {x, y, nodeSize.x(), nodeSize.y()};
}

QPointF outputOf(const QRectF& node)
{
    return {node.right(), node.center().y()};
}

QPointF inputOf(const QRectF& node)
{
    return {node.left(), node.center().y()};
}

bool isUpright(const QPolygonF& route)
{
    for (qsizetype i = 0; i + 1 < route.size(); ++i)
        if (route[i].x() != route[i + 1].x() && route[i].y() != route[i + 1].y())
            return false;
    return true;
}

bool enters(const QPolygonF& route, const QRectF& node)
{
    for (qsizetype i = 0; i + 1 < route.size(); ++i) {
        const QRectF piece = QRectF(route[i], route[i + 1]).normalized();
        if (piece.left() < node.right() && node.left() < piece.right() + 0.1 && piece.top() < node.bottom()
            && node.top() < piece.bottom() + 0.1 && piece.right() > node.left() && piece.bottom() > node.top())
            return true;
    }
    return false;
}

} // namespace

/// The routes of wires.
class TestWireRoute : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void neighboursAreJoinedStraight();
    void aStepHasOneRise();
    void backwardsBetweenTheRows();
    void aroundWhatLiesBetween();
    void everyRouteIsUpright();
    void captionsAreNotHidden();
    void lanesPartWiresOfTwoSources();
    void wiresOfOneSourceShareALane();
    void distances();
    void theMapFindsWhatMoved();
};

void TestWireRoute::neighboursAreJoinedStraight()
{
    NodeMap map;
    map.place("a", nodeAt(0.0, 0.0));
    map.place("b", nodeAt(170.0, 0.0));
    QCOMPARE(routeWire({128.0, 26.0}, {170.0, 26.0}, map), (QPolygonF{{128.0, 26.0}, {170.0, 26.0}}));
}

void TestWireRoute::aStepHasOneRise()
{
    NodeMap map;
    map.place("a", nodeAt(0.0, 0.0));
    map.place("b", nodeAt(170.0, 100.0));
    const QPolygonF route = routeWire({128.0, 26.0}, {170.0, 126.0}, map);
    QCOMPARE(route.size(), 4);
    QVERIFY(isUpright(route));
}

void TestWireRoute::backwardsBetweenTheRows()
{
    NodeMap map;
    map.place("a", nodeAt(500.0, 0.0));
    map.place("b", nodeAt(0.0, 150.0));
    const QPolygonF route = routeWire(outputOf(nodeAt(500.0, 0.0)), inputOf(nodeAt(0.0, 150.0)), map);
    QCOMPARE(route.size(), 6);
    QVERIFY(route[2].y() > 52.0 && route[2].y() < 150.0);
    QVERIFY(route[1].x() > 628.0);
    QVERIFY(route[4].x() < 0.0);
}

void TestWireRoute::aroundWhatLiesBetween()
{
    NodeMap map;
    for (int i = 0; i < 4; ++i)
        map.place(std::to_string(i), nodeAt(170.0 * i, 0.0));
    const QPolygonF route = routeWire(outputOf(nodeAt(0.0, 0.0)), inputOf(nodeAt(510.0, 0.0)), map);
    for (int i = 0; i < 4; ++i)
        QVERIFY(!enters(route, nodeAt(170.0 * i, 0.0)));
    // A node below is avoided too.
    map.place("below", nodeAt(170.0, 60.0));
    QVERIFY(!enters(routeWire(outputOf(nodeAt(0.0, 0.0)), inputOf(nodeAt(510.0, 0.0)), map), nodeAt(170.0, 60.0)));
}

void TestWireRoute::everyRouteIsUpright()
{
    QRandomGenerator random(7);
    const auto place = [&random] { return snapped({random.bounded(2000.0), random.bounded(1200.0)}); };
    for (int round = 0; round < 200; ++round) {
        NodeMap map;
        std::vector<QRectF> nodes;
        while (nodes.size() < 12) {
            const QRectF node(place(), QSizeF(nodeSize.x(), nodeSize.y()));
            if (map.within(node.adjusted(-40.0, -40.0, 40.0, 40.0)))
                continue;
            map.place(std::to_string(nodes.size()), node);
            nodes.push_back(node);
        }
        const QPointF from = outputOf(nodes[0]);
        const QPointF to = inputOf(nodes[1]);
        const QPolygonF route = routeWire(from, to, map);
        QVERIFY(isUpright(route));
        QCOMPARE(route.front(), from);
        QCOMPARE(route.back(), to);
        QVERIFY(route[1].x() > from.x() - 0.1); // it leaves to the right and arrives from the left
        QVERIFY(route[route.size() - 2].x() < to.x() + 0.1);
    }
}

void TestWireRoute::captionsAreNotHidden()
{
    NodeMap map;
    const QRectF a = nodeAt(0.0, 0.0);
    const QRectF b = nodeAt(170.0, 0.0);
    map.place("a", a);
    map.place("b", b);
    const QSizeF size(54.0, 16.0);
    // In a narrow gap above the row, in a wide one at the wire.
    const QPointF narrow = captionPlace({outputOf(a), inputOf(b)}, size, map);
    QVERIFY(narrow.y() < 0.0);
    map.place("b", b.translated(100.0, 0.0));
    const QPointF wide = captionPlace({outputOf(a), inputOf(b.translated(100.0, 0.0))}, size, map);
    QVERIFY(wide.y() > 0.0 && wide.y() < 26.0);
    // Not under a node.
    map.place("c", nodeAt(150.0, -30.0));
    const QPointF hidden = captionPlace({outputOf(a), inputOf(b.translated(100.0, 0.0))}, size, map);
    QVERIFY(hidden.y() > 26.0);
}

void TestWireRoute::lanesPartWiresOfTwoSources()
{
    const QPolygonF wide{{0, 0}, {10, 0}, {10, 100}, {-500, 100}, {-500, 200}, {-480, 200}};
    const QPolygonF narrow{{-100, 0}, {-90, 0}, {-90, 100}, {-400, 100}, {-400, 200}, {-380, 200}};
    const QPolygonF apart{{-900, 0}, {-890, 0}, {-890, 100}, {-990, 100}, {-990, 200}, {-970, 200}};
    std::vector<LaneRoute> routes{{narrow, "b"}, {wide, "a"}, {apart, "c"}};
    partLanes(routes);
    QCOMPARE(routes[1].route, wide);
    QVERIFY(std::abs(routes[0].route[2].y() - 100.0) >= 10.0);
    QCOMPARE(routes[0].route[2].y(), routes[0].route[3].y());
    QCOMPARE(routes[2].route, apart);
    std::vector<LaneRoute> turned{{apart, "c"}, {wide, "a"}, {narrow, "b"}};
    partLanes(turned);
    QCOMPARE(turned[2].route, routes[0].route);
}

void TestWireRoute::wiresOfOneSourceShareALane()
{
    const QPolygonF wide{{0, 0}, {10, 0}, {10, 100}, {-500, 100}, {-500, 200}, {-480, 200}};
    const QPolygonF narrow{{0, 0}, {10, 0}, {10, 100}, {-400, 100}, {-400, 200}, {-380, 200}};
    std::vector<LaneRoute> routes{{narrow, "a"}, {wide, "a"}};
    partLanes(routes);
    QCOMPARE(routes[0].route, narrow);
    QCOMPARE(routes[1].route, wide);
}

void TestWireRoute::distances()
{
    const QPolygonF route{{0, 0}, {100, 0}, {100, 50}};
    QCOMPARE(distanceTo(route, {50, 7}), 7.0);
    QCOMPARE(distanceTo(route, {103, 25}), 3.0);
    QCOMPARE(distanceTo(route, {103, 54}), 5.0);
}

void TestWireRoute::theMapFindsWhatMoved()
{
    NodeMap map;
    map.place("a", nodeAt(0.0, 0.0));
    QVERIFY(map.within(QRectF(10.0, 10.0, 0.0, 0.0)));
    QVERIFY(!map.within(QRectF(128.0, 26.0, 10.0, 0.0))); // its edge is not its inside
    map.place("a", nodeAt(1000.0, -700.0));
    QVERIFY(!map.within(QRectF(10.0, 10.0, 0.0, 0.0)));
    QCOMPARE(map.within(QRectF(1010.0, -690.0, 0.0, 0.0))->first, std::string("a"));
    QCOMPARE(map.allWithin(QRectF(-2000.0, -2000.0, 4000.0, 4000.0)).size(), 1u);
    map.remove("a");
    QVERIFY(!map.find("a"));
    QVERIFY(map.allWithin(QRectF(-2000.0, -2000.0, 4000.0, 4000.0)).empty());
}

NETSMITH_TEST(TestWireRoute)

} // namespace test_wire_route

#include "test_wire_route.moc"
