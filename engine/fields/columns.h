#pragma once

#include "engine/fields/sample_room.h"

#include <span>

namespace netsmith::data {

/// The field of a table's columns: f32, one after the other.
FieldSpec columnField(std::string name, std::vector<Column> columns);

/// Fits a field of columns to the given samples: what replaces missing values, is subtracted and divided by. Over the values
/// present, the mean and the deviation (of the population, as scikit-learn's StandardScaler), 0 and 1 where there are none and 1
/// where all are the same; the most frequent category, the first of equals. Samples that overlap are given in their order, and
/// each of their rows counts once. Returns the field's specification with it.
FieldSpec fitColumns(const Field& raw, std::span<const std::int32_t> samples);

/// Likewise fits the scales of the `scaledColumns` of a numeric target field.
std::vector<LearnedScale> fitScales(const Field& field, std::span<const std::int32_t> samples);

/// The field as networks read it: missing values filled, numbers standardised as in `fitted`. A field without columns, or already
/// transformed, is returned unchanged. More than `memory` bytes go to scratch on the disk. Throws `data.columns` if it has other
/// columns, and what `SampleRoom` throws.
Field applyColumns(const Field& field, const FieldSpec& fitted, std::int64_t memory = memoryForSamples());

/// How many rows of the samples, given as above, have in each column a category that no training sample has.
std::vector<std::int64_t> unseenCounts(const Field& raw, const FieldSpec& fitted, std::span<const std::int32_t> samples);

/// Statistics of one column over all rows of a field that is not fitted.
struct ColumnSummary {
    std::int64_t missing = 0;
    double minimum = 0.0; ///< of a numeric column with values, as what follows
    double maximum = 0.0;
    double mean = 0.0;
    std::vector<std::int64_t> counts; ///< by category
};
std::vector<ColumnSummary> summariesOf(const Field& raw);

} // namespace netsmith::data
