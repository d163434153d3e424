#pragma once

#include "engine/fields/columns.h"

namespace netsmith::data {

/// Whether networks read a field differently from how it is stored: transformed by what was learned from the training samples about
/// its columns or tokens.
bool isRaw(const FieldSpec& spec);

/// A field that networks read as `fitted`, as it is in a file: not transformed yet by what was fitted to the training samples.
FieldSpec unfitted(FieldSpec fitted);

/// Throws `data.unfitted` where `learnt`, a field that a run was trained on, does not say how the raw columns of `given` were read:
/// a run from before that was recorded.
void requireFit(const FieldSpec& given, const FieldSpec& learnt);

/// Fits the field to the given samples, see `fitColumns` and `fitTokens`. Returns the field's specification with it.
FieldSpec fitField(const Field& raw, std::span<const std::int32_t> samples);

/// The field as networks read it that were trained on `fitted`: see `applyColumns` and `applyTokens`, which this throws as.
Field applyFit(const Field& field, const FieldSpec& fitted, std::int64_t memory = memoryForSamples());

/// The same for a raw field all of whose samples are for training.
Field fittedToAll(const Field& field);

} // namespace netsmith::data
