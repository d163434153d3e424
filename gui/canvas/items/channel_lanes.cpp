#include "gui/canvas/items/channel_lanes.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

namespace netsmith::gui {
namespace {

constexpr double laneStep = 20.0; // a caption fits between two
constexpr int mostLanes = 5;

/// The segment between the rows is the third of five.
bool hasChannel(const QPolygonF& route)
{
    return route.size() == 6 && route[2].y() == route[3].y();
}

struct Channel {
    LaneRoute* wire;
    double level;
    double left;
    double right;
};

bool meet(const Channel& one, const Channel& other)
{
    return one.left < other.right && other.left < one.right && std::abs(one.level - other.level) < laneStep;
}

} // namespace

void partLanes(std::vector<LaneRoute>& routes)
{
    std::vector<Channel> channels;
    for (LaneRoute& wire : routes)
        if (hasChannel(wire.route)) {
            const double one = wire.route[2].x();
            const double other = wire.route[3].x();
            channels.push_back({&wire, wire.route[2].y(), std::min(one, other), std::max(one, other)});
        }
    // The longest isn't shifted.
    const auto order = [](const Channel& channel) {
        return std::tuple(channel.level, channel.left - channel.right, channel.left, std::string_view(channel.wire->source));
    };
    std::ranges::sort(channels, {}, order);
    for (std::size_t i = 0; i < channels.size(); ++i) {
        Channel& channel = channels[i];
        const double level = channel.level;
        for (int lane = 0; lane < mostLanes; ++lane) {
            channel.level = level + (lane % 2 == 0 ? 1.0 : -1.0) * laneStep * ((lane + 1) / 2);
            const auto first = channels.begin();
            const bool isTaken = std::any_of(first, first + static_cast<std::ptrdiff_t>(i), [&](const Channel& other) {
                return meet(channel, other) && other.wire->source != channel.wire->source;
            });
            if (!isTaken)
                break;
            if (lane + 1 == mostLanes)
                channel.level = level;
        }
        channel.wire->route[2].setY(channel.level);
        channel.wire->route[3].setY(channel.level);
    }
}

} // namespace netsmith::gui
