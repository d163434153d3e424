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

/// Where a dragged node comes to lie: on the grid, or in line with neighbours that are near it.
struct Alignment {
    QPointF corner;
    std::vector<QLineF> guides; ///< through the neighbours with which it is in line
};

/// The place for a node whose corner would lie at `corner`; `moving` are dragged, so nothing is in line with them.
Alignment alignedTo(const NetworkScene& network, QPointF corner, const std::set<std::string>& moving, double scale);

/// The lines through what is in line with a dragged node.
class Guides final {
public:
    explicit Guides(NetworkScene& network);
    ~Guides();
    Guides(const Guides&) = delete;
    Guides& operator=(const Guides&) = delete;

    void show(const std::vector<QLineF>& lines);

private:
    NetworkScene& m_network;
    std::vector<std::unique_ptr<QGraphicsLineItem>> m_lines;
};

} // namespace netsmith::gui
