#pragma once

#include <cstdint>

// What the kernels of the cosine similarity are given, on every device.

namespace netsmith {

/// Rows p and t of [rows, columns]. With weights, each of them counts for `rowsPerWeight` rows; null for none.
struct CosineRows {
    const float* prediction;
    const float* target;
    std::int64_t rows;
    std::int64_t columns;
    const float* weight = nullptr;
    std::int64_t rowsPerWeight = 1;

    constexpr float weightOf(std::int64_t row) const { return weight ? weight[row / rowsPerWeight] : 1.0f; }
};

} // namespace netsmith
