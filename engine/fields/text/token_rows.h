#pragma once

#include "engine/fields/dataset.h"
#include "engine/fields/text/vocabulary.h"

#include <set>

namespace netsmith::data {

/// The field "text" [length]: numbers of the first tokens of each text, and padding after the end of a shorter one. `atMost` where
/// it is raw: the vocabulary has all tokens there are, from which the training samples choose this many.
FieldSpec tokenField(std::int64_t length, std::shared_ptr<const Vocabulary> vocabulary, std::int64_t atMost = 0);

/// Writes the tokens of a valid text as a sample of such a field.
void writeTokens(std::string_view text, const FieldSpec& field, std::byte* out);

/// The warning that a network reads these words or characters as unknown because its training never saw them.
Message unknownWords(const std::string& name, const std::set<std::string>& words);
inline constexpr std::size_t unknownWordsAtMost = 10; ///< that are told

/// Writes a class number as a sample of a field of u8 or i32.
void writeClass(int number, const FieldSpec& field, std::byte* out);

} // namespace netsmith::data
