#include "engine/input/images/pixel_file.h"

#include "engine/core/checked.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/parallel.h"

#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace netsmith::data {
namespace {

// The file: pixels; a CRC-32 of each mebibyte of them; the pictures as text; this. Numbers are in the machine's byte order, and a
// machine with another byte order finds another magic number.
struct Trailer {
    std::uint64_t magic = 0;
    std::int64_t sampleBytes = 0;
    std::int64_t pixelBytes = 0;
    std::int64_t trainCount = 0;
    std::int64_t textBytes = 0;
    std::uint32_t tableSum = 0; ///< of the sums and the text
    std::uint32_t ownSum = 0; ///< of what precedes it here
};
static_assert(sizeof(Trailer) == 48);

constexpr std::uint64_t magicNumber = 0x31534c455849504eULL; // "NPIXELS1"
constexpr std::int64_t blockBytes = 1 << 20;
constexpr std::int64_t blocksLookedAt = 64;
constexpr std::int64_t alignment = 64;

std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before = 0)
{
    return static_cast<std::uint32_t>(crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t ownSumOf(const Trailer& trailer)
{
    return checksum(std::as_bytes(std::span(&trailer, 1)).first(offsetof(Trailer, ownSum)));
}

Error damaged()
{
    return Error(ErrorKind::input, NS_MESSAGE("images.pixels", "the file of decoded pictures is damaged; they are decoded again"));
}

std::int64_t blocksOf(std::int64_t bytes)
{
    return bytes / blockBytes + (bytes % blockBytes != 0);
}

/// The checksums after the pixels.
std::uint32_t sumOfBlock(std::span<const std::byte> file, std::int64_t pixelBytes, std::int64_t block)
{
    std::uint32_t sum = 0;
    std::memcpy(&sum, file.data() + pixelBytes + block * static_cast<std::int64_t>(sizeof sum), sizeof sum);
    return sum;
}

bool pixelsHold(std::span<const std::byte> file, std::int64_t pixelBytes)
{
    const std::int64_t blocks = blocksOf(pixelBytes);
    const std::int64_t looks = std::min(blocks, blocksLookedAt);
    std::atomic<bool> holds = true;
    parallelFor(looks, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t block = looks > 1 ? i * (blocks - 1) / (looks - 1) : 0; // the first and the last too
            const std::int64_t at = block * blockBytes;
            const auto bytes = static_cast<std::size_t>(std::min(blockBytes, pixelBytes - at));
            if (checksum(file.subspan(static_cast<std::size_t>(at), bytes)) != sumOfBlock(file, pixelBytes, block))
                holds = false;
        }
    });
    return holds;
}

std::int64_t readableIn(const std::vector<IndexedImage>& images, std::int64_t begin, std::int64_t end)
{
    return std::count_if(images.begin() + begin, images.begin() + end, [](const IndexedImage& image) { return image.readable; });
}

} // namespace

std::int64_t PixelTable::testOffset() const
{
    return (trainReadable * sampleBytes + alignment - 1) / alignment * alignment;
}

std::int64_t PixelTable::pixelBytes() const
{
    return testOffset() + testReadable * sampleBytes;
}

