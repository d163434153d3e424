#pragma once

#include "engine/core/files/safe_file_writer.h"
#include "engine/input/images/image_index.h"

#include <memory>
#include <optional>

namespace netsmith::data {

/// The table of a file of decoded pictures. Its pixels come first: those of the readable training pictures, then from the next
/// multiple of 64 bytes on those of the test.
struct PixelTable {
    std::vector<IndexedImage> images; ///< of training, then of test
    std::int64_t trainCount = 0; ///< of `images`
    std::int64_t sampleBytes = 0; ///< of one picture
    std::int64_t trainReadable = 0; ///< the number of pictures with pixels
    std::int64_t testReadable = 0;

    std::int64_t testOffset() const; ///< bytes
    std::int64_t pixelBytes() const; ///< of both parts
};

/// The table of a whole file. Errors `images.pixels` if its length, its checksums or its numbers don't agree.
Expected<PixelTable> readPixelTable(std::span<const std::byte> file);

/// Cached decoded pictures, mapped into memory.
struct PixelFile {
    PixelTable table;
    std::shared_ptr<const std::byte[]> bytes;
};

/// Opens a file of decoded pictures without reading it: besides the table, a part of the pixels, at most 64 MiB evenly spread, is
/// checked against its checksums. Errors say what is wrong; the caller then decodes again.
Expected<PixelFile> openPixelFile(const std::filesystem::path& path, std::int64_t sampleBytes);

/// Writes such a file from pictures that arrive in parts; if not committed, nothing is left.
class PixelWriter {
public:
    static Expected<PixelWriter> open(const std::filesystem::path& path, std::int64_t sampleBytes);

    /// Appends pixels of the current part.
    Expected<void> append(std::span<const std::byte> pixels);
    /// Training's pixels are complete; test's follow.
    Expected<void> endTraining();
    /// `images` as in `PixelTable`, matching what was appended.
    Expected<void> commit(const std::vector<IndexedImage>& images, std::int64_t trainCount);

private:
    PixelWriter(SafeFileWriter file, std::int64_t sampleBytes)
        : m_file(std::move(file))
        , m_sampleBytes(sampleBytes)
    {
    }

    SafeFileWriter m_file;
    std::int64_t m_sampleBytes;
    std::vector<std::uint32_t> m_sums; ///< of each full block of pixels
    std::uint32_t m_sum = 0; ///< of the one being filled
    std::size_t m_filled = 0; ///< bytes of it
};

} // namespace netsmith::data
