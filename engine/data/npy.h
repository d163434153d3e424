#pragma once

#include "engine/core/expected.h"
#include "engine/data/byte_reader.h"
#include "engine/data/sample_room.h"

#include <filesystem>

namespace netsmith::data {

/// What an NPY file's header says of its array.
struct NpyHeader {
    char kind = 'f'; ///< NumPy's: f, i, u or b
    int size = 4; ///< bytes of an element
    bool bigEndian = false;
    bool fortranOrder = false; ///< the first axis is the innermost
    Shape shape;
    std::int64_t headerBytes = 0; ///< in front of the elements

    /// As `readNpy` gives it: 16-bit floats become f32, small integers i32, u32 and u64 i64, booleans u8.
    DataType type() const;
    std::int64_t storedBytes() const;
    /// Whether the elements lie in the file as they do in memory.
    bool isNative() const;
};

/// An array in the machine's byte order, the first axis outermost.
struct NpyArray {
    DataType type = DataType::f32;
    Shape shape;
    std::shared_ptr<const std::byte[]> bytes;
    bool mapped = false; ///< read from its file, or from scratch on the disk, where it is touched
};

inline constexpr std::int64_t npyBytesAtMost = std::int64_t{64} << 30; ///< of one that is read
inline constexpr std::int64_t npyBytesMapped = std::int64_t{256} << 20; ///< or more

/// Reads the header of NumPy's NPY format 1.0 to 3.0 (numpy.lib.format). Objects, structures, texts, times and complex numbers are
/// refused. The shape is checked against what the file can hold before memory is taken. Throws `data.npy.*`.
NpyHeader readNpyHeader(ByteReader& reader, const std::string& name);
/// The whole array; the content must end where it does. What takes more than `memory` bytes on the way lies on the disk. Throws
/// `data.npy.*` too, and what `SampleRoom` does.
NpyArray readNpy(ByteReader& reader, const std::string& name, std::int64_t memory = memoryForSamples());

/// The array of a file: mapped if it has at least `mappedFrom` bytes and lies there as it does in memory, else read.
NpyArray readNpyFile(const std::filesystem::path& path, std::int64_t mappedFrom = npyBytesMapped);

/// The same from memory; `name` stands for the file's in errors.
Expected<NpyArray> parseNpy(std::span<const std::byte> content, std::string_view name);

} // namespace netsmith::data
