#pragma once

#include "engine/ops/update.h"

namespace netsmith {

/// Muon (Jordan and others 2024) in Keras's form, for parameters taken as matrices: m ← μm + g; G = g + μm, or m without Nesterov's
/// look ahead; w ← w − η·s·O, where O is G with its singular values brought near 1 by `iterations` Newton–Schulz iterations, and s
/// = rmsRate·√max(rows, columns) (Liu and others 2025), or 1 where the rate is 0.
///
/// One iteration takes X, at first G/(‖G‖ + 1e-7), to aX + (bA + cA²)X with A = XXᵀ of the shorter side.
struct MuonAttributes : UpdateAttributes {
    struct Matrix {
        std::int64_t rows = 1;
        std::int64_t columns = 1;

        std::int64_t elements() const { return rows * columns; }
        std::int64_t shorter() const { return rows < columns ? rows : columns; }
        bool isTall() const { return rows > columns; }
    };

    static constexpr double a = 3.4445;
    static constexpr double b = -4.7750;
    static constexpr double c = 2.0315;
    static constexpr double normOffset = 1e-7; ///< so that a gradient of zeros stays zero

    double momentum = 0.95;
    bool nesterov = true;
    std::int64_t iterations = 5;
    double rmsRate = 0.2;
    std::vector<Matrix> matrices; ///< one a range
    std::string text() const override;

    double scaleOf(const Matrix& matrix) const;
};

namespace ops {
/// weights, gradients, momentum, rates, counters, scale, status → weights, momentum
extern const OpSpec muon;
} // namespace ops

} // namespace netsmith
