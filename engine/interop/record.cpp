#include "engine/interop/record.h"

#include <cstring>
#include <nmmintrin.h>

namespace netsmith::interop {
namespace {

/// So that checksums of data containing checksums stay strong.
std::uint32_t masked(std::uint32_t crc)
{
    return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}

template <class T>
std::string littleEndian(T value)
{
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value); // as on every x86-64
    return bytes;
}

} // namespace

std::uint32_t crc32c(std::string_view bytes)
{
    std::uint64_t crc = 0xffffffffu;
    for (; bytes.size() >= sizeof(std::uint64_t); bytes.remove_prefix(sizeof(std::uint64_t))) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof word);
        crc = _mm_crc32_u64(crc, word);
    }
    auto rest = static_cast<std::uint32_t>(crc);
    for (const char c : bytes)
        rest = _mm_crc32_u8(rest, static_cast<unsigned char>(c));
    return ~rest;
}

std::string recordOf(std::string_view bytes)
{
    const std::string length = littleEndian(static_cast<std::uint64_t>(bytes.size()));
    std::string record = length + littleEndian(masked(crc32c(length)));
    record += bytes;
    return record + littleEndian(masked(crc32c(bytes)));
}

} // namespace netsmith::interop
