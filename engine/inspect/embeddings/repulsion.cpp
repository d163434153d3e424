#include "engine/inspect/embeddings/repulsion.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::inspect {
namespace {

constexpr int levels = 24; ///< of squares within squares
constexpr std::int32_t leafPoints = 6; ///< at most, one by one
constexpr std::int64_t pointsPerThread = 64; ///< at least

/// The lower 32 bits with a 0 before each.
std::uint64_t spreadBits(std::uint64_t bits)
{
    bits = (bits | bits << 16) & 0x0000FFFF0000FFFFu;
    bits = (bits | bits << 8) & 0x00FF00FF00FF00FFu;
    bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0Fu;
    bits = (bits | bits << 2) & 0x3333333333333333u;
    return (bits | bits << 1) & 0x5555555555555555u;
}

} // namespace

void Repulsion::build(std::span<const PlanePoint> points)
{
    const auto count = static_cast<std::int32_t>(points.size());
    const auto [left, right] = std::ranges::minmax(points, {}, &PlanePoint::x);
    const auto [bottom, top] = std::ranges::minmax(points, {}, &PlanePoint::y);
    m_side = std::max({right.x - left.x, top.y - bottom.y, 1e-300});
    const double scale = static_cast<double>((1 << levels) - 1) / m_side;
    m_order.resize(points.size());
    for (std::int32_t i = 0; i < count; ++i) {
        const PlanePoint& point = points[static_cast<std::size_t>(i)];
        const auto bits = [&](double from, double at) { return spreadBits(static_cast<std::uint64_t>((at - from) * scale)); };
        m_order[static_cast<std::size_t>(i)] = {bits(left.x, point.x) | bits(bottom.y, point.y) << 1, i};
    }
    std::ranges::sort(m_order,
                      [](const Coded& a, const Coded& b) { return a.code != b.code ? a.code < b.code : a.point < b.point; });
    m_points.resize(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        m_points[i] = points[static_cast<std::size_t>(m_order[i].point)];
    m_squares.clear();
    addSquare(0, count, 0);
}

/// Of the points from `first` to `end`, which lie in one square of that level.
void Repulsion::addSquare(std::int32_t first, std::int32_t end, int level)
{
    const auto codeOf = [&](std::int32_t at) { return m_order[static_cast<std::size_t>(at)].code; };
    // Not each square with only one in it.
    while (level < levels && codeOf(first) >> 2 * (levels - level - 1) == codeOf(end - 1) >> 2 * (levels - level - 1))
        ++level;
    const auto at = m_squares.size();
    const double side = std::ldexp(m_side, -level);
    m_squares.push_back({.count = static_cast<double>(end - first),
                         .sideSquared = side * side,
                         .first = first,
                         .isLeaf = end - first <= leafPoints || level == levels,
                         .isPoint = level == levels});
    double x = 0.0, y = 0.0;
    if (m_squares[at].isLeaf) {
        for (std::int32_t i = first; i < end; ++i) {
            x += m_points[static_cast<std::size_t>(i)].x;
            y += m_points[static_cast<std::size_t>(i)].y;
        }
    } else {
        for (std::int32_t begin = first; begin < end;) {
            const int shift = 2 * (levels - level - 1);
            const std::uint64_t quarter = codeOf(begin) >> shift;
            const auto last = std::partition_point(m_order.begin() + begin, m_order.begin() + end,
                                                   [&](const Coded& each) { return each.code >> shift == quarter; });
            const auto inner = m_squares.size();
            const auto stop = static_cast<std::int32_t>(last - m_order.begin());
            addSquare(begin, stop, level + 1);
            x += m_squares[inner].x * m_squares[inner].count;
            y += m_squares[inner].y * m_squares[inner].count;
            begin = stop;
        }
    }
    Square& square = m_squares[at];
    square.x = x / square.count;
    square.y = y / square.count;
    square.next = static_cast<std::int32_t>(m_squares.size());
}

/// Includes the point itself, whose w is 1 and whose force is 0.
double Repulsion::forceOn(const PlanePoint& point, double theta, PlanePoint& force) const
{
    const double share = theta * theta;
    const auto end = static_cast<std::int32_t>(m_squares.size());
    double sum = 0.0;
    force = {};
    for (std::int32_t i = 0; i < end;) {
        const Square& square = m_squares[static_cast<std::size_t>(i)];
        const double dx = point.x - square.x, dy = point.y - square.y, distance = dx * dx + dy * dy;
        if (square.sideSquared < share * distance || square.isPoint) {
            const double w = 1.0 / (1.0 + distance), all = square.count * w;
            sum += all;
            force.x += all * w * dx;
            force.y += all * w * dy;
            i = square.next;
        } else if (square.isLeaf) {
            for (std::int32_t at = square.first; at < square.first + static_cast<std::int32_t>(square.count); ++at) {
                const PlanePoint& other = m_points[static_cast<std::size_t>(at)];
                const double ox = point.x - other.x, oy = point.y - other.y, w = 1.0 / (1.0 + ox * ox + oy * oy);
                sum += w;
                force.x += w * w * ox;
                force.y += w * w * oy;
            }
            i = square.next;
        } else {
            ++i;
        }
    }
    return sum;
}

double Repulsion::compute(std::span<const PlanePoint> points, double theta, std::span<PlanePoint> forces)
{
    build(points);
    m_weights.resize(points.size());
    parallelFor(std::ssize(points), pointsPerThread, [&](std::int64_t begin, std::int64_t end) {
        for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const auto point = static_cast<std::size_t>(m_order[i].point);
            m_weights[point] = forceOn(m_points[i], theta, forces[point]);
        }
    });
    return std::accumulate(m_weights.begin(), m_weights.end(), -static_cast<double>(points.size())); // without each itself
}

} // namespace netsmith::inspect
