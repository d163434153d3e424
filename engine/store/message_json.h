#pragma once

#include "engine/core/message.h"
#include "engine/graph/json/json_text.h"

namespace netsmith {

/// A sentence in a file: its English text for other programs, and what any language is rendered from.
Json messageJson(const Message& message);
/// The opposite; a text alone is that sentence. Throws `json.*`.
Message messageFrom(const Json& json, const std::string& pointer);

} // namespace netsmith
