#pragma once

#include "engine/data/dataset.h"
#include "engine/data/text/vocabulary.h"

namespace netsmith::data {

/// The field "text" [length]: numbers of the first tokens of each text, and padding behind the end of a shorter one.
FieldSpec tokenField(std::int64_t length, std::shared_ptr<const Vocabulary> vocabulary);

/// Writes the tokens of a text that is one as a sample of such a field.
void writeTokens(std::string_view text, const FieldSpec& field, std::byte* out);

/// Writes the number of a class as a sample of a field of u8 or i32.
void writeClass(int number, const FieldSpec& field, std::byte* out);

} // namespace netsmith::data
