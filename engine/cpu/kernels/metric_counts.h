#pragma once

#include <cstdint>

namespace netsmith::kernels {

// Metrics read a few numbers per sample once per step: plain loops, none of which is worth a second thread. A Target is float or
// i32.

/// Bytes besides the result.
constexpr std::int64_t confusionWorkspace(std::int64_t)
{
    return 0;
}

/// See ops::confusion; rows of `columns`.
template <class Target>
void confusionOfRows(const float* prediction, const Target* target, bool totals, float* counts, void* workspace, std::int64_t rows,
                     std::int64_t columns) noexcept;
template <class Target>
void confusionOfNumbers(const float* prediction, const Target* target, float threshold, bool totals, float* counts, void* workspace,
                        std::int64_t count) noexcept;

/// See ops::thresholdCounts; with `columns` the target is one class per row of this many, with 0 it has the prediction's shape.
template <class Target>
void thresholdCounts(const float* probabilities, const Target* target, std::int64_t columns, std::int64_t thresholds, float* counts,
                     std::int64_t count) noexcept;

constexpr std::int64_t topKAccuracyWorkspace(std::int64_t)
{
    return 0;
}
/// out = the rows where fewer than k numbers are larger than the right class's, over `rowsPerSample`.
template <class Target>
void topKAccuracy(const float* prediction, const Target* target, std::int64_t k, double rowsPerSample, float* out, void* workspace,
                  std::int64_t rows, std::int64_t columns) noexcept;

/// See ops::r2Sums.
void r2Sums(const float* prediction, const float* target, float* sums, std::int64_t rows, std::int64_t columns) noexcept;

} // namespace netsmith::kernels
