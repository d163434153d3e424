#include "engine/input/images/picture_codecs.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <optional>

namespace netsmith::data {
namespace {

/// Deflate packs at most 1032 bytes into one, and a pixel has at least one bit.
constexpr std::uint64_t pngPixelsPerByte = 1032 * 8;
constexpr png_alloc_size_t chunkBytesAtMost = std::size_t{8} << 20; // of one
// Beside the picture; texts and profiles are skipped, and need no more space than what programs usually write.
constexpr std::size_t chunksBesideAtMost = 1000, bytesBesideAtMost = std::size_t{32} << 20;

/// Checks whether the ancillary chunks are larger than any program writes, from the chunks' headers alone (PNG 1.2, 3.2).
std::optional<Error> problemOfChunks(std::span<const std::byte> file, const std::string& name)
{
    constexpr std::size_t signature = 8, frame = 12; // length, type and checksum
    const auto word = [&](std::size_t at) {
        std::size_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value = value << 8 | std::to_integer<std::size_t>(file[at + i]);
        return value;
    };
    std::size_t chunks = 0, bytes = 0;
    for (std::size_t at = signature; at + frame <= file.size();) {
        const std::size_t length = word(at);
        const bool beside = (std::to_integer<int>(file[at + 4]) & 0x20) != 0; // a lowercase letter: an ancillary chunk
        chunks += beside ? 1 : 0;
        bytes += beside ? length : 0;
        if (chunks > chunksBesideAtMost || bytes > bytesBesideAtMost)
            return Error(
                ErrorKind::input,
                NS_MESSAGE("image.png_chunks",
                           "{0} holds more than {1} texts and other chunks besides its picture, or more than {2:byte|bytes} "
                           "of them; save the picture again"),
                name, chunksBesideAtMost, bytesBesideAtMost);
        if (length > file.size() - at - frame)
            return std::nullopt; // truncated, which libpng reports
        at += frame + length;
    }
    return std::nullopt;
}

/// libpng's reader over bytes in memory. libpng uses longjmp on an error, so each phase that calls it owns nothing that would have
/// to be destroyed.
class PngReader {
public:
    explicit PngReader(std::span<const std::byte> file)
        : m_left(file)
        , m_png(png_create_read_struct(PNG_LIBPNG_VER_STRING, this, fail, [](png_structp, png_const_charp) {}))
        , m_info(m_png ? png_create_info_struct(m_png) : nullptr)
    {
    }
    ~PngReader() { png_destroy_read_struct(&m_png, &m_info, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    const char* reason() const { return m_reason; }

    bool readHeader(PictureHeader& header)
    {
        if (!m_info) {
            std::strcpy(m_reason, "no memory");
            return false;
        }
        if (setjmp(png_jmpbuf(m_png)))
            return false;
        png_set_read_fn(m_png, this, read);
        png_set_user_limits(m_png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); // we have our own message for it
        png_set_chunk_malloc_max(m_png, chunkBytesAtMost);
        png_set_chunk_cache_max(m_png, 0); // the previous pass has counted them
        // Texts and profiles, which are not used here, are not even unpacked.
        static constexpr png_byte passedOver[] = "iCCP\0iTXt\0sPLT\0tEXt\0zTXt";
        png_set_keep_unknown_chunks(m_png, PNG_HANDLE_CHUNK_NEVER, passedOver, sizeof passedOver / 5);
        png_read_info(m_png, m_info);
        header.width = static_cast<int>(png_get_image_width(m_png, m_info));
        header.height = static_cast<int>(png_get_image_height(m_png, m_info));
        png_bytep exif = nullptr;
        png_uint_32 size = 0;
        if (png_get_eXIf_1(m_png, m_info, &size, &exif) != 0)
            header.orientation = orientationFromExif({exif, size});
        return true;
    }

    /// Requests 8 bits per channel; returns the number of channels: grey or colour, with or without alpha.
    int prepare()
    {
        if (setjmp(png_jmpbuf(m_png)))
            return 0;
        png_set_expand(m_png);
        png_set_scale_16(m_png);
        m_passes = png_set_interlace_handling(m_png);
        png_read_update_info(m_png, m_info);
        return png_get_channels(m_png, m_info);
    }

    bool readRows(std::uint8_t* pixels, std::size_t rowBytes, int height)
    {
        if (setjmp(png_jmpbuf(m_png)))
            return false;
        for (int pass = 0; pass < m_passes; ++pass)
            for (int y = 0; y < height; ++y)
                png_read_row(m_png, pixels + static_cast<std::size_t>(y) * rowBytes, nullptr);
        return true;
    }

private:
    static void fail(png_structp png, png_const_charp words)
    {
        auto* self = static_cast<PngReader*>(png_get_error_ptr(png));
        std::strncpy(self->m_reason, words, sizeof self->m_reason - 1);
        png_longjmp(png, 1);
    }
    static void read(png_structp png, png_bytep out, std::size_t size)
    {
        auto* self = static_cast<PngReader*>(png_get_io_ptr(png));
        if (size > self->m_left.size())
            png_error(png, "the file ends too early");
        std::memcpy(out, self->m_left.data(), size);
        self->m_left = self->m_left.subspan(size);
    }

    std::span<const std::byte> m_left;
    char m_reason[128] = {};
    png_structp m_png;
    png_infop m_info;
    int m_passes = 1;
};

Error broken(const std::string& name, const PngReader& reader)
{
    return Error(ErrorKind::input, NS_MESSAGE("image.png", "{0} can't be read as a PNG picture: {1}"), name,
                 std::string(reader.reason()));
}

Expected<PictureHeader> headerOf(PngReader& reader, std::span<const std::byte> file, const std::string& name)
{
    if (auto problem = problemOfChunks(file, name))
        return std::move(*problem);
    PictureHeader header;
    if (!reader.readHeader(header))
        return broken(name, reader);
    const auto side = [](int value) { return static_cast<std::uint64_t>(value); };
    if (auto problem = problemOfSize(side(header.width), side(header.height), file.size(), pngPixelsPerByte, name))
        return std::move(*problem);
    return header;
}

} // namespace

Expected<PictureHeader> readPngHeader(std::span<const std::byte> file, const std::string& name)
{
    PngReader reader(file);
    return headerOf(reader, file, name);
}

Expected<DecodedPicture> decodePng(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted)
{
    PngReader reader(file);
    const Expected<PictureHeader> header = headerOf(reader, file, name);
    if (!header)
        return header.error();
    const int stored = reader.prepare();
    if (stored == 0)
        return broken(name, reader);
    const std::size_t rowBytes = static_cast<std::size_t>(header->width) * static_cast<std::size_t>(stored);
    const auto raw = std::make_unique_for_overwrite<std::uint8_t[]>(rowBytes * static_cast<std::size_t>(header->height));
    if (!reader.readRows(raw.get(), rowBytes, header->height))
        return broken(name, reader);
    Picture picture = newPicture(header->width, header->height, wanted.channels);
    for (int y = 0; y < header->height; ++y)
        convertRow(raw.get() + static_cast<std::size_t>(y) * rowBytes, stored, picture.row(y), wanted.channels, header->width);
    return DecodedPicture{std::move(picture), header->orientation};
}

} // namespace netsmith::data
