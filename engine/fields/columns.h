#pragma once

#include "engine/fields/sample_room.h"

#include <span>

namespace netsmith::data {

/// The field of a table's columns: f32, one behind the other.
FieldSpec columnField(std::string name, std::vector<Column> columns);

/// Learns from the given samples of a field of columns what fills gaps and what is subtracted and divided by: over the values that
/// are there, the mean and the deviation (of the population, as scikit-learn's StandardScaler), 0 and 1 where there are none and 1
/// where all are the same; the most frequent category, the first of equals. Samples that overlap are given in their order, and
/// each of their rows counts once. Returns the field's specification with it.
FieldSpec fitColumns(const Field& raw, std::span<const std::int32_t> samples);

/// Learns likewise by what each of the `scaledColumns` of a field of numbers to be learned is to be scaled.
std::vector<LearnedScale> fitScales(const Field& field, std::span<const std::int32_t> samples);

/// The field as networks read it: gaps filled, numbers standardised as `fitted` says. One without columns, or that is so already,
/// stays what it is. What takes more than `memory` bytes is scratch on the disk. Throws `data.columns` where it has other columns,
/// and what `SampleRoom` does.
Field applyColumns(const Field& field, const FieldSpec& fitted, std::int64_t memory = memoryForSamples());

/// How many rows of the samples, given as above, have in each column a category that no training sample has.
std::vector<std::int64_t> unseenCounts(const Field& raw, const FieldSpec& fitted, std::span<const std::int32_t> samples);

/// Of one column over all rows of a field that is not fitted.
struct ColumnSummary {
    std::int64_t missing = 0;
    double minimum = 0.0; ///< of a numeric column with values, as what follows
    double maximum = 0.0;
    double mean = 0.0;
    std::vector<std::int64_t> counts; ///< by category
};
std::vector<ColumnSummary> summariesOf(const Field& raw);

} // namespace netsmith::data
