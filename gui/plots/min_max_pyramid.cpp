#include "gui/plots/min_max_pyramid.h"

#include <algorithm>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr std::size_t fan = 16;

template <class Entry>
Extremes extremesOf(std::span<const Entry> entries)
{
    Extremes out;
    for (const Entry& entry : entries)
        out.add(entry);
    return out;
}

/// Recomputes the entries of `level` from `first` on, each from `fan` entries of the level below.
template <class Entry>
void rebuild(std::vector<Extremes>& level, std::span<const Entry> below, std::size_t first)
{
    level.resize((below.size() + fan - 1) / fan);
    for (std::size_t i = first; i < level.size(); ++i)
        level[i] = extremesOf(below.subspan(i * fan, std::min(fan, below.size() - i * fan)));
}

} // namespace

void Extremes::add(double value)
{
    if (!std::isfinite(value))
        return;
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    if (value > 0.0)
        leastPositive = std::min(leastPositive, value);
}

void Extremes::add(const Extremes& other)
{
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
    leastPositive = std::min(leastPositive, other.leastPositive);
}

void MinMaxPyramid::update(std::span<const double> values, std::size_t firstChanged)
{
    std::size_t count = values.size();
    for (std::size_t depth = 0; count > fan || depth == 0; ++depth) {
        firstChanged /= fan;
        if (depth == m_levels.size()) {
            m_levels.emplace_back();
            firstChanged = 0; // a new level is empty
        }
        if (depth == 0)
            rebuild(m_levels[0], values, firstChanged);
        else
            rebuild(m_levels[depth], std::span<const Extremes>(m_levels[depth - 1]), firstChanged);
        count = m_levels[depth].size();
        if (count <= fan)
            m_levels.resize(depth + 1);
    }
}

Extremes MinMaxPyramid::range(std::span<const double> values, std::size_t begin, std::size_t end) const
{
    Extremes out;
    end = std::min(end, values.size());
    while (begin < end) {
        // The largest entry that begins here and does not extend past the end.
        std::size_t size = 1;
        std::size_t depth = 0; // 0: a single value
        while (depth < m_levels.size() && begin % (size * fan) == 0 && begin + size * fan <= end) {
            size *= fan;
            ++depth;
        }
        if (depth == 0)
            out.add(values[begin]);
        else
            out.add(m_levels[depth - 1][begin / size]);
        begin += size;
    }
    return out;
}

} // namespace netsmith::gui
