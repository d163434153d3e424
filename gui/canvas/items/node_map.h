#pragma once

#include <QHash>
#include <QPointF>
#include <QRectF>

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace netsmith::gui {

/// A spatial index of the nodes' rectangles, for routing wires around them and finding the node under the pointer quickly.
class NodeMap {
public:
    using Entry = std::pair<const std::string, QRectF>;

    void place(const std::string& id, const QRectF& rectangle);
    void remove(const std::string& id);
    void clear();

    /// A node's rectangle; null if there is none.
    const QRectF* find(const std::string& id) const;

    /// Any node whose interior intersects the area; null if there is none. An area may be a line: edges that only touch don't
    /// count.
    const Entry* within(const QRectF& area) const;
    /// All of them.
    std::vector<const Entry*> allWithin(const QRectF& area) const;

private:
    using Cell = std::vector<const Entry*>;

    template <class Visit>
    void visitCells(const QRectF& area, Visit visit) const;

    std::unordered_map<std::string, QRectF> m_places; // its entries don't move
    QHash<quint64, Cell> m_cells;
};

} // namespace netsmith::gui
