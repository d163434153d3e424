#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// Rows p and t of [rows, columns]. With weights, each of them counts for `rows / weights` rows; null for none.
struct CosineRows {
    const float* prediction;
    const float* target;
    std::int64_t rows;
    std::int64_t columns;
    const float* weight = nullptr;
    std::int64_t rowsPerWeight = 1;

    float weightOf(std::int64_t row) const { return weight ? weight[row / rowsPerWeight] : 1.0f; }
};

/// Bytes that the sum over the rows needs besides its result.
constexpr std::int64_t cosineSimilarityWorkspace(std::int64_t)
{
    return 0;
}

/// sum = factor·Σ −weight·cos(p, t); a length below 1e-7 counts as that.
void cosineSimilarity(const CosineRows& rows, double factor, float* sum, void* workspace) noexcept;

/// dp = weight·slope·factor·seed; may be written over p.
void cosineSimilarityBackward(const CosineRows& rows, double factor, const float* seed, float* dp) noexcept;

} // namespace netsmith::kernels
