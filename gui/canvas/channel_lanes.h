#pragma once

#include <QPolygonF>

#include <string>
#include <vector>

namespace netsmith::gui {

/// A route that may have to give way, and where its wire comes from.
struct LaneRoute {
    QPolygonF route;
    std::string source; ///< wires from one port may run together
};

/// Parts wires that would run on top of each other between the rows of nodes, so that each can be followed: the long level piece of
/// one moves aside. Depends on the routes alone, not on their order.
void partLanes(std::vector<LaneRoute>& routes);

} // namespace netsmith::gui
