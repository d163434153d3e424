#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// The file of a run that holds the tokens of its text.
constexpr std::string_view vocabularyFile = "vocabulary.json";

/// A field's specification, as in `run.json`. Class names that are tokens are in a separate file: there may be a million.
Json fieldJson(const data::FieldSpec& field, bool ofTokens);
/// The opposite; adds the name of a field of tokens to `tokenFields`. Throws `json.*` and `run.*` with the pointer of the invalid
/// value.
data::FieldSpec fieldFrom(const Json& json, const std::string& pointer, std::vector<std::string>& tokenFields);

/// Gives the fields of these names the tokens that a file holds as text. Throws `run.vocabulary` if they are others than those of
/// the fields' classes, and what reading them does.
void addVocabulary(std::vector<data::FieldSpec>& fields, const std::vector<std::string>& tokenFields, std::string_view text,
                   const std::string& file);

} // namespace netsmith
