#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace netsmith::report {

struct Place {
    double x = 0.0;
    double y = 0.0;
    bool operator==(const Place&) const = default;
};

struct Box {
    double x = 0.0;
    double y = 0.0;
    double width = 0.0;
    double height = 0.0;

    double right() const { return x + width; }
    double bottom() const { return y + height; }
    bool isEmpty() const { return width <= 0.0 || height <= 0.0; }
    /// The smallest box around both; an empty one doesn't count.
    Box with(const Box& other) const;
    Box grown(double by) const { return {x - by, y - by, width + 2.0 * by, height + 2.0 * by}; }
    bool operator==(const Box&) const = default;
};

using Route = std::vector<Place>; ///< horizontal and vertical segments in turn

/// The nodes in the way of wires, all of one width, found quickly by where they are.
class Obstacles {
public:
    explicit Obstacles(std::vector<Box> nodes);

    /// Any node whose inside meets the area, which may be a line; null if there is none.
    const Box* within(const Box& area) const;

private:
    std::vector<Box> m_nodes; ///< by their left edges
    double m_widest = 0.0;
};

/// The route of a wire from an output, on a node's right edge, to an input, on a left one, around the nodes if there is room: as on
/// the studio's canvas.
Route routeWire(Place from, Place to, const Obstacles& nodes, double nodeHeight);

/// A wire and its way.
struct Lane {
    Route* route = nullptr;
    std::string source; ///< wires from one port may lie on each other
};
/// Separates wires that would lie on each other between the rows of nodes.
void partLanes(std::vector<Lane> lanes);

/// Where a caption of this size goes: on the longest horizontal segment if that is long enough, else above or below the nodes that
/// the wire connects; where no node hides it if there is such a place.
Box captionPlace(const Route& route, double width, double height, const Obstacles& nodes, double nodeHeight);

} // namespace netsmith::report
