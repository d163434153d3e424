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

/// The place for a node whose corner would lie at `corner`: in line with neighbours that are near it, else on the grid. `moving`
/// are dragged, so nothing is in line with them.
QPointF alignedTo(const NetworkScene& network, QPointF corner, const std::set<std::string>& moving, double scale);

/// Lines from the nearest neighbours that a node at `corner` is in line with, one of its row and one of its column. `moving` as
/// above.
std::vector<QLineF> guidesThrough(const NetworkScene& network, QPointF corner, const std::set<std::string>& moving);

/// The lines through what is in line with a dragged node.
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
