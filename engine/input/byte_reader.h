#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace netsmith::data {

/// Sequential bytes from a file or from memory, compressed or not, so that a parser sees no difference.
class ByteReader {
public:
    virtual ~ByteReader() = default;

    /// Fills `out`; returns fewer bytes only at the end of the content. Throws `data.read`, `data.gzip`.
    virtual std::size_t read(std::span<std::byte> out) = 0;

    /// An upper bound of the content's size. Plain: its size. Gzip: 1032 times the file's, the most that deflate can pack, so that
    /// a header's claim can be rejected before memory is allocated.
    virtual std::uint64_t sizeAtMost() const = 0;
};

/// Content that begins with gzip's magic number is decompressed, whatever the file's name. Throws `data.read`.
std::unique_ptr<ByteReader> openBytes(const std::filesystem::path& path);
/// The same over memory that outlives the reader; `name` stands for the file's in errors.
std::unique_ptr<ByteReader> openBytes(std::span<const std::byte> content, std::string name);

} // namespace netsmith::data
