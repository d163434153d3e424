#pragma once

#include "engine/input/images/picture.h"

#include <span>

namespace netsmith::data {

/// The camera's orientation: EXIF's numbers (CIPA DC-008, tag 0x0112). Rotating undoes it.
enum class Orientation : std::uint8_t {
    upright = 1,
    mirrored = 2,
    turned180 = 3,
    flipped = 4, ///< top to bottom
    transposed = 5,
    turned90 = 6, ///< to be rotated by 90° clockwise
    transversed = 7,
    turned270 = 8,
};

constexpr bool swapsSides(Orientation orientation)
{
    return orientation >= Orientation::transposed;
}

/// From an EXIF block, which begins with its byte order "II" or "MM"; upright if it has no valid value.
Orientation orientationFromExif(std::span<const std::uint8_t> exif);

/// The picture in its display orientation.
Picture turned(Picture picture, Orientation orientation);

} // namespace netsmith::data
