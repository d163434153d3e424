#pragma once

#include "gui/canvas/canvas_look.h"

#include <QGraphicsItem>
#include <QLineF>
#include <QPointF>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace netsmith::gui {

class NetworkScene;

/// The position for a node with its corner at `corner`: aligned with nearby nodes, else on the grid. `moving`: dragged nodes, which
/// are not aligned with.
QPointF alignedTo(const NetworkScene& network, QPointF corner, const std::set<std::string>& moving, double scale);

/// Lines from the nearest nodes that a node at `corner` is aligned with, one in its row and one in its column. `moving` as above.
std::vector<QLineF> guidesThrough(const NetworkScene& network, QPointF corner, const std::set<std::string>& moving);

/// The alignment guides of a dragged node.
class Guides final {
public:
    explicit Guides(NetworkScene& network);
    ~Guides();
    Guides(const Guides&) = delete;
    Guides& operator=(const Guides&) = delete;

    void show(const std::vector<QLineF>& lines);
    const std::vector<QLineF>& lines() const { return m_shown; }

private:
    NetworkScene& m_network;
    std::vector<QLineF> m_shown;
    std::vector<std::unique_ptr<QGraphicsLineItem>> m_lines;
};

} // namespace netsmith::gui
