#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/merge.h"

#include <cstdint>

namespace netsmith::kernels {

// Element by element, f32 or BFloat16; a result may take the place of any argument.
/// A NaN in either stays one.
template <class T>
void merge(Merge kind, const T* a, const T* b, T* y, std::int64_t count) noexcept;
/// Of the maximum or minimum; half to each where both are equal.
template <class T>
void mergeBackward(Merge kind, const T* a, const T* b, const T* dy, T* da, T* db, std::int64_t count) noexcept;
/// y = factor · x
template <class T>
void scale(float factor, const T* x, T* y, std::int64_t count) noexcept;

} // namespace netsmith::kernels
