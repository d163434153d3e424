#pragma once

#include "engine/core/bfloat16.h"
#include "engine/cpu/kernels/activation.h"

#include <cstdint>

namespace netsmith::kernels {

// f32 or BFloat16; y may be a or b.
/// y = a + b
template <class T>
void add(const T* a, const T* b, T* y, std::int64_t count) noexcept;
/// y = max(a + b, 0)
template <class T>
void addRelu(const T* a, const T* b, T* y, std::int64_t count) noexcept;
/// y = the activation of a + b, rounded once where it is ReLU.
template <class T>
void add(Activation kind, const T* a, const T* b, T* y, std::int64_t count) noexcept
{
    if (kind == Activation::relu)
        return addRelu(a, b, y, count);
    add(a, b, y, count);
    activate(kind, y, count);
}

} // namespace netsmith::kernels
