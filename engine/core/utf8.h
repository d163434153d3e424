#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace netsmith {

/// Whether the bytes are UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing past U+10FFFF. What comes out of a file and
/// goes into JSON must be.
bool isUtf8(std::string_view text);
/// Where the first byte lies that is none of it, or nothing.
std::optional<std::size_t> firstNotUtf8(std::string_view text);

/// Text of others as it may stand in a line on a terminal: whatever would move the cursor, end the line, turn the direction of
/// writing or be no character at all is spelt out, as "\n", "\x1b" or "\u202e".
std::string visibleText(std::string_view text);
/// The same of text of several lines: line breaks and tabs are kept.
std::string visibleLines(std::string_view text);
/// JSON, the same to whoever parses it, in which such characters are escaped.
std::string visibleJson(std::string_view json);

} // namespace netsmith
