#include "engine/input/images/pixel_file.h"

#include <zlib.h>

#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr std::size_t trailer = 48; // its last bytes are the pixels' length at 16, the table's checksum at 40 and its own at 44

std::uint32_t checksum(const std::vector<std::byte>& file, std::size_t from, std::size_t bytes)
{
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(file.data() + from), bytes));
}

/// Makes the file's checksums valid, so that the checks after them are tested too.
void seal(std::vector<std::byte>& file)
{
    const std::size_t at = file.size() - trailer;
    std::uint64_t pixels = 0;
    std::memcpy(&pixels, file.data() + at + 16, sizeof pixels);
    if (pixels > at)
        return;
    const std::uint32_t table = checksum(file, pixels, at - pixels);
    std::memcpy(file.data() + at + 40, &table, sizeof table);
    const std::uint32_t own = checksum(file, at, 44);
    std::memcpy(file.data() + at + 44, &own, sizeof own);
}

void read(const std::vector<std::byte>& file)
{
    const auto table = netsmith::data::readPixelTable(file);
    if (!table)
        return;
    const auto readable = table->trainReadable + table->testReadable;
    if (readable > std::ssize(table->images) || table->testOffset() < table->trainReadable * table->sampleBytes
        || table->pixelBytes() > std::ssize(file))
        std::abort();
}

} // namespace

/// The file of decoded pictures: it contains every pixel that its table promises, or there is an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    const auto* begin = reinterpret_cast<const std::byte*>(bytes);
    std::vector<std::byte> file(begin, begin + size);
    read(file);
    if (size >= trailer) {
        seal(file);
        read(file);
    }
    return 0;
}
