#pragma once

#include <span>
#include <vector>

namespace netsmith::data {

/// In a box of 1×1, x to the right and y down.
struct Point {
    double x = 0;
    double y = 0;
};

/// One movement of the pen, smooth through all its points; a corner ends one stroke and begins the next.
using Stroke = std::vector<Point>;
/// One variant of a digit.
using Glyph = std::vector<Stroke>;

/// The variants of `digit` (0 … 9), at least two.
std::span<const Glyph> glyphsOf(int digit);

} // namespace netsmith::data
