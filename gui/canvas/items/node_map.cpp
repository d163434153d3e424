#include "gui/canvas/items/node_map.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr double cellSize = 256.0;

int cellOf(double coordinate)
{
    return static_cast<int>(std::floor(coordinate / cellSize));
}

quint64 keyOf(int column, int row)
{
    return (static_cast<quint64>(static_cast<quint32>(column)) << 32) | static_cast<quint32>(row);
}

bool overlap(const QRectF& one, const QRectF& other)
{
    return one.left() < other.right() && other.left() < one.right() && one.top() < other.bottom() && other.top() < one.bottom();
}

} // namespace

template <class Visit>
void NodeMap::visitCells(const QRectF& area, Visit visit) const
{
    for (int row = cellOf(area.top()); row <= cellOf(area.bottom()); ++row)
        for (int column = cellOf(area.left()); column <= cellOf(area.right()); ++column)
            if (!visit(keyOf(column, row)))
                return;
}

void NodeMap::place(const std::string& id, const QRectF& rectangle)
{
    const auto found = m_places.find(id);
    if (found != m_places.end()) {
        if (found->second == rectangle)
            return;
        remove(id);
    }
    const Entry* entry = &*m_places.emplace(id, rectangle).first;
    visitCells(rectangle, [&](quint64 key) {
        m_cells[key].push_back(entry);
        return true;
    });
}

void NodeMap::remove(const std::string& id)
{
    const auto found = m_places.find(id);
    if (found == m_places.end())
        return;
    const Entry* entry = &*found;
    visitCells(found->second, [&](quint64 key) {
        const auto cell = m_cells.find(key);
        std::erase(*cell, entry);
        if (cell->empty())
            m_cells.erase(cell);
        return true;
    });
    m_places.erase(found);
}

void NodeMap::clear()
{
    m_cells.clear();
    m_places.clear();
}

const QRectF* NodeMap::find(const std::string& id) const
{
    const auto found = m_places.find(id);
    return found == m_places.end() ? nullptr : &found->second;
}

const NodeMap::Entry* NodeMap::within(const QRectF& area) const
{
    const Entry* found = nullptr;
    visitCells(area, [&](quint64 key) {
        const auto cell = m_cells.constFind(key);
        if (cell == m_cells.constEnd())
            return true;
        for (const Entry* entry : *cell)
            if (overlap(entry->second, area)) {
                found = entry;
                return false;
            }
        return true;
    });
    return found;
}

std::vector<const NodeMap::Entry*> NodeMap::allWithin(const QRectF& area) const
{
    std::vector<const Entry*> found;
    visitCells(area, [&](quint64 key) {
        const auto cell = m_cells.constFind(key);
        if (cell != m_cells.constEnd())
            for (const Entry* entry : *cell)
                if (overlap(entry->second, area) && std::ranges::find(found, entry) == found.end())
                    found.push_back(entry);
        return true;
    });
    return found;
}

} // namespace netsmith::gui
