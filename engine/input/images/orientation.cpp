#include "engine/input/images/orientation.h"

#include <cstring>

namespace netsmith::data {
namespace {

/// Numbers from a TIFF structure, in either byte order; zero beyond its end.
class TiffReader {
public:
    explicit TiffReader(std::span<const std::uint8_t> bytes)
        : m_bytes(bytes)
        , m_big(bytes.size() > 1 && bytes[0] == 'M')
    {
    }
    std::uint32_t number(std::size_t at, std::size_t size) const
    {
        if (at > m_bytes.size() || m_bytes.size() - at < size)
            return 0;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | m_bytes[at + (m_big ? i : size - 1 - i)];
        return value;
    }

private:
    std::span<const std::uint8_t> m_bytes;
    bool m_big;
};

} // namespace

Orientation orientationFromExif(std::span<const std::uint8_t> exif)
{
    constexpr std::uint32_t orientationTag = 0x0112, shortType = 3;
    const bool known = exif.size() >= 8 && (std::memcmp(exif.data(), "II", 2) == 0 || std::memcmp(exif.data(), "MM", 2) == 0);
    if (!known)
        return Orientation::upright;
    const TiffReader tiff(exif);
    const std::size_t directory = tiff.number(4, 4);
    const std::uint32_t entries = tiff.number(directory, 2);
    for (std::size_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + 12 * i;
        if (entry + 12 > exif.size())
            break;
        if (tiff.number(entry, 2) != orientationTag || tiff.number(entry + 2, 2) != shortType)
            continue;
        const std::uint32_t value = tiff.number(entry + 8, 2);
        return value >= 1 && value <= 8 ? static_cast<Orientation>(value) : Orientation::upright;
    }
    return Orientation::upright;
}

Picture turned(Picture picture, Orientation orientation)
{
    if (orientation == Orientation::upright)
        return picture;
    const bool swap = swapsSides(orientation);
    // The stored axis that becomes the new one, and whether it is reversed.
    using enum Orientation;
    const bool fromRight =
        orientation == mirrored || orientation == turned180 || orientation == transversed || orientation == turned270;
    const bool fromBottom =
        orientation == turned180 || orientation == flipped || orientation == turned90 || orientation == transversed;
    Picture out = newPicture(swap ? picture.height : picture.width, swap ? picture.width : picture.height, picture.channels);
    const auto size = static_cast<std::size_t>(picture.channels);
    for (int y = 0; y < out.height; ++y) {
        std::uint8_t* to = out.row(y);
        for (int x = 0; x < out.width; ++x, to += size) {
            const int column = swap ? y : x, line = swap ? x : y;
            const int fromX = fromRight ? picture.width - 1 - column : column;
            const int fromY = fromBottom ? picture.height - 1 - line : line;
            std::memcpy(to, picture.row(fromY) + static_cast<std::size_t>(fromX) * size, size);
        }
    }
    return out;
}

} // namespace netsmith::data
