#include "engine/report/network/wire_routes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace netsmith::report {
namespace {

constexpr double stub = 16.0; // the least length of the horizontal segment at a port
constexpr double margin = 6.0; // between a wire and a node that it passes
constexpr double clearance = 20.0; // between a wire and a node that it goes around

Box boxOf(Place one, Place other)
{
    return {std::min(one.x, other.x), std::min(one.y, other.y), std::abs(other.x - one.x), std::abs(other.y - one.y)};
}

/// The segments at the ends touch the nodes that they connect.
bool isClear(const Route& route, const Obstacles& nodes)
{
    for (std::size_t i = 0; i + 1 < route.size(); ++i) {
        const bool atEnd = i == 0 || i + 2 == route.size();
        if (nodes.within(boxOf(route[i], route[i + 1]).grown(atEnd ? 0.0 : margin)))
            return false;
    }
    return true;
}

double lengthOf(const Route& route)
{
    double length = 0.0;
    for (std::size_t i = 0; i + 1 < route.size(); ++i)
        length += std::abs(route[i + 1].x - route[i].x) + std::abs(route[i + 1].y - route[i].y);
    return length;
}

/// The height, searched for from `level` down or up, at which a horizontal segment meets no node.
double freeLevel(const Obstacles& nodes, double left, double right, double level, bool down)
{
    constexpr int nodesAtMost = 64;
    for (int i = 0; i < nodesAtMost; ++i) {
        const Box* met = nodes.within(boxOf({left, level}, {right, level}).grown(margin));
        if (!met)
            break;
        level = down ? met->bottom() + clearance : met->y - clearance;
    }
    return level;
}

Route withoutStraightBends(const Route& route)
{
    Route out;
    for (const Place& place : route) {
        if (!out.empty() && out.back() == place)
            continue;
        const std::size_t count = out.size();
        if (count > 1
            && ((out[count - 2].x == out[count - 1].x && out[count - 1].x == place.x)
                || (out[count - 2].y == out[count - 1].y && out[count - 1].y == place.y)))
            out.pop_back();
        out.push_back(place);
    }
    return out;
}

/// The segment between rows is the third of five.
bool runsBetweenRows(const Route& route)
{
    return route.size() == 6 && route[2].y == route[3].y;
}

} // namespace

Box Box::with(const Box& other) const
{
    if (isEmpty() || other.isEmpty())
        return isEmpty() ? other : *this;
    const double left = std::min(x, other.x);
    const double top = std::min(y, other.y);
    return {left, top, std::max(right(), other.right()) - left, std::max(bottom(), other.bottom()) - top};
}

Obstacles::Obstacles(std::vector<Box> nodes)
    : m_nodes(std::move(nodes))
{
    std::ranges::sort(m_nodes, {}, [](const Box& box) { return std::pair(box.x, box.y); });
    for (const Box& node : m_nodes)
        m_widest = std::max(m_widest, node.width);
}

const Box* Obstacles::within(const Box& area) const
{
    for (auto node = std::ranges::upper_bound(m_nodes, area.x - m_widest, {}, &Box::x);
         node != m_nodes.end() && node->x < area.right(); ++node)
        if (node->right() > area.x && node->y < area.bottom() && node->bottom() > area.y)
            return &*node;
    return nullptr;
}

