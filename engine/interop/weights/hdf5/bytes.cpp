#include "engine/interop/weights/hdf5/bytes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace netsmith::interop::hdf5 {
namespace {

/// The 12 bytes at `bytes`, of which `size` exist, as three words; those past the end are 0.
std::array<std::uint32_t, 3> wordsAt(std::span<const std::byte> bytes)
{
    std::array<std::uint32_t, 3> words{};
    std::memcpy(words.data(), bytes.data(), std::min(bytes.size(), sizeof words));
    return words;
}

} // namespace

std::span<const std::byte> Cursor::take(std::uint64_t size)
{
    if (size > m_rest.size())
        refuse(NS_MESSAGE("weights.hdf5_end", "it refers to bytes after its end, so it is truncated or damaged"));
    const auto taken = m_rest.first(static_cast<std::size_t>(size));
    m_rest = m_rest.subspan(static_cast<std::size_t>(size));
    return taken;
}

std::uint64_t Cursor::number(int size)
{
    std::uint64_t value = 0;
    const auto bytes = take(static_cast<std::uint64_t>(size));
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
}

std::string_view Cursor::text(std::size_t longest)
{
    const auto within = m_rest.first(std::min(m_rest.size(), longest + 1));
    const auto end = std::ranges::find(within, std::byte{0});
    if (end == within.end())
        refuse(NS_MESSAGE("weights.hdf5_name", "a name in it has no end or more than {0:byte|bytes}"), longest);
    const auto size = static_cast<std::size_t>(end - within.begin());
    const std::string_view text(reinterpret_cast<const char*>(m_rest.data()), size);
    m_rest = m_rest.subspan(size + 1);
    return text;
}

void Cursor::expect(std::string_view signature)
{
    const auto bytes = take(signature.size());
    if (std::memcmp(bytes.data(), signature.data(), signature.size()) != 0)
        refuse(NS_MESSAGE("weights.hdf5_part", "where \"{0}\" is expected there is something else, so it is damaged"), signature);
}

Content::Content(std::span<const std::byte> bytes)
    : m_bytes(bytes)
    , m_work(std::uint64_t{64} * bytes.size())
    , m_packed(bytes.size())
{
}

Cursor Content::from(std::uint64_t address) const
{
    Cursor cursor(m_bytes);
    cursor.skip(address);
    return cursor;
}

std::span<const std::byte> Content::part(std::uint64_t address, std::uint64_t size)
{
    const auto bytes = from(address).take(size);
    pay(size);
    return bytes;
}

void Content::pay(std::uint64_t size)
{
    if (size > m_work)
        refuse(NS_MESSAGE("weights.hdf5_overlap", "its parts overlap or refer to each other in a circle, so it is damaged"));
    m_work -= size;
}

void Content::unpack(std::uint64_t size)
{
    if (size > m_packed)
        refuse(NS_MESSAGE("weights.hdf5_overlap", "its parts overlap or refer to each other in a circle, so it is damaged"));
    m_packed -= size;
}

std::uint32_t lookup3(std::span<const std::byte> bytes)
{
    constexpr std::size_t block = 12;
    std::uint32_t a = 0xdeadbeef + static_cast<std::uint32_t>(bytes.size());
    std::uint32_t b = a;
    std::uint32_t c = a;
    for (; bytes.size() > block; bytes = bytes.subspan(block)) {
        const auto words = wordsAt(bytes);
        a += words[0];
        b += words[1];
        c += words[2];
        a = (a - c) ^ std::rotl(c, 4), c += b;
        b = (b - a) ^ std::rotl(a, 6), a += c;
        c = (c - b) ^ std::rotl(b, 8), b += a;
        a = (a - c) ^ std::rotl(c, 16), c += b;
        b = (b - a) ^ std::rotl(a, 19), a += c;
        c = (c - b) ^ std::rotl(b, 4), b += a;
    }
    if (bytes.empty())
        return c;
    const auto words = wordsAt(bytes);
    a += words[0];
    b += words[1];
    c += words[2];
    c = (c ^ b) - std::rotl(b, 14);
    a = (a ^ c) - std::rotl(c, 11);
    b = (b ^ a) - std::rotl(a, 25);
    c = (c ^ b) - std::rotl(b, 16);
    a = (a ^ c) - std::rotl(c, 4);
    b = (b ^ a) - std::rotl(a, 14);
    return (c ^ b) - std::rotl(b, 24);
}

void checkLookup3(std::span<const std::byte> bytes)
{
    constexpr std::size_t checksum = 4;
    if (bytes.size() < checksum || Cursor(bytes.last(checksum)).u32() != lookup3(bytes.first(bytes.size() - checksum)))
        refuse(NS_MESSAGE("weights.hdf5_checksum", "a checksum in it is wrong, so it is damaged"));
}

std::uint32_t fletcher32(std::span<const std::byte> bytes)
{
    // Sums modulo 65535 in which 65535 itself stays, unless all bytes are 0.
    const auto folded = [](std::uint32_t sum) { return (sum & 0xffff) + (sum >> 16); };
    std::uint32_t first = 0;
    std::uint32_t second = 0;
    for (std::size_t i = 0; i < bytes.size(); i += 2) {
        const auto low = i + 1 < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + 1]) : 0;
        first = folded(first + (std::to_integer<std::uint32_t>(bytes[i]) << 8 | low));
        second = folded(second + first);
    }
    return folded(second) << 16 | folded(first);
}

} // namespace netsmith::interop::hdf5
