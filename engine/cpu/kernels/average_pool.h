#pragma once

#include "engine/core/bfloat16.h"
#include "engine/cpu/kernels/pool_shape.h"

namespace netsmith::kernels {

// f32 or BFloat16 images, added up in f32; padding does not count.
template <class T>
void averagePool(const PoolShape& shape, const T* x, T* y) noexcept;
template <class T>
void averagePoolBackward(const PoolShape& shape, const T* dy, T* dx) noexcept;

} // namespace netsmith::kernels
