#pragma once

#include "engine/input/images/picture.h"

#include <span>

namespace netsmith::data {

/// How a camera held the picture: EXIF's numbers (CIPA DC-008, tag 0x0112). Turning undoes it.
enum class Orientation : std::uint8_t {
    upright = 1,
    mirrored = 2,
    turned180 = 3,
    flipped = 4, ///< top to bottom
    transposed = 5,
    turned90 = 6, ///< to be turned by 90° clockwise
    transversed = 7,
    turned270 = 8,
};

constexpr bool swapsSides(Orientation orientation)
{
    return orientation >= Orientation::transposed;
}

/// Out of an EXIF block, which begins with its byte order "II" or "MM"; upright where it says nothing that makes sense.
Orientation orientationFromExif(std::span<const std::uint8_t> exif);

/// The picture as it is to be seen.
Picture turned(Picture picture, Orientation orientation);

} // namespace netsmith::data
