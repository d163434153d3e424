#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

// Counts are whole numbers: the order of adding does not matter. A Target is float or i32.

/// Bytes besides the result: where each of `count` rows or numbers belongs.
std::int64_t confusionWorkspace(std::int64_t count);

/// See ops::confusion; rows of `columns`.
template <class Target>
void confusionOfRows(Stream& stream, const float* prediction, const Target* target, bool totals, float* counts, void* workspace,
                     std::int64_t rows, std::int64_t columns);
template <class Target>
void confusionOfNumbers(Stream& stream, const float* prediction, const Target* target, float threshold, bool totals, float* counts,
                        void* workspace, std::int64_t count);

/// See ops::thresholdCounts; with `columns` the target is one class per row of this many, with 0 it has the prediction's shape.
template <class Target>
void thresholdCounts(Stream& stream, const float* probabilities, const Target* target, std::int64_t columns,
                     std::int64_t thresholds, float* counts, std::int64_t count);

std::int64_t topKAccuracyWorkspace(std::int64_t rows);
/// out = the rows where fewer than k numbers are larger than the right class's, over `rowsPerSample`.
template <class Target>
void topKAccuracy(Stream& stream, const float* prediction, const Target* target, std::int64_t k, double rowsPerSample, float* out,
                  void* workspace, std::int64_t rows, std::int64_t columns);

/// See ops::r2Sums.
void r2Sums(Stream& stream, const float* prediction, const float* target, float* sums, std::int64_t rows, std::int64_t columns);

} // namespace netsmith::cuda::kernels
