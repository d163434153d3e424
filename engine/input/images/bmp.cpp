#include "engine/input/images/picture_codecs.h"

#include <algorithm>
#include <array>
#include <bit>

namespace netsmith::data {
namespace {

constexpr std::size_t fileHeaderBytes = 14;
constexpr std::size_t coreHeaderBytes = 12; // OS/2's header; those of Windows have 40 bytes or more
constexpr std::size_t infoHeaderBytes = 40;
constexpr std::uint64_t plainPixelsPerByte = 8;
constexpr std::uint64_t runPixelsPerByte = pictureSideAtMost; // two bytes may encode an empty row

enum class Packing : std::uint32_t { none = 0, runs8 = 1, runs4 = 2, masks = 3, masksWithOpacity = 6 };

/// The little-endian numbers of a file; beyond its end they are 0.
class BmpBytes {
public:
    explicit BmpBytes(std::span<const std::byte> file)
        : m_file(file)
    {
    }
    std::size_t size() const { return m_file.size(); }
    std::uint32_t u8(std::size_t at) const { return at < m_file.size() ? std::to_integer<std::uint32_t>(m_file[at]) : 0u; }
    std::uint32_t u16(std::size_t at) const { return u8(at) | u8(at + 1) << 8; }
    std::uint32_t u32(std::size_t at) const { return u16(at) | u16(at + 2) << 16; }
    std::int64_t i32(std::size_t at) const { return static_cast<std::int32_t>(u32(at)); }

private:
    std::span<const std::byte> m_file;
};

/// The content of the headers, as in Microsoft's "Bitmap Storage".
struct BmpInfo {
    std::int64_t width = 0;
    std::int64_t height = 0;
    bool fromTop = false;
    unsigned bits = 0; ///< of a pixel
    Packing packing = Packing::none;
    std::array<std::uint32_t, 4> masks{}; ///< red, green, blue, alpha; 0: none
    std::size_t pixelsAt = 0;
    std::size_t colours = 0; ///< of the palette
    std::array<std::array<std::uint8_t, 3>, 256> palette{};

