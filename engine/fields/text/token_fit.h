#pragma once

#include "engine/fields/sample_room.h"
#include "engine/fields/text/vocabulary.h"

#include <span>

namespace netsmith::data {

/// What a field of raw tokens (see `tokenField`) will be where all of its samples train: the most there can be.
FieldSpec declaredTokens(const FieldSpec& raw);

/// Chooses the tokens that the given samples of a raw field have most often, as many as it may know, in the order of their counts,
/// then of their code points. Returns the field's specification with them.
FieldSpec fitTokens(const Field& raw, std::span<const std::int32_t> samples);

/// The field with the numbers of another vocabulary, in which what that one has not is the unknown. What takes more than `memory`
/// bytes is scratch on the disk.
Field applyTokens(const Field& field, const FieldSpec& fitted, std::int64_t memory = memoryForSamples());

} // namespace netsmith::data
