#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace netsmith {

/// Whether the bytes are UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing past U+10FFFF. What comes out of a file and
/// goes into JSON must be.
bool isUtf8(std::string_view text);
/// Where the first byte lies that is none of it, or nothing.
std::optional<std::size_t> firstNotUtf8(std::string_view text);

} // namespace netsmith
