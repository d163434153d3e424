#include "gui/canvas/alignment.h"

#include "gui/canvas/network_scene.h"
#include "gui/document/graph_edits.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr double catches = 7.0; // scene units, less than a grid step so that positions beside the line can be reached
constexpr double neighbourhood = 700.0;

/// The nearest nodes in the row and in the column of a node at `corner`, each within `reach` of the line.
std::pair<const NodeItem*, const NodeItem*> neighboursOf(const NetworkScene& network, QPointF corner,
                                                         const std::set<std::string>& without, double reach)
{
    const QRectF around =
        QRectF(corner, QSizeF(nodeSize.x(), nodeSize.y())).adjusted(-neighbourhood, -neighbourhood, neighbourhood, neighbourhood);
    const NodeItem* row = nullptr;
    const NodeItem* column = nullptr;
    const auto isNearer = [corner](const NodeItem& one, const NodeItem* other) {
        return !other || (one.pos() - corner).manhattanLength() < (other->pos() - corner).manhattanLength();
    };
    for (const NodeMap::Entry* entry : network.map().allWithin(around)) {
        const NodeItem* item = network.node(entry->first);
        if (!item || without.contains(entry->first))
            continue;
        if (std::abs(item->pos().y() - corner.y()) <= reach && isNearer(*item, row))
            row = item;
        if (std::abs(item->pos().x() - corner.x()) <= reach && isNearer(*item, column))
            column = item;
    }
    return {row, column};
}

} // namespace

QPointF alignedTo(const NetworkScene& network, QPointF corner, const std::set<std::string>& moving, double scale)
{
    QPointF place = snapped(corner);
    const auto [row, column] = neighboursOf(network, corner, moving, std::min(catches, catches / std::max(scale, 0.1)));
    if (row)
        place.setY(row->pos().y());
    if (column)
        place.setX(column->pos().x());
    return place;
}

std::vector<QLineF> guidesThrough(const NetworkScene& network, QPointF corner, const std::set<std::string>& moving)
{
    const auto [row, column] = neighboursOf(network, corner, moving, 0.0);
    std::vector<QLineF> guides;
    for (const NodeItem* neighbour : {row, column})
        if (neighbour)
            guides.push_back({neighbour->rectangle().center(), corner + nodeSize / 2.0});
    return guides;
}

Guides::Guides(NetworkScene& network)
    : m_network(network)
{
}

Guides::~Guides() = default;

void Guides::show(const std::vector<QLineF>& lines)
{
    m_shown = lines;
    m_lines.resize(std::min(m_lines.size(), lines.size()));
    while (m_lines.size() < lines.size()) {
        auto line = std::make_unique<QGraphicsLineItem>();
        line->setZValue(-1.0); // below the nodes
        line->setPen(m_network.look().hairline(Token::accent));
        line->setAcceptedMouseButtons(Qt::NoButton);
        m_network.addItem(line.get());
        m_lines.push_back(std::move(line));
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
        m_lines[i]->setLine(lines[i]);
}

} // namespace netsmith::gui
