#pragma once

#include "engine/core/philox.h"

#include <cstddef>
#include <span>

namespace netsmith::data {

inline constexpr int digitSide = 28; ///< pixels

/// Draws `digit` (0 … 9) as a hand might: one of its glyphs, wobbling, turned, slanted, stretched and shifted, in a pen of some
/// width, now and then with a stray stroke, blurred and noisy; white on black. Only additions, products, quotients and roots
/// touch pixels, so that they are the same on every processor.
void paintDigit(int digit, RandomStream& random, std::span<std::byte, digitSide * digitSide> pixels);

} // namespace netsmith::data
