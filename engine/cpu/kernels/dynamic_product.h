#pragma once

#include "engine/cpu/kernels/quantized_product.h"

namespace netsmith::kernels {

// Products of integers whose rows have steps of their own: rows of codes around 128, which is the zero of this range with a step
// of 1, are multiplied by `quantizedProduct`, and the results by the steps.

inline constexpr float unitRange[] = {-128.0f, 127.0f};

/// The codes of x [rows, columns], and the step of each row: see `encodeRow`.
void encodeRows(const float* x, std::uint8_t* codes, float* steps, std::int64_t rows, std::int64_t columns) noexcept;
/// y [rows, columns] = y · steps[row] + bias, which may be null; what is below 0 is 0 if `rectify`.
void finishRows(float* y, const float* steps, const float* bias, std::int64_t rows, std::int64_t columns, bool rectify) noexcept;

} // namespace netsmith::kernels
