#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// The file of a run that holds the tokens of its text.
constexpr std::string_view vocabularyFile = "vocabulary.json";

/// What a field holds, as `run.json` keeps it. Names of classes that are tokens stand in a file of their own: there may be a
/// million.
Json fieldJson(const data::FieldSpec& field, bool ofTokens);
/// The opposite; puts the name of a field of tokens into `tokenFields`. Throws `json.*` and `run.*` with the pointer of what does
/// not fit.
data::FieldSpec fieldFrom(const Json& json, const std::string& pointer, std::vector<std::string>& tokenFields);

} // namespace netsmith