Route routeWire(Place from, Place to, const Obstacles& nodes, double nodeHeight)
{
    const double width = to.x - from.x;
    if (width > 0.0 && from.y == to.y && isClear({from, to}, nodes))
        return {from, to};
    const bool forwards = width >= 2.0 * stub || (width > 0.0 && std::abs(from.y - to.y) < 2.0 * margin);
    if (forwards && from.y != to.y)
        for (const double x : {std::round(from.x + width / 2.0), to.x - stub, from.x + stub}) {
            const Route route{from, {x, from.y}, {x, to.y}, to};
            if (isClear(route, nodes))
                return route;
        }
    // Around what is in the way: between the rows if they are far enough apart, else below or above.
    double start = from.y;
    if (!forwards)
        start = std::abs(to.y - from.y) >= nodeHeight + 2.0 * margin ? std::round((from.y + to.y) / 2.0)
                                                                     : std::max(from.y, to.y) + nodeHeight / 2.0 + clearance;
    const double leaves = from.x + stub;
    const double arrives = to.x - stub;
    Route best;
    double least = std::numeric_limits<double>::infinity();
    for (const bool down : {true, false}) {
        const double level = freeLevel(nodes, std::min(leaves, arrives), std::max(leaves, arrives), start, down);
        const Route route{from, {leaves, from.y}, {leaves, level}, {arrives, level}, {arrives, to.y}, to};
        constexpr double blocked = 1e9;
        const double cost = lengthOf(route) + (isClear(route, nodes) ? 0.0 : blocked);
        if (cost < least) {
            least = cost;
            best = route;
        }
    }
    return withoutStraightBends(best);
}

void partLanes(std::vector<Lane> lanes)
{
    constexpr double step = 20.0; // a caption fits between two
    constexpr int lanesAtMost = 5;
    struct Channel {
        Lane lane;
        double level;
        double left;
        double right;
    };
    std::vector<Channel> channels;
    for (Lane& lane : lanes)
        if (const Route& route = *lane.route; runsBetweenRows(route))
            channels.push_back({lane, route[2].y, std::min(route[2].x, route[3].x), std::max(route[2].x, route[3].x)});
    std::ranges::sort(channels, {}, [](const Channel& channel) { // the longest keeps its place
        return std::tuple(channel.level, channel.left - channel.right, channel.left, std::string_view(channel.lane.source));
    });
    for (std::size_t i = 0; i < channels.size(); ++i) {
        Channel& channel = channels[i];
        const double level = channel.level;
        const auto isTaken = [&] {
            return std::any_of(channels.begin(), channels.begin() + static_cast<std::ptrdiff_t>(i), [&](const Channel& other) {
                return channel.left < other.right && other.left < channel.right && std::abs(channel.level - other.level) < step
                    && other.lane.source != channel.lane.source;
            });
        };
        for (int lane = 1; lane < lanesAtMost && isTaken(); ++lane)
            channel.level = level + (lane % 2 == 0 ? 1.0 : -1.0) * step * ((lane + 1) / 2);
        if (isTaken())
            channel.level = level;
        (*channel.lane.route)[2].y = (*channel.lane.route)[3].y = channel.level;
    }
}

Box captionPlace(const Route& route, double width, double height, const Obstacles& nodes, double nodeHeight)
{
    constexpr double gap = 4.0;
    constexpr double shortest = 72.0; // in the gaps of a row, captions are above the nodes
    std::vector<Box> places; // the best first
    const auto add = [&](double middle, double bottom) {
        places.push_back({middle - width / 2.0, bottom - height, width, height});
    };
    std::size_t longest = 0;
    double length = 0.0;
    for (std::size_t i = 0; i + 1 < route.size(); ++i)
        if (route[i].y == route[i + 1].y && std::abs(route[i + 1].x - route[i].x) > length) {
            length = std::abs(route[i + 1].x - route[i].x);
            longest = i;
        }
    if (length >= std::max(shortest, width + 4.0 * gap))
        for (const double part : {0.5, 0.25, 0.75}) {
            const double x = route[longest].x + (route[longest + 1].x - route[longest].x) * part;
            add(x, route[longest].y - gap);
            add(x, route[longest].y + gap + height);
        }
    const double middle = (route.front().x + route.back().x) / 2.0;
    const auto [top, bottom] = std::minmax(route.front().y, route.back().y);
    if (route.size() == 4 && bottom - top >= nodeHeight + height + 2.0 * gap)
        add(route[1].x + gap + width / 2.0, (top + bottom + height) / 2.0);
    add(middle, top - nodeHeight / 2.0 - gap);
    add(middle, bottom + nodeHeight / 2.0 + gap + height);
    for (const Box& place : places)
        if (!nodes.within({place.x + 2.0 * gap, place.y, place.width - 4.0 * gap, place.height}))
            return place;
    return places.front();
}

} // namespace netsmith::report
