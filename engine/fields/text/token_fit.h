#pragma once

#include "engine/fields/sample_room.h"
#include "engine/fields/text/vocabulary.h"

#include <span>

namespace netsmith::data {

/// The specification of a field of raw tokens (see `tokenField`) if all of its samples are for training: the maximum.
FieldSpec declaredTokens(const FieldSpec& raw);

/// Chooses the tokens that the given samples of a raw field have most often, as many as it may know, in the order of their counts,
/// then of their code points. Returns the field's specification with them.
FieldSpec fitTokens(const Field& raw, std::span<const std::int32_t> samples);

/// The field with the numbers of another vocabulary, in which tokens that it does not have are unknown. More than `memory` bytes go
/// to scratch on the disk.
Field applyTokens(const Field& field, const FieldSpec& fitted, std::int64_t memory = memoryForSamples());

} // namespace netsmith::data
