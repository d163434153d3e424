#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace netsmith::gui {

/// The least and the greatest of some values; what is not finite does not count.
struct Extremes {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();
    double leastPositive = std::numeric_limits<double>::infinity(); ///< the least that a logarithmic axis can show

    bool empty() const { return least > greatest; }
    void add(double value);
    void add(const Extremes& other);
};

/// Knows the extremes of any range among a million values without looking at them all: each entry of a level holds those of 16
/// entries below.
class MinMaxPyramid {
public:
    /// `values` are all values; those before `firstChanged` are as they were.
    void update(std::span<const double> values, std::size_t firstChanged);
    /// Of the same values, those in [begin, end).
    Extremes range(std::span<const double> values, std::size_t begin, std::size_t end) const;

private:
    std::vector<std::vector<Extremes>> m_levels;
};

} // namespace netsmith::gui
