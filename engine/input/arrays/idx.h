#pragma once

#include "engine/core/expected.h"
#include "engine/fields/dataset.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace netsmith::data {

/// An array out of an IDX file, in the machine's byte order.
struct IdxArray {
    DataType type = DataType::u8;
    Shape shape; ///< samples are the outermost axis
    Bytes bytes;
};

/// What a caller expects in the file; anything else is an error before memory is allocated.
struct IdxWanted {
    DataType type = DataType::u8;
    Shape sample; ///< without the axis of samples: 28×28 for MNIST's images, scalar for its labels
};

inline constexpr std::int64_t idxBytesAtMost = std::int64_t{4} << 30;

/// Reads IDX, the format of MNIST (LeCun, Cortes, Burges, "The MNIST database", its last section), plain or gzip: two zero bytes,
/// a type, a rank, the sizes and then the elements, all big-endian. Elements may be u8, i32, f32 or f64. A header's claim is
/// checked against the file's size first, so a false one costs no memory; the file must end after its elements. A gzip bomb is
/// decompressed no further than `idxBytesAtMost`.
Expected<IdxArray> readIdx(const std::filesystem::path& path, const std::optional<IdxWanted>& wanted = {});
/// The number of samples in such a file, from its header alone, which may claim no more than the file can hold.
Expected<std::int64_t> countIdx(const std::filesystem::path& path, const IdxWanted& wanted);
/// The same as `readIdx` from memory; `name` stands for the file's in errors.
Expected<IdxArray> parseIdx(std::span<const std::byte> content, std::string_view name, const std::optional<IdxWanted>& wanted = {});

} // namespace netsmith::data