    bool hasPalette() const { return bits <= 8; }
    bool hasRuns() const { return packing == Packing::runs8 || packing == Packing::runs4; }
    std::uint64_t rowBytes() const { return (static_cast<std::uint64_t>(width) * bits + 31) / 32 * 4; }
};

Error damagedBmp(const std::string& name)
{
    return Error(ErrorKind::input, NS_MESSAGE("image.bmp", "{0} can't be read as a BMP picture: it is damaged or ends too early"),
                 name);
}

bool isKnown(unsigned bits, Packing packing)
{
    switch (packing) {
    case Packing::none: return bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
    case Packing::runs8: return bits == 8;
    case Packing::runs4: return bits == 4;
    case Packing::masks:
    case Packing::masksWithOpacity: return bits == 16 || bits == 32;
    }
    return false;
}

/// The masks of 16 and 32 bits per pixel; masks after the header shift what follows.
void readMasks(BmpInfo& info, const BmpBytes& bytes, std::size_t headerBytes)
{
    if (info.packing == Packing::none) {
        info.masks = info.bits == 16 ? std::array<std::uint32_t, 4>{0x7c00, 0x03e0, 0x001f, 0}
                                     : std::array<std::uint32_t, 4>{0xff0000, 0xff00, 0xff, 0};
        return;
    }
    const bool opacity = info.packing == Packing::masksWithOpacity || headerBytes >= infoHeaderBytes + 16;
    for (std::size_t i = 0; i < (opacity ? 4u : 3u); ++i)
        info.masks[i] = bytes.u32(fileHeaderBytes + infoHeaderBytes + 4 * i);
}

Expected<BmpInfo> readInfo(std::span<const std::byte> file, const std::string& name)
{
    const BmpBytes bytes(file);
    const std::size_t headerBytes = bytes.u32(fileHeaderBytes);
    const bool core = headerBytes == coreHeaderBytes;
    if ((!core && headerBytes < infoHeaderBytes) || bytes.size() < fileHeaderBytes || headerBytes > bytes.size() - fileHeaderBytes)
        return damagedBmp(name);
    BmpInfo info;
    info.pixelsAt = bytes.u32(10);
    info.width = core ? bytes.u16(18) : bytes.i32(18);
    const std::int64_t height = core ? bytes.u16(20) : bytes.i32(22);
    info.fromTop = height < 0;
    info.height = std::abs(height);
    info.bits = core ? bytes.u16(24) : bytes.u16(28);
    info.packing = core ? Packing::none : static_cast<Packing>(bytes.u32(30));
    if (!isKnown(info.bits, info.packing) || (info.hasRuns() && info.fromTop))
        return Error(
            ErrorKind::input,
            NS_MESSAGE(
                "image.bmp_kind",
                "{0} is a BMP picture with {1:bit|bits} per pixel and an unsupported compression (number {2}); save it as PNG"),
            name, info.bits, static_cast<std::uint32_t>(info.packing));
    if (auto problem = problemOfSize(static_cast<std::uint64_t>(std::max<std::int64_t>(info.width, 0)),
                                     static_cast<std::uint64_t>(info.height), file.size(),
                                     info.hasRuns() ? runPixelsPerByte : plainPixelsPerByte, name))
        return std::move(*problem);
    if (info.hasPalette()) {
        const std::size_t at = fileHeaderBytes + headerBytes;
        const std::size_t entry = core ? 3 : 4;
        const std::size_t used = core ? 0 : bytes.u32(46);
        const std::size_t most = std::size_t{1} << info.bits;
        info.colours = std::min(used == 0 ? most : used, most);
        for (std::size_t i = 0; i < info.colours; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                info.palette[i][c] = static_cast<std::uint8_t>(bytes.u8(at + i * entry + 2 - c));
    } else if (info.bits != 24) {
        readMasks(info, bytes, headerBytes);
    }
    const std::uint64_t needed = info.hasRuns() ? 1 : info.rowBytes() * static_cast<std::uint64_t>(info.height);
    if (info.pixelsAt < fileHeaderBytes + headerBytes || info.pixelsAt > file.size() || file.size() - info.pixelsAt < needed)
        return damagedBmp(name);
    return info;
}

/// The palette indices of a run-length encoded picture, one byte each, rows from the bottom. False if they exceed it or never end.
bool unpackRuns(const BmpInfo& info, const BmpBytes& bytes, std::uint8_t* out)
{
    const bool halves = info.packing == Packing::runs4;
    std::size_t at = info.pixelsAt;
    std::int64_t x = 0;
    std::int64_t y = 0;
    const auto put = [&](std::int64_t count, const auto& numberOf) {
        if (y >= info.height || count > info.width - x)
            return false;
        for (std::int64_t i = 0; i < count; ++i)
            out[y * info.width + x++] = static_cast<std::uint8_t>(numberOf(static_cast<std::size_t>(i)));
        return true;
    };
    while (at + 1 < bytes.size()) {
        const std::uint32_t count = bytes.u8(at);
        const std::uint32_t value = bytes.u8(at + 1);
        at += 2;
        if (count > 0) {
            if (!put(count, [&](std::size_t i) { return halves ? (i % 2 == 0 ? value >> 4 : value & 15) : value; }))
                return false;
        } else if (value == 0) { // the end of a row
            x = 0;
            ++y;
        } else if (value == 1) {
            return true;
        } else if (value == 2) { // move to another position
            x += bytes.u8(at);
            y += bytes.u8(at + 1);
            at += 2;
            if (x > info.width || y > info.height)
                return false;
        } else { // literal pixels, in whole words
            const std::size_t length = halves ? (value + 1) / 2 : value;
            if (bytes.size() - at < length || !put(value, [&](std::size_t i) {
                    return halves ? (i % 2 == 0 ? bytes.u8(at + i / 2) >> 4 : bytes.u8(at + i / 2) & 15) : bytes.u8(at + i);
                }))
                return false;
            at += (length + 1) / 2 * 2;
        }
    }
    return false;
}

/// The part of a pixel under a mask, as a byte.
std::uint8_t masked(std::uint32_t pixel, std::uint32_t mask)
{
    if (mask == 0)
        return 0;
    const int shift = std::countr_zero(mask);
    const std::uint64_t most = mask >> shift;
    return static_cast<std::uint8_t>((std::uint64_t{(pixel & mask) >> shift} * 255 + most / 2) / most);
}

/// One row of the file as `channels` bytes per pixel. False if a colour is not in the palette.
bool readRow(const BmpInfo& info, const BmpBytes& bytes, std::size_t rowAt, const std::uint8_t* numbers, std::uint8_t* out)
{
    const int channels = info.masks[3] != 0 ? 4 : 3;
    for (std::int64_t x = 0; x < info.width; ++x, out += channels) {
        const auto i = static_cast<std::size_t>(x);
        if (info.hasPalette()) {
            const std::size_t perByte = 8 / info.bits;
            const std::uint32_t packed = numbers ? 0 : bytes.u8(rowAt + i / perByte);
            const std::size_t number =
                numbers ? numbers[i] : packed >> (8 - info.bits * (i % perByte + 1)) & ((1u << info.bits) - 1);
            if (number >= info.colours)
                return false;
            std::ranges::copy(info.palette[number], out);
        } else if (info.bits == 24) {
            for (std::size_t c = 0; c < 3; ++c)
                out[c] = static_cast<std::uint8_t>(bytes.u8(rowAt + 3 * i + 2 - c));
        } else {
            const std::uint32_t pixel = info.bits == 16 ? bytes.u16(rowAt + 2 * i) : bytes.u32(rowAt + 4 * i);
            for (int c = 0; c < channels; ++c)
                out[c] = masked(pixel, info.masks[static_cast<std::size_t>(c)]);
        }
    }
    return true;
}

} // namespace

Expected<PictureHeader> readBmpHeader(std::span<const std::byte> file, const std::string& name)
{
    const Expected<BmpInfo> info = readInfo(file, name);
    if (!info)
        return info.error();
    return PictureHeader{static_cast<int>(info->width), static_cast<int>(info->height), Orientation::upright};
}

Expected<DecodedPicture> decodeBmp(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted)
{
    const Expected<BmpInfo> info = readInfo(file, name);
    if (!info)
        return info.error();
    const BmpBytes bytes(file);
    const auto width = static_cast<std::size_t>(info->width);
    std::unique_ptr<std::uint8_t[]> numbers;
    if (info->hasRuns()) {
        numbers = std::make_unique<std::uint8_t[]>(width * static_cast<std::size_t>(info->height));
        if (!unpackRuns(*info, bytes, numbers.get()))
            return damagedBmp(name);
    }
    Picture picture = newPicture(static_cast<int>(info->width), static_cast<int>(info->height), wanted.channels);
    const int stored = info->masks[3] != 0 ? 4 : 3;
    const auto row = std::make_unique_for_overwrite<std::uint8_t[]>(width * 4);
    for (int y = 0; y < picture.height; ++y) {
        const auto line = static_cast<std::size_t>(y); // of the file
        const std::uint8_t* unpacked = numbers ? numbers.get() + line * width : nullptr;
        if (!readRow(*info, bytes, info->pixelsAt + line * info->rowBytes(), unpacked, row.get()))
            return damagedBmp(name);
        convertRow(row.get(), stored, picture.row(info->fromTop ? y : picture.height - 1 - y), wanted.channels, picture.width);
    }
    return DecodedPicture{std::move(picture), Orientation::upright};
}

} // namespace netsmith::data
