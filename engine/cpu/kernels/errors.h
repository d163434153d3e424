#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// Σ (p − t)² of `count` numbers, accumulated in double.
double squaredErrors(const float* prediction, const float* target, std::int64_t count) noexcept;
/// dp = 2·(p − t)·scale; may be written over p.
void squaredErrorsBackward(const float* prediction, const float* target, float scale, float* dp, std::int64_t count) noexcept;
/// Σ |p − t|
double absoluteErrors(const float* prediction, const float* target, std::int64_t count) noexcept;

/// The rows of [rows, columns] whose first maximum is the class `target` (i32), or the target's own first maximum (f32).
/// A row with a NaN is wrong.
template <class Target>
std::int64_t rightRows(const float* prediction, const Target* target, std::int64_t rows, std::int64_t columns) noexcept;

} // namespace netsmith::kernels
