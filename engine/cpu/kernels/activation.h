#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

// Functions of `count` numbers each, f32 or BFloat16; y may be x. A NaN stays one.
template <class T>
void relu(const T* x, T* y, std::int64_t count) noexcept;
template <class T>
void sigmoid(const T* x, T* y, std::int64_t count) noexcept;
template <class T>
void tanh(const T* x, T* y, std::int64_t count) noexcept;

// dx from the result y and its gradient; dx may be dy.
template <class T>
void reluBackward(const T* y, const T* dy, T* dx, std::int64_t count) noexcept;
template <class T>
void sigmoidBackward(const T* y, const T* dy, T* dx, std::int64_t count) noexcept;
template <class T>
void tanhBackward(const T* y, const T* dy, T* dx, std::int64_t count) noexcept;

} // namespace netsmith::kernels
