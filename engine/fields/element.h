#pragma once

#include "engine/core/data_type.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace netsmith::data {

/// A field's element as a number; NaN for the 16-bit types, which no source has fields of.
double elementOf(DataType type, const std::byte* bytes);

/// Calls `visit(number)` for each element, as `elementOf` has them.
template <class Visit>
void eachElement(DataType type, std::span<const std::byte> bytes, Visit visit)
{
    const auto as = [&]<class T>(T value) {
        for (std::size_t at = 0; at + sizeof value <= bytes.size(); at += sizeof value) {
            std::memcpy(&value, &bytes[at], sizeof value);
            visit(static_cast<double>(value));
        }
    };
    if (withCppType(type, as))
        return;
    for (std::size_t at = 0; at < bytes.size(); at += sizeOf(type))
        visit(NAN);
}

} // namespace netsmith::data
