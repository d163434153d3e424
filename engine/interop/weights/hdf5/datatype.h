#pragma once

#include "engine/core/data_type.h"
#include "engine/interop/weights/hdf5/object.h"

#include <optional>
#include <string>
#include <vector>

namespace netsmith::interop::hdf5 {

/// The type of an array's elements (specification IV.A.2.d).
struct ElementType {
    enum class Kind { integer, floating, text, variableText, opaque, other };
    Kind kind = Kind::other;
    std::uint32_t size = 0; ///< bytes of an element
    bool bigEndian = false;
    bool isSigned = false;
    std::string name{}; ///< "float16", as NumPy calls it
    DataType type = DataType::f32; ///< that holds these numbers
    bool asInMemory = false; ///< stored as that type is
};
ElementType readDatatype(std::span<const std::byte> message);

/// Throws `weights.hdf5_type`.
[[noreturn]] void refuseType(const ElementType& type);

/// Numbers that are not stored as in memory, converted to `type.type`. Throws `weights.hdf5_large_integer`.
std::vector<std::byte> converted(const ElementType& type, std::span<const std::byte> stored);

/// The sizes of an array's axes; nothing for an array that holds no elements. Throws `weights.hdf5_overflow`.
struct Extent {
    std::vector<std::uint64_t> sizes{};
    std::uint64_t elements = 1;
};
Extent readDataspace(std::span<const std::byte> message);

} // namespace netsmith::interop::hdf5
