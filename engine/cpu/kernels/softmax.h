#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

// Over the last axis of [rows, columns]; f32 or BFloat16; y may be x, dx may be dy.
template <class T>
void softmax(const T* x, T* y, std::int64_t rows, std::int64_t columns) noexcept;
/// dx = y·(dy − Σ y·dy)
template <class T>
void softmaxBackward(const T* y, const T* dy, T* dx, std::int64_t rows, std::int64_t columns) noexcept;

} // namespace netsmith::kernels
