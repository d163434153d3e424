#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// The rows of [rows, columns] whose first maximum is the class `target` (i32), or the target's own first maximum (f32).
/// A row with a NaN is wrong.
template <class Target>
std::int64_t rightRows(const float* prediction, const Target* target, std::int64_t rows, std::int64_t columns) noexcept;

} // namespace netsmith::kernels
