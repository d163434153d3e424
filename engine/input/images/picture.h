#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace netsmith::data {

/// Pixels of bytes, row by row, with interleaved channels: grey, RGB or RGBA.
struct Picture {
    int width = 0;
    int height = 0;
    int channels = 0; ///< 1, 3 or 4
    std::unique_ptr<std::uint8_t[]> pixels{};

    std::size_t rowBytes() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(channels); }
    std::size_t bytes() const { return rowBytes() * static_cast<std::size_t>(height); }
    std::uint8_t* row(int y) const { return pixels.get() + static_cast<std::size_t>(y) * rowBytes(); }
};

/// Its pixels are uninitialised: pages use memory only once written, so a false header costs none.
inline Picture newPicture(int width, int height, int channels)
{
    Picture picture{width, height, channels};
    picture.pixels = std::make_unique_for_overwrite<std::uint8_t[]>(picture.bytes());
    return picture;
}

} // namespace netsmith::data
