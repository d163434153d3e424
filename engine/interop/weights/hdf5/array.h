#pragma once

#include "engine/interop/weights/hdf5/datatype.h"

namespace netsmith::interop::hdf5 {

/// An array of numbers, the first axis outermost.
struct Array {
    std::string stored{}; ///< the type in the file: "float16"
    DataType type = DataType::f32;
    std::vector<std::uint64_t> sizes{};
    std::uint64_t elements = 0;
    std::vector<std::byte> unpacked{}; ///< if it is not stored as in memory
    std::span<const std::byte> bytes{}; ///< in `unpacked`, which may be moved, or in the file
};

/// Reads an array that lies in the file in one piece, in chunks or in its header. `isBfloat16`: elements of two opaque bytes are
/// that, as Keras writes them. Throws `weights.hdf5_*`.
Array readArray(Content& content, const Object& object, bool isBfloat16);

} // namespace netsmith::interop::hdf5
