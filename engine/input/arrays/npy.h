#pragma once

#include "engine/core/expected.h"
#include "engine/core/files/mapped_file.h"
#include "engine/fields/element.h"
#include "engine/fields/sample_room.h"
#include "engine/input/byte_reader.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace netsmith::data {

/// An NPY file's header.
struct NpyHeader {
    char kind = 'f'; ///< NumPy's: f, i, u, b, U or S
    int size = 4; ///< bytes of an element
    bool bigEndian = false;
    bool fortranOrder = false; ///< the first axis is the innermost
    Shape shape;
    std::int64_t headerBytes = 0; ///< before the elements

    /// Whether the elements are texts of a fixed number of characters (U) or bytes (S), padded with zeros.
    bool isText() const { return kind == 'U' || kind == 'S'; }
    /// Of numbers, as `readNpy` gives it: 16-bit floats become f32, small integers i32, u32 and u64 i64, booleans u8.
    DataType type() const;
    std::int64_t storedBytes() const;
    /// "f32 100×64", "texts 100".
    std::string words() const;
    /// Whether the elements are stored in the file as in memory.
    bool isNative() const;
};

/// An array in the machine's byte order, the first axis outermost.
struct NpyArray {
    DataType type = DataType::f32;
    Shape shape;
    std::shared_ptr<const std::byte[]> bytes;
    bool mapped = false; ///< read from its file, or from scratch on the disk, on demand

    std::span<const std::byte> all() const { return {bytes.get(), static_cast<std::size_t>(shape.elements()) * sizeOf(type)}; }
};

/// Calls `visit(index, number)` for each element. Throws `file.shrunk` if the array's file was truncated meanwhile.
template <class Visit>
void eachNumber(const NpyArray& array, Visit visit)
{
    std::int64_t i = 0;
    eachElement(array.type, array.all(), [&](double number) { visit(i++, number); });
    checkMapped(array.all());
}

inline constexpr std::int64_t npyBytesAtMost = std::int64_t{64} << 30; ///< of one that is read
inline constexpr std::int64_t npyBytesMapped = std::int64_t{256} << 20; ///< or more

/// Whether an array without axes, a single number, is one: not among samples.
enum class NpyScalars { refuse, read };

/// Reads the header of NumPy's NPY format 1.0 to 3.0 (numpy.lib.format). Objects, structures, times and complex numbers are
/// rejected. The shape is checked against what the file can hold before memory is allocated. Throws `data.npy.*`.
NpyHeader readNpyHeader(ByteReader& reader, const std::string& name, NpyScalars scalars = NpyScalars::refuse);
/// The whole array of numbers; the content must end with it. More than `memory` bytes go to the disk. Throws `data.npy.*` too, and
/// what `SampleRoom` throws.
NpyArray readNpy(ByteReader& reader, const std::string& name, std::int64_t memory = memoryForSamples());

/// The same if the header was already read.
NpyArray readNpyElements(const NpyHeader& header, ByteReader& reader, const std::string& name,
                         std::int64_t memory = memoryForSamples());

/// Gets an element's index and its text in UTF-8, without the zeros that pad it.
using TextVisit = std::function<void(std::int64_t index, std::string_view text)>;
/// Visits the elements of an array of texts whose header was already read. Throws `data.npy.*`.
void readNpyTexts(const NpyHeader& header, ByteReader& reader, const std::string& name, const TextVisit& visit);

/// The array of a file: mapped if it has at least `mappedFrom` bytes and is stored as in memory, else read.
NpyArray readNpyFile(const std::filesystem::path& path, std::int64_t mappedFrom = npyBytesMapped);

/// An array of f32 as a file of format 1.0.
std::string npyOf(const Shape& shape, std::span<const float> numbers);

/// The same from memory; `name` stands for the file's in errors.
Expected<NpyArray> parseNpy(std::span<const std::byte> content, std::string_view name);

} // namespace netsmith::data
