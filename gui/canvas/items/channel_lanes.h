#pragma once

#include <QPolygonF>

#include <string>
#include <vector>

namespace netsmith::gui {

/// A route that may be shifted, and where its wire starts.
struct LaneRoute {
    QPolygonF route;
    std::string source; ///< wires from the same port may overlap
};

/// Separates wires that would overlap between the rows of nodes, by shifting the long horizontal segment of one. The result depends
/// only on the routes, not on their order.
void partLanes(std::vector<LaneRoute>& routes);

} // namespace netsmith::gui
