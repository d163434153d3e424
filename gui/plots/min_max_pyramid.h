#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace netsmith::gui {

/// The least and the greatest of some values; values that are not finite are ignored.
struct Extremes {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();
    double leastPositive = std::numeric_limits<double>::infinity(); ///< the least that a logarithmic axis can show

    bool empty() const { return least > greatest; }
    void add(double value);
    void add(const Extremes& other);
};

/// Finds the extremes of any range among a million values without scanning it: each entry of a level covers 16 entries of the level
/// below.
class MinMaxPyramid {
public:
    /// `values`: all values; those before `firstChanged` are unchanged.
    void update(std::span<const double> values, std::size_t firstChanged);
    /// Over the same values, those in [begin, end).
    Extremes range(std::span<const double> values, std::size_t begin, std::size_t end) const;

private:
    std::vector<std::vector<Extremes>> m_levels;
};

} // namespace netsmith::gui
