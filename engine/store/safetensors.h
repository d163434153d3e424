#pragma once

#include "engine/core/data_type.h"
#include "engine/core/expected.h"
#include "engine/core/files/mapped_file.h"
#include "engine/core/shape.h"

#include <cstddef>
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
    std::vector<TensorView> tensors; ///< in the order of their bytes
    std::map<std::string, std::string> metadata;

    const TensorView* find(std::string_view name) const;
    /// Of all arrays.
    std::int64_t bytes() const;
};

/// How a file of these arrays begins, in the safetensors format (huggingface/safetensors, README, "Format"): the header's length in
/// 8 little-endian bytes, and the header as JSON. The arrays follow, one after the other. The header is padded with spaces so that
/// they begin at a multiple of 64. The arrays' bytes may be missing.
std::vector<std::byte> safetensorsHeader(std::span<const TensorView> tensors, const std::map<std::string, std::string>& metadata);

/// The whole file in one piece.
std::vector<std::byte> writeSafetensors(std::span<const TensorView> tensors, const std::map<std::string, std::string>& metadata);

/// Checks everything a reader relies on: the header's length and JSON, duplicate names, types, shapes, and that the arrays fill the
/// rest of the file without gaps or overlaps. `name` stands for the file's in errors. A mapped file's arrays are read when they
/// are used: `checkMapped` says whether it was truncated meanwhile.
Expected<SafetensorsFile> parseSafetensors(std::vector<std::byte> content, std::string_view name);
Expected<SafetensorsFile> parseSafetensors(const MappedFile& file, std::string_view name);

/// An array of any type and any shape, as another program may have written it.
struct SafetensorsEntry {
    std::string name{};
    std::string type{}; ///< "F32", "BOOL", "F8_E4M3"
    std::vector<std::int64_t> sizes{};
    std::span<const std::byte> bytes{};
};

/// What a file by another program holds, in the order of the bytes.
struct SafetensorsEntries {
    std::vector<SafetensorsEntry> entries{};
    std::map<std::string, std::string> metadata{};
};

/// Checks a file in the same way, except that sizes are only compared with the bytes of types that the format lists. Throws
/// `safetensors.*`.
SafetensorsEntries safetensorsEntries(std::span<const std::byte> content, std::string_view name);

} // namespace netsmith
