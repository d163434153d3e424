#pragma once

#include "engine/fields/columns.h"

namespace netsmith::data {

/// Whether networks read a field otherwise than it stands: by what training samples tell of its columns or its tokens.
bool isRaw(const FieldSpec& spec);

/// A field that networks read as `fitted` as it stands in a file: what training samples told is not in its numbers yet.
FieldSpec unfitted(FieldSpec fitted);

/// Throws `data.unfitted` where `learnt`, a field that a run was trained on, does not tell by what the raw columns of `given` were
/// read: a run of before that was kept.
void requireFit(const FieldSpec& given, const FieldSpec& learnt);

/// What the given samples tell, see `fitColumns` and `fitTokens`. Returns the field's specification with it.
FieldSpec fitField(const Field& raw, std::span<const std::int32_t> samples);

/// The field as networks read it that were trained on `fitted`: see `applyColumns` and `applyTokens`, which this throws as.
Field applyFit(const Field& field, const FieldSpec& fitted, std::int64_t memory = memoryForSamples());

/// The same of what is raw where all of its samples train.
Field fittedToAll(const Field& field);

} // namespace netsmith::data
