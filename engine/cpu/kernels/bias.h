#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

/// y[r][c] = x[r][c] + bias[c], then max(·, 0) if `rectify`: the epilogue of a matrix product. x and y are [rows, columns], float
/// or BFloat16, and may be the same.
template <class T>
void addBias(const T* x, const float* bias, T* y, std::int64_t rows, std::int64_t columns, bool rectify) noexcept;

/// y[r][c] = Σ over `count` consecutive parts of the same shape, + bias[c] (none if it is null), then max(·, 0) if
/// `rectify`: a product whose inner axis several threads shared.
void addParts(const float* parts, int count, const float* bias, float* y, std::int64_t rows, std::int64_t columns,
              bool rectify) noexcept;

/// sums[c] = Σ over rows of x[r][c], f32: the gradient of a bias. Split by columns, so independent of the threads.
template <class T>
void sumRows(const T* x, float* sums, std::int64_t rows, std::int64_t columns) noexcept;

} // namespace netsmith::kernels
