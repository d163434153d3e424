#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

// f32 or BFloat16; y may be a or b.
/// y = a + b
template <class T>
void add(const T* a, const T* b, T* y, std::int64_t count) noexcept;
/// y = max(a + b, 0)
template <class T>
void addRelu(const T* a, const T* b, T* y, std::int64_t count) noexcept;

} // namespace netsmith::kernels
