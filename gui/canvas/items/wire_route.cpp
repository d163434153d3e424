#include "gui/canvas/items/wire_route.h"

#include "gui/canvas/items/node_map.h"
#include "gui/document/graph_edits.h"

#include <QVarLengthArray>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace netsmith::gui {
namespace {

constexpr double stub = 16.0; // the minimum length of the horizontal segment at a port
constexpr double margin = 6.0; // between a wire and a node that it passes
constexpr double clearance = 20.0; // between a wire and a node that it goes around
const double halfHeight = nodeSize.y() / 2.0;

/// Whether no node is in the way of a vertical or horizontal segment.
bool isClear(const NodeMap& nodes, QPointF one, QPointF other, double keep)
{
    const QRectF piece(QPointF(std::min(one.x(), other.x()), std::min(one.y(), other.y())),
                       QPointF(std::max(one.x(), other.x()), std::max(one.y(), other.y())));
    return !nodes.within(piece.adjusted(-keep, -keep, keep, keep));
}

/// The first and the last segment touch the connected nodes; the others keep a distance.
bool isClear(const NodeMap& nodes, const QPolygonF& route)
{
    for (qsizetype i = 0; i + 1 < route.size(); ++i) {
        const bool atEnd = i == 0 || i + 2 == route.size();
        if (!isClear(nodes, route[i], route[i + 1], atEnd ? 0.0 : margin))
            return false;
    }
    return true;
}

double lengthOf(const QPolygonF& route)
{
    double length = 0.0;
    for (qsizetype i = 0; i + 1 < route.size(); ++i)
        length += std::abs(route[i + 1].x() - route[i].x()) + std::abs(route[i + 1].y() - route[i].y());
    return length;
}

/// The y coordinate at which a segment from `left` to `right` meets no node, searched from `level` down or up.
double freeLevel(const NodeMap& nodes, double left, double right, double level, bool downwards)
{
    constexpr int mostNodes = 64;
    for (int i = 0; i < mostNodes; ++i) {
        const QRectF run(QPointF(std::min(left, right) - margin, level - margin),
                         QPointF(std::max(left, right) + margin, level + margin));
        const NodeMap::Entry* met = nodes.within(run);
        if (!met)
            break;
        level = downwards ? met->second.bottom() + clearance : met->second.top() - clearance;
    }
    return level;
}

QPolygonF around(QPointF from, QPointF to, double level)
{
    const double leaves = from.x() + stub;
    const double arrives = to.x() - stub;
    return {from, {leaves, from.y()}, {leaves, level}, {arrives, level}, {arrives, to.y()}, to};
}

QPolygonF withoutBends(QPolygonF route)
{
    const auto isStraight = [](QPointF a, QPointF b, QPointF c) {
        return (a.x() == b.x() && b.x() == c.x()) || (a.y() == b.y() && b.y() == c.y());
    };
    for (qsizetype i = 1; i + 1 < route.size();)
        if (route[i] == route[i - 1] || isStraight(route[i - 1], route[i], route[i + 1]))
            route.remove(i);
        else
            ++i;
    return route;
}

} // namespace

QPolygonF routeWire(QPointF from, QPointF to, const NodeMap& nodes)
{
    const double width = to.x() - from.x();
    if (width > 0.0 && from.y() == to.y() && isClear(nodes, from, to, 0.0))
        return {from, to};
    const bool forwards = width >= 2.0 * stub || (width > 0.0 && std::abs(from.y() - to.y()) < 2.0 * margin);
    if (forwards && from.y() != to.y()) {
        const std::array<double, 3> turns{std::round(from.x() + width / 2.0), to.x() - stub, from.x() + stub};
        for (const double x : turns) {
            const QPolygonF route{from, {x, from.y()}, {x, to.y()}, to};
            if (isClear(nodes, route))
                return withoutBends(route);
        }
    }
    // Goes around obstacles: between the rows if they are far enough apart, else below or above.
    const bool apart = std::abs(to.y() - from.y()) >= nodeSize.y() + 2.0 * margin;
    const double middle = std::round((from.y() + to.y()) / 2.0);
    double start = from.y();
    if (!forwards)
        start = apart ? middle : std::max(from.y(), to.y()) + halfHeight + clearance;
    QPolygonF best;
    double least = std::numeric_limits<double>::infinity();
    for (const bool downwards : {true, false}) {
        const double level = freeLevel(nodes, from.x() + stub, to.x() - stub, start, downwards);
        const QPolygonF route = around(from, to, level);
        constexpr double blocked = 1e6;
        const double cost = lengthOf(route) + (isClear(nodes, route) ? 0.0 : blocked);
        if (cost < least) {
            least = cost;
            best = route;
        }
    }
    return withoutBends(best);
}

QPointF captionPlace(const QPolygonF& route, QSizeF size, const NodeMap& nodes)
{
    constexpr double gap = 4.0;
    constexpr double leastLength = 72.0; // so that in the narrow gaps of a row all captions are above the nodes, long or short
    QVarLengthArray<QPointF, 12> places; // best first
    const auto along = [&](QPointF one, QPointF other, double part) {
        const double x = one.x() + (other.x() - one.x()) * part;
        places.append({x, one.y() - gap});
        places.append({x, one.y() + gap + size.height()});
    };
    qsizetype longest = -1;
    double length = 0.0;
    for (qsizetype i = 0; i + 1 < route.size(); ++i)
        if (route[i].y() == route[i + 1].y() && std::abs(route[i + 1].x() - route[i].x()) > length) {
            length = std::abs(route[i + 1].x() - route[i].x());
            longest = i;
        }
    if (longest >= 0 && length >= std::max(leastLength, size.width() + 4.0 * gap))
        for (const double part : {0.5, 0.25, 0.75})
            along(route[longest], route[longest + 1], part);
    const double middle = (route.front().x() + route.back().x()) / 2.0;
    const double top = std::min(route.front().y(), route.back().y());
    const double bottom = std::max(route.front().y(), route.back().y());
    if (route.size() == 4 && bottom - top >= nodeSize.y() + size.height() + 2.0 * gap)
        places.append({route[1].x() + gap + size.width() / 2.0, (top + bottom + size.height()) / 2.0});
    places.append({middle, top - halfHeight - gap});
    places.append({middle, bottom + halfHeight + gap + size.height()});
    for (const QPointF& place : places)
        if (!nodes.within(QRectF(place - QPointF(size.width() / 2.0, size.height()), size).adjusted(8.0, 0.0, -8.0, 0.0)))
            return place;
    return places.front();
}

double distanceTo(const QPolygonF& route, QPointF point)
{
    double least = std::numeric_limits<double>::infinity();
    for (qsizetype i = 0; i + 1 < route.size(); ++i) {
        const QPointF a = route[i];
        const QPointF b = route[i + 1];
        const double dx = std::max({std::min(a.x(), b.x()) - point.x(), 0.0, point.x() - std::max(a.x(), b.x())});
        const double dy = std::max({std::min(a.y(), b.y()) - point.y(), 0.0, point.y() - std::max(a.y(), b.y())});
        least = std::min(least, std::hypot(dx, dy));
    }
    return least;
}

} // namespace netsmith::gui
