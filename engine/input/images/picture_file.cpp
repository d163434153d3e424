#include "engine/input/images/picture_file.h"

#include "engine/input/images/picture_codecs.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace netsmith::data {
namespace {

/// A supported format, recognised by the start of its files.
struct Codec {
    bool (*begins)(std::span<const std::byte> file);
    Expected<PictureHeader> (*header)(std::span<const std::byte> file, const std::string& name);
    Expected<DecodedPicture> (*decode)(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);
};

bool beginsWith(std::span<const std::byte> file, std::string_view magic)
{
    return file.size() >= magic.size() && std::memcmp(file.data(), magic.data(), magic.size()) == 0;
}

const Codec* codecBeginning(std::span<const std::byte> file)
{
    using namespace std::string_view_literals;
    using File = std::span<const std::byte>;
    static constexpr Codec codecs[] = {
        {[](File bytes) { return beginsWith(bytes, "\x89PNG\r\n\x1a\n"sv); }, readPngHeader, decodePng},
        {[](File bytes) { return beginsWith(bytes, "\xff\xd8\xff"sv); }, readJpegHeader, decodeJpeg},
        {[](File bytes) { return beginsWith(bytes, "RIFF"sv) && bytes.size() >= 12 && beginsWith(bytes.subspan(8), "WEBP"sv); },
         readWebpHeader, decodeWebp},
        {[](File bytes) { return beginsWith(bytes, "BM"sv); }, readBmpHeader, decodeBmp},
    };
    for (const Codec& codec : codecs)
        if (codec.begins(file))
            return &codec;
    return nullptr;
}

Expected<const Codec*> codecOf(std::span<const std::byte> file, const std::string& name)
{
    using namespace std::string_view_literals;
    if (file.empty())
        return Error(ErrorKind::input, NS_MESSAGE("image.empty", "{0} is empty, expected a PNG, JPEG, WebP or BMP picture"), name);
    if (const Codec* codec = codecBeginning(file))
        return codec;
    struct Other {
        std::string_view magic;
        const char* title;
    };
    constexpr std::array others{Other{"GIF8"sv, "GIF"}, Other{"II*\0"sv, "TIFF"}, Other{"MM\0*"sv, "TIFF"}};
    for (const Other& other : others)
        if (beginsWith(file, other.magic))
            return Error(ErrorKind::input,
                         NS_MESSAGE("image.other_format", "{0} is a {1} file, expected PNG, JPEG, WebP or BMP: convert it"), name,
                         std::string(other.title));
    return Error(ErrorKind::input, NS_MESSAGE("image.format", "{0} is not a PNG, JPEG, WebP or BMP picture, despite its name"),
                 name);
}

/// ITU-R BT.601's weights times 2^16, as in JPEG.
std::uint8_t greyOf(const std::uint8_t* rgb)
{
    return static_cast<std::uint8_t>((rgb[0] * 19595u + rgb[1] * 38470u + rgb[2] * 7471u + 0x8000u) >> 16);
}

std::uint8_t onBlack(std::uint8_t value, std::uint8_t opacity)
{
    return static_cast<std::uint8_t>((value * opacity + 127) / 255);
}

} // namespace

std::optional<Error> problemOfSize(std::uint64_t width, std::uint64_t height, std::size_t fileBytes, std::uint64_t pixelsPerByte,
                                   const std::string& name)
{
    if (width == 0 || height == 0)
        return Error(ErrorKind::input, NS_MESSAGE("image.no_size", "{0} claims {1}×{2} pixels: it is damaged"), name, width,
                     height);
    if (width > pictureSideAtMost || height > pictureSideAtMost || width * height > std::uint64_t{picturePixelsAtMost})
        return Error(
            ErrorKind::input,
            NS_MESSAGE("image.large", "{0} claims {1}×{2} pixels; at most {3} a side and {4} in all are read: scale it down first"),
            name, width, height, pictureSideAtMost, picturePixelsAtMost);
    if (width * height / pixelsPerByte > fileBytes)
        return Error(ErrorKind::input,
                     NS_MESSAGE("image.claim", "{0} claims {1}×{2} pixels, more than its {3:byte|bytes} can hold: it is damaged"),
                     name, width, height, fileBytes);
    return std::nullopt;
}

void convertRow(const std::uint8_t* in, int from, std::uint8_t* out, int to, int count)
{
    const bool colour = from >= 3;
    const bool hasOpacity = from == 2 || from == 4;
    if (from == to) {
        std::copy_n(in, static_cast<std::size_t>(count) * static_cast<std::size_t>(to), out);
        return;
    }
    for (int i = 0; i < count; ++i, in += from, out += to) {
        const std::uint8_t opacity = hasOpacity ? in[from - 1] : std::uint8_t{255};
        if (to == 1) {
            out[0] = onBlack(colour ? greyOf(in) : in[0], opacity);
            continue;
        }
        for (int c = 0; c < 3; ++c) {
            const std::uint8_t value = in[colour ? c : 0];
            out[c] = to == 4 ? value : onBlack(value, opacity);
        }
        if (to == 4)
            out[3] = opacity;
    }
}

bool beginsAsPicture(std::span<const std::byte> beginning)
{
    return codecBeginning(beginning) != nullptr;
}

Expected<PictureHeader> readPictureHeader(std::span<const std::byte> file, const std::string& name)
{
    const Expected<const Codec*> codec = codecOf(file, name);
    if (!codec)
        return codec.error();
    return (*codec)->header(file, name);
}

Expected<DecodedPicture> decodePicture(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted)
{
    const Expected<const Codec*> codec = codecOf(file, name);
    if (!codec)
        return codec.error();
    return (*codec)->decode(file, name, wanted);
}

} // namespace netsmith::data
