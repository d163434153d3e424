#pragma once

#include "engine/core/message.h"
#include "engine/graph/json/json_text.h"

namespace netsmith {

/// A message in a file: its English text for other programs, and its parts for rendering in any language.
Json messageJson(const Message& message);
/// The opposite; a plain text is that sentence. Throws `json.*`.
Message messageFrom(const Json& json, const std::string& pointer);

} // namespace netsmith
