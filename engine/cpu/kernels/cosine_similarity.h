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

/// Σ −weight·cos(p, t) over the rows; a length below 1e-7 counts as that.
double cosineSimilarity(const CosineRows& rows) noexcept;

/// dp = weight·slope·scale; may be written over p.
void cosineSimilarityBackward(const CosineRows& rows, float scale, float* dp) noexcept;

} // namespace netsmith::kernels
