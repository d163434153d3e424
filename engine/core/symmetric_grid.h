#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace netsmith {

/// The step of a symmetric grid of the integers −127 to 127 for numbers of at most this magnitude: a 127th of it, rounded up to 16
/// significant bits, so that an integer of the grid times the step is exact in f32. 0 for 0; not finite where `largest` is not.
inline float gridScale(float largest)
{
    constexpr std::uint32_t dropped = 0xff; // of the 23 bits after the first one, 15 stay
    const float step = largest / 127.0f;
    return std::isfinite(step) ? std::bit_cast<float>((std::bit_cast<std::uint32_t>(step) + dropped) & ~dropped) : step;
}

} // namespace netsmith
