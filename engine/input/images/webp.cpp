#include "engine/input/images/picture_codecs.h"

#include <webp/decode.h>
#include <webp/demux.h>

#include <algorithm>

namespace netsmith::data {
namespace {

/// A picture of one colour may take no bits per pixel, so its file size gives no bound; its dimensions do.
constexpr std::uint64_t webpPixelsPerByte = std::uint64_t{picturePixelsAtMost};

/// libwebp's view of a whole file, and the first of its images.
class WebpReader {
public:
    explicit WebpReader(std::span<const std::byte> file)
        : m_data{reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}
        , m_demuxer(WebPDemux(&m_data))
        , m_hasFrame(m_demuxer && WebPDemuxGetFrame(m_demuxer, 1, &m_frame) != 0)
    {
    }
    ~WebpReader()
    {
        if (m_hasFrame)
            WebPDemuxReleaseIterator(&m_frame);
        WebPDemuxDelete(m_demuxer);
    }
    WebpReader(const WebpReader&) = delete;
    WebpReader& operator=(const WebpReader&) = delete;

    bool isReadable() const { return m_hasFrame; }
    int width() const { return static_cast<int>(WebPDemuxGetI(m_demuxer, WEBP_FF_CANVAS_WIDTH)); }
    int height() const { return static_cast<int>(WebPDemuxGetI(m_demuxer, WEBP_FF_CANVAS_HEIGHT)); }

    Orientation orientation() const
    {
        WebPChunkIterator chunk{};
        if (WebPDemuxGetChunk(m_demuxer, "EXIF", 1, &chunk) == 0)
            return Orientation::upright;
        std::span<const std::uint8_t> exif(chunk.chunk.bytes, chunk.chunk.size);
        constexpr std::uint8_t prefix[] = {'E', 'x', 'i', 'f', 0, 0}; // as in JPEG; some programs write it here, too
        if (exif.size() >= std::size(prefix) && std::equal(std::begin(prefix), std::end(prefix), exif.begin()))
            exif = exif.subspan(std::size(prefix));
        const Orientation found = orientationFromExif(exif);
        WebPDemuxReleaseChunkIterator(&chunk);
        return found;
    }

    /// RGBA of the canvas, rows from the top; what the first image does not cover stays unchanged.
    bool readInto(std::uint8_t* pixels) const
    {
        const std::size_t rowBytes = static_cast<std::size_t>(width()) * 4;
        const std::size_t first =
            static_cast<std::size_t>(m_frame.y_offset) * rowBytes + static_cast<std::size_t>(m_frame.x_offset) * 4;
        const std::size_t left = static_cast<std::size_t>(height()) * rowBytes - first;
        return WebPDecodeRGBAInto(m_frame.fragment.bytes, m_frame.fragment.size, pixels + first, left, static_cast<int>(rowBytes))
            != nullptr;
    }
    /// Whether the first image lies within the canvas and has the size that the file says it has.
    bool fits() const
    {
        int frameWidth = 0;
        int frameHeight = 0;
        return WebPGetInfo(m_frame.fragment.bytes, m_frame.fragment.size, &frameWidth, &frameHeight) != 0
            && frameWidth == m_frame.width && frameHeight == m_frame.height && m_frame.x_offset >= 0 && m_frame.y_offset >= 0
            && m_frame.x_offset <= width() - frameWidth && m_frame.y_offset <= height() - frameHeight;
    }
    bool coversAll() const { return m_frame.width == width() && m_frame.height == height(); }

private:
    WebPData m_data;
    WebPDemuxer* m_demuxer;
    WebPIterator m_frame{};
    bool m_hasFrame;
};

Error brokenWebp(const std::string& name)
{
    return Error(ErrorKind::input, NS_MESSAGE("image.webp", "{0} can't be read as a WebP picture: it is damaged or ends too early"),
                 name);
}

Expected<PictureHeader> headerOf(const WebpReader& reader, std::size_t fileBytes, const std::string& name)
{
    if (!reader.isReadable() || !reader.fits())
        return brokenWebp(name);
    const auto side = [](int value) { return static_cast<std::uint64_t>(value); };
    if (auto problem = problemOfSize(side(reader.width()), side(reader.height()), fileBytes, webpPixelsPerByte, name))
        return std::move(*problem);
    return PictureHeader{reader.width(), reader.height(), reader.orientation()};
}

} // namespace

int webpLibrary()
{
    return WebPGetDecoderVersion();
}

Expected<PictureHeader> readWebpHeader(std::span<const std::byte> file, const std::string& name)
{
    const WebpReader reader(file);
    return headerOf(reader, file.size(), name);
}

Expected<DecodedPicture> decodeWebp(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted)
{
    const WebpReader reader(file);
    const Expected<PictureHeader> header = headerOf(reader, file.size(), name);
    if (!header)
        return header.error();
    Picture stored = newPicture(header->width, header->height, 4);
    if (!reader.coversAll())
        std::fill_n(stored.pixels.get(), stored.bytes(), std::uint8_t{0});
    if (!reader.readInto(stored.pixels.get()))
        return brokenWebp(name);
    if (wanted.channels == 4)
        return DecodedPicture{std::move(stored), header->orientation};
    Picture picture = newPicture(header->width, header->height, wanted.channels);
    for (int y = 0; y < header->height; ++y)
        convertRow(stored.row(y), 4, picture.row(y), wanted.channels, header->width);
    return DecodedPicture{std::move(picture), header->orientation};
}

} // namespace netsmith::data
