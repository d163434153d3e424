#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/window_steps.h"

namespace netsmith::kernels {

// f32 or BFloat16 images, added up in f32; padding does not count.
template <class T>
void averagePool(const WindowShape& shape, const T* x, T* y) noexcept;
template <class T>
void averagePoolBackward(const WindowShape& shape, const T* dy, T* dx) noexcept;

} // namespace netsmith::kernels