Expected<PixelTable> readPixelTable(std::span<const std::byte> file)
{
    Trailer trailer;
    if (file.size() < sizeof trailer)
        return damaged();
    std::memcpy(&trailer, file.data() + file.size() - sizeof trailer, sizeof trailer);
    if (trailer.magic != magicNumber || trailer.ownSum != ownSumOf(trailer))
        return damaged();
    const auto bytes = static_cast<std::int64_t>(file.size() - sizeof trailer);
    if (trailer.sampleBytes < 1 || trailer.pixelBytes < 0 || trailer.pixelBytes > bytes || trailer.textBytes < 0)
        return damaged();
    const std::int64_t sumBytes = blocksOf(trailer.pixelBytes) * static_cast<std::int64_t>(sizeof(std::uint32_t));
    if (bytes - trailer.pixelBytes < sumBytes || bytes - trailer.pixelBytes - sumBytes != trailer.textBytes)
        return damaged();
    const auto table =
        file.subspan(static_cast<std::size_t>(trailer.pixelBytes), static_cast<std::size_t>(bytes - trailer.pixelBytes));
    if (checksum(table) != trailer.tableSum)
        return damaged();
    const auto text = table.subspan(static_cast<std::size_t>(sumBytes));
    auto images = imagesFromText({reinterpret_cast<const char*>(text.data()), text.size()});
    if (!images)
        return images.error();
    PixelTable out;
    out.images = std::move(images).take();
    out.trainCount = trailer.trainCount;
    out.sampleBytes = trailer.sampleBytes;
    const auto count = std::ssize(out.images);
    const auto most = checkedMultiply(count, out.sampleBytes);
    if (out.trainCount < 0 || out.trainCount > count || !most || !checkedAdd(*most, alignment))
        return damaged();
    out.trainReadable = readableIn(out.images, 0, out.trainCount);
    out.testReadable = readableIn(out.images, out.trainCount, count);
    if (out.pixelBytes() != trailer.pixelBytes)
        return damaged();
    return out;
}

Expected<PixelFile> openPixelFile(const std::filesystem::path& path, std::int64_t sampleBytes)
{
    auto file = mapFile(path);
    if (!file)
        return file.error();
    auto table = readPixelTable(file->all());
    if (!table)
        return table.error();
    if (table->sampleBytes != sampleBytes)
        return damaged();
    if (!pixelsHold(file->all(), table->pixelBytes()))
        return damaged();
    return PixelFile{std::move(table).take(), std::move(file->bytes)};
}

Expected<PixelWriter> PixelWriter::open(const std::filesystem::path& path, std::int64_t sampleBytes)
{
    auto file = SafeFileWriter::open(path);
    if (!file)
        return file.error();
    return PixelWriter(std::move(file).take(), sampleBytes);
}

Expected<void> PixelWriter::append(std::span<const std::byte> pixels)
{
    if (auto written = m_file.append(pixels); !written)
        return written;
    while (!pixels.empty()) {
        const std::size_t part = std::min(pixels.size(), static_cast<std::size_t>(blockBytes) - m_filled);
        m_sum = checksum(pixels.first(part), m_sum);
        m_filled += part;
        pixels = pixels.subspan(part);
        if (m_filled == static_cast<std::size_t>(blockBytes)) {
            m_sums.push_back(m_sum);
            m_sum = 0;
            m_filled = 0;
        }
    }
    return {};
}

Expected<void> PixelWriter::endTraining()
{
    const std::array<std::byte, alignment> zeros{};
    const auto past = static_cast<std::size_t>(m_file.size()) % zeros.size();
    return append(std::span(zeros).first(past == 0 ? 0 : zeros.size() - past));
}

Expected<void> PixelWriter::commit(const std::vector<IndexedImage>& images, std::int64_t trainCount)
{
    Trailer trailer{.magic = magicNumber, .sampleBytes = m_sampleBytes};
    trailer.pixelBytes = static_cast<std::int64_t>(m_file.size());
    trailer.trainCount = trainCount;
    if (m_filled > 0)
        m_sums.push_back(m_sum);
    const std::string text = toText(images);
    trailer.textBytes = static_cast<std::int64_t>(text.size());
    const auto sums = std::as_bytes(std::span(m_sums));
    const auto textBytes = std::as_bytes(std::span(text));
    trailer.tableSum = checksum(textBytes, checksum(sums));
    trailer.ownSum = ownSumOf(trailer);
    for (const std::span<const std::byte> piece : {sums, textBytes, std::as_bytes(std::span(&trailer, 1))})
        if (auto written = m_file.append(piece); !written)
            return written;
    return m_file.commit();
}

} // namespace netsmith::data
