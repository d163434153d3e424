#pragma once

#include "engine/core/data_type.h"
#include "engine/core/expected.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/shape.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// One named array of a safetensors file; `bytes` are row-major and little-endian and are not owned.
struct TensorView {
    std::string name;
    DataType type = DataType::f32;
    Shape shape;
    std::span<const std::byte> bytes;

    std::int64_t size() const { return shape.elements() * static_cast<std::int64_t>(sizeOf(type)); } ///< in bytes
};

/// Arrays, as views into the memory or the mapped file that they keep: a parsed file's, or what a state held.
struct SafetensorsFile {
    std::shared_ptr<const void> content;
    std::vector<TensorView> tensors; ///< in the order of their bytes, or of the header if some are stored in another form
    std::map<std::string, std::string> metadata;

    const TensorView* find(std::string_view name) const;
    /// Throws `file.shrunk` if arrays that are read from a mapped file have been cut off: see `checkMapped`.
    void checkWhole() const;
    /// Of all arrays.
    std::int64_t bytes() const;
};

/// An array of any type and any shape, as another program may have written it.
struct SafetensorsEntry {
    std::string name{};
    std::string type{}; ///< "F32", "BOOL", "F8_E4M3"
    std::vector<std::int64_t> sizes{};
    std::span<const std::byte> bytes{};
};

/// An array of ours as such.
SafetensorsEntry entryOf(const TensorView& tensor);
/// The bytes that an array's type and sizes take.
std::int64_t storedBytes(const SafetensorsEntry& entry);

/// How arrays lie one after the other.
enum class ArrayOrder : std::uint8_t {
    asGiven,
    widestFirst, ///< those of 4 and 8 bytes, then those of 2, then those of bytes: each is aligned
};
/// Calls `use(i)` for each array, in that order.
void inOrder(std::span<const SafetensorsEntry> entries, ArrayOrder order, const std::function<void(std::size_t)>& use);

/// How a file of these arrays begins, in the safetensors format (huggingface/safetensors, README, "Format"): the header's length in
/// 8 little-endian bytes, and the header as JSON. The arrays follow, one after the other. The header is padded with spaces so that
/// they begin at a multiple of 64. The arrays' bytes may be missing.
std::vector<std::byte> safetensorsHeader(std::span<const SafetensorsEntry> entries,
                                         const std::map<std::string, std::string>& metadata,
                                         ArrayOrder order = ArrayOrder::asGiven);
std::vector<std::byte> safetensorsHeader(std::span<const TensorView> tensors, const std::map<std::string, std::string>& metadata);

/// The whole file in one piece.
std::vector<std::byte> writeSafetensors(std::span<const TensorView> tensors, const std::map<std::string, std::string>& metadata);

/// Checks everything a reader relies on: the header's length and JSON, duplicate names, types, shapes, and that the arrays fill the
/// rest of the file without gaps or overlaps. `name` stands for the file's in errors. A mapped file's arrays are read when they
/// are used, and `checkWhole` says whether it was truncated meanwhile; those that it stores in another form, see `ArrayForm`, are
/// read now.
Expected<SafetensorsFile> parseSafetensors(std::vector<std::byte> content, std::string_view name);
Expected<SafetensorsFile> parseSafetensors(const MappedFile& file, std::string_view name);

/// What a file by another program holds, in the order of the bytes.
struct SafetensorsEntries {
    std::shared_ptr<const void> content{}; ///< keeps the bytes that are not the file's: of arrays that are stored in another form
    std::vector<SafetensorsEntry> entries{};
    std::map<std::string, std::string> metadata{};
};

/// Checks a file in the same way, except that empty arrays are valid, and that sizes are only compared with the bytes of types that
/// the format lists. Throws `safetensors.*`.
SafetensorsEntries safetensorsEntries(std::span<const std::byte> content, std::string_view name);

} // namespace netsmith
