#pragma once

#include <cstdint>

// What the kernels of cross-entropies are given, on every device.

namespace netsmith {

/// The weights of the rows of a cross-entropy, and how their targets and terms are modified.
struct CrossEntropyTerms {
    float smoothing = 0.0f; ///< t becomes t·(1 − s) + s/columns
    float gamma = 0.0f; ///< each term times alpha·(1 − p)^gamma
    float alpha = 1.0f;
    const float* weight = nullptr; ///< each for `rowsPerWeight` rows; null for none
    std::int64_t rowsPerWeight = 1;
    double part = 1.0; ///< of a row in its sample

    constexpr bool plain() const { return smoothing == 0.0f && gamma == 0.0f && alpha == 1.0f; }
    constexpr float weightOf(std::int64_t row) const { return weight ? weight[row / rowsPerWeight] : 1.0f; }
};

} // namespace netsmith
