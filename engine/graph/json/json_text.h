#pragma once

#include "engine/core/expected.h"
#include "engine/graph/graph.h"

#include <string>
#include <string_view>

namespace netsmith {

/// Parses text that may be broken or hostile. Duplicate keys and more than 64 levels are errors, so that later code never sees
/// them; messages give line, column and the JSON pointer of the value being read.
Expected<Json> readJson(std::string_view text);

/// The text of a JSON value, indented by two; short values are on one line. The same value gives the same bytes; invalid UTF-8 in
/// its strings is replaced. Ends in a line feed.
std::string writeJson(const Json& value);

/// `pointer` one level further down, escaped as RFC 6901 says.
std::string pointerTo(std::string_view pointer, std::string_view key);
std::string pointerTo(std::string_view pointer, std::size_t index);

} // namespace netsmith
