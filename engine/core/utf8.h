#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace netsmith {

/// Whether the bytes are UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing past U+10FFFF. Text from a file that goes into
/// JSON must be.
bool isUtf8(std::string_view text);
/// The position of the first invalid byte, or nothing.
std::optional<std::size_t> firstNotUtf8(std::string_view text);

/// Untrusted text made safe for a line on a terminal: whatever would move the cursor, end the line, change the direction of writing
/// or is not a character is escaped, as "\n", "\x1b" or "\u202e".
std::string visibleText(std::string_view text);
/// The same for text of several lines: line breaks and tabs are kept.
std::string visibleLines(std::string_view text);
/// JSON with the same meaning in which such characters are escaped.
std::string visibleJson(std::string_view json);

} // namespace netsmith
