#include "engine/input/images/picture_codecs.h"

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <jpeglib.h>
// After it: it needs the types of jpeglib.h.
#include <jerror.h>

namespace netsmith::data {
namespace {

/// A block of 8×8 pixels takes at least two bits, and with colours at half resolution there are 1.5 blocks per block of brightness;
/// times ten for what arithmetic coding may save.
constexpr std::uint64_t jpegPixelsPerByte = 2048;
constexpr int scansAtMost = 500; // a progressive file of a few kilobytes can contain thousands, each over the whole picture
constexpr int firstApp = JPEG_APP0 + 1; // EXIF's marker

/// libjpeg's reader over bytes in memory. It uses longjmp on an error, so each phase that calls it owns nothing that would have to
/// be destroyed.
class JpegReader {
public:
    explicit JpegReader(std::span<const std::byte> file)
        : m_file(file)
    {
        m_info.err = jpeg_std_error(&m_errors);
        m_errors.error_exit = fail;
        m_errors.emit_message = warn;
        m_info.client_data = this;
        m_progress.progress_monitor = watch;
    }
    ~JpegReader() { jpeg_destroy_decompress(&m_info); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    const char* reason() const { return m_reason; }
    const jpeg_decompress_struct& info() const { return m_info; }

    bool readHeader(PictureHeader& header)
    {
        if (setjmp(m_jump))
            return false;
        jpeg_create_decompress(&m_info);
        m_info.progress = &m_progress;
        jpeg_mem_src(&m_info, reinterpret_cast<const unsigned char*>(m_file.data()), static_cast<unsigned long>(m_file.size()));
        jpeg_save_markers(&m_info, firstApp, 0xffff);
        jpeg_read_header(&m_info, TRUE);
        header.width = static_cast<int>(m_info.image_width);
        header.height = static_cast<int>(m_info.image_height);
        constexpr std::size_t prefix = 6; // "Exif", 0, 0
        for (const jpeg_marker_struct* marker = m_info.marker_list; marker; marker = marker->next)
            if (marker->marker == firstApp && marker->data_length > prefix && std::memcmp(marker->data, "Exif\0", prefix) == 0) {
                header.orientation = orientationFromExif({marker->data + prefix, marker->data_length - prefix});
                break;
            }
        return true;
    }

    /// Chooses colours and scale; `info()` then has the output's format.
    bool start(int channels, int width, int height)
    {
        if (setjmp(m_jump))
            return false;
        const bool inks = m_info.jpeg_color_space == JCS_CMYK || m_info.jpeg_color_space == JCS_YCCK;
        m_info.out_color_space = inks ? JCS_CMYK : channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_EXT_RGBA;
        m_info.scale_num = 1;
        for (const unsigned by : {8u, 4u, 2u}) {
            m_info.scale_denom = by;
            jpeg_calc_output_dimensions(&m_info);
            if (width > 0 && height > 0 && m_info.output_width >= static_cast<unsigned>(width)
                && m_info.output_height >= static_cast<unsigned>(height))
                break;
            m_info.scale_denom = 1;
        }
        jpeg_start_decompress(&m_info);
        return true;
    }

    /// `inks`: a row of them, for CMYK only.
    bool readRows(Picture& picture, std::uint8_t* inks)
    {
        if (setjmp(m_jump))
            return false;
        while (m_info.output_scanline < m_info.output_height) {
            std::uint8_t* out = picture.row(static_cast<int>(m_info.output_scanline));
            JSAMPROW row = inks ? inks : out;
            jpeg_read_scanlines(&m_info, &row, 1);
            if (inks)
                colourFromInks(inks, out, picture.channels);
        }
        return true;
    }

private:
    /// Adobe's programs store inks inverted.
    void colourFromInks(const std::uint8_t* inks, std::uint8_t* out, int channels) const
    {
        const unsigned flip = m_info.saw_Adobe_marker ? 0u : 255u;
        for (unsigned x = 0; x < m_info.output_width; ++x, inks += 4, out += channels) {
            std::uint8_t rgb[3];
            for (int c = 0; c < 3; ++c)
                rgb[c] = static_cast<std::uint8_t>(((inks[c] ^ flip) * (inks[3] ^ flip) + 127u) / 255u);
            convertRow(rgb, 3, out, channels, 1);
        }
    }
    static JpegReader& of(j_common_ptr info) { return *static_cast<JpegReader*>(info->client_data); }
    [[noreturn]] static void fail(j_common_ptr info)
    {
        char words[JMSG_LENGTH_MAX];
        info->err->format_message(info, words);
        std::snprintf(of(info).m_reason, sizeof of(info).m_reason, "%s", words);
        std::longjmp(of(info).m_jump, 1);
    }
    /// A picture that ends too early is broken; stray bytes between its parts are common and harmless.
    static void warn(j_common_ptr info, int level)
    {
        if (level >= 0)
            return;
        if (info->err->msg_code == JWRN_JPEG_EOF || info->err->msg_code == JWRN_HIT_MARKER)
            fail(info);
    }
    static void watch(j_common_ptr info)
    {
        if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number <= scansAtMost)
            return;
        std::snprintf(of(info).m_reason, sizeof of(info).m_reason, "it has more than %d scans", scansAtMost);
        std::longjmp(of(info).m_jump, 1);
    }

    std::span<const std::byte> m_file;
    jpeg_decompress_struct m_info{};
    jpeg_error_mgr m_errors{};
    jpeg_progress_mgr m_progress{};
    std::jmp_buf m_jump{};
    char m_reason[JMSG_LENGTH_MAX] = {};
};

Error broken(const std::string& name, const JpegReader& reader)
{
    return Error(ErrorKind::input, NS_MESSAGE("image.jpeg", "{0} can't be read as a JPEG picture: {1}"), name,
                 std::string(reader.reason()));
}

Expected<PictureHeader> headerOf(JpegReader& reader, std::size_t fileBytes, const std::string& name)
{
    PictureHeader header;
    if (!reader.readHeader(header))
        return broken(name, reader);
    if (auto problem = problemOfSize(static_cast<std::uint64_t>(header.width), static_cast<std::uint64_t>(header.height), fileBytes,
                                     jpegPixelsPerByte, name))
        return std::move(*problem);
    return header;
}

} // namespace

int jpegLibrary()
{
    return LIBJPEG_TURBO_VERSION_NUMBER;
}

Expected<PictureHeader> readJpegHeader(std::span<const std::byte> file, const std::string& name)
{
    JpegReader reader(file);
    return headerOf(reader, file.size(), name);
}

Expected<DecodedPicture> decodeJpeg(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted)
{
    JpegReader reader(file);
    const Expected<PictureHeader> header = headerOf(reader, file.size(), name);
    if (!header)
        return header.error();
    const bool swap = swapsSides(header->orientation);
    if (!reader.start(wanted.channels, swap ? wanted.height : wanted.width, swap ? wanted.width : wanted.height))
        return broken(name, reader);
    const jpeg_decompress_struct& info = reader.info();
    Picture picture = newPicture(static_cast<int>(info.output_width), static_cast<int>(info.output_height), wanted.channels);
    const bool isInks = info.out_color_space == JCS_CMYK;
    const auto inks = isInks ? std::make_unique<std::uint8_t[]>(std::size_t{4} * info.output_width) : nullptr;
    if (!reader.readRows(picture, inks.get()))
        return broken(name, reader);
    return DecodedPicture{std::move(picture), header->orientation};
}

} // namespace netsmith::data
