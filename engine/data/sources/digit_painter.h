#pragma once

#include "engine/core/philox.h"

#include <cstddef>
#include <span>

namespace netsmith::data {

inline constexpr int digitSide = 28; ///< pixels

/// Draws `digit` (0 … 9) as if by hand: one of its glyphs, distorted, rotated, slanted, stretched and shifted, with a random pen
/// width, sometimes with a stray stroke, blurred and noisy; white on black. Only additions, products, quotients and roots touch
/// pixels, so that they are the same on every processor.
void paintDigit(int digit, RandomStream& random, std::span<std::byte, digitSide * digitSide> pixels);

} // namespace netsmith::data
