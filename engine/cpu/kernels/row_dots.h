#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// y[r] = Σ a[r, c]·b[r, c], added up in f32; T is float or BFloat16.
template <class T>
void rowDots(const T* a, const T* b, T* y, std::int64_t rows, std::int64_t columns) noexcept;

} // namespace netsmith::kernels
