#pragma once

#include "engine/core/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace netsmith::interop::hdf5 {

/// The address of what was never written.
inline constexpr std::uint64_t nowhere = UINT64_MAX;

/// Reads a part of a file from its beginning, never past its end; numbers are little-endian. Throws `weights.hdf5_end`.
class Cursor {
public:
    explicit Cursor(std::span<const std::byte> bytes)
        : m_rest(bytes)
    {
    }

    std::size_t left() const { return m_rest.size(); }
    std::span<const std::byte> rest() const { return m_rest; }
    std::span<const std::byte> take(std::uint64_t size);
    void skip(std::uint64_t size) { static_cast<void>(take(size)); }
    std::uint64_t number(int size);
    std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t u64() { return number(8); }
    /// The bytes before a zero, which is skipped. Throws `weights.hdf5_name` if there is none or it is longer than `longest`.
    std::string_view text(std::size_t longest);
    /// Throws `weights.hdf5_part` unless these characters come next.
    void expect(std::string_view signature);

private:
    std::span<const std::byte> m_rest;
};

/// A whole file, and how much more of it may be read: whoever follows its addresses pays for each part, so that parts that overlap
/// or refer to each other in a circle can't take forever.
class Content {
public:
    explicit Content(std::span<const std::byte> bytes);

    std::span<const std::byte> all() const { return m_bytes; }
    /// Throws `weights.hdf5_end`, `weights.hdf5_overlap`.
    std::span<const std::byte> part(std::uint64_t address, std::uint64_t size);
    /// From an address to the end; `pay` for what was read of it.
    Cursor from(std::uint64_t address) const;
    void pay(std::uint64_t size);

    /// Takes stored bytes that are unpacked or converted into memory of their own. Each byte can be taken once, so that the memory
    /// is bounded by the file's size. Throws `weights.hdf5_overlap`.
    void unpack(std::uint64_t size);

private:
    std::span<const std::byte> m_bytes;
    std::uint64_t m_work;
    std::uint64_t m_packed;
};

/// The checksum of metadata: `hashlittle` of Bob Jenkins's lookup3 (2006), with the initial value 0.
std::uint32_t lookup3(std::span<const std::byte> bytes);
/// Throws `weights.hdf5_checksum` unless the last four of these bytes are the checksum of the others.
void checkLookup3(std::span<const std::byte> bytes);
/// The checksum of the filter of this name: Fletcher's over words of 16 bits, of which the first byte is the high one.
std::uint32_t fletcher32(std::span<const std::byte> bytes);

} // namespace netsmith::interop::hdf5
