#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/merge.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

// Element by element; T is float, BFloat16 or Float16; a result may take the place of any argument.
/// A NaN in either stays one.
template <class T>
void merge(Stream& stream, Merge kind, const T* a, const T* b, T* y, std::int64_t count);
/// Of the maximum or minimum; half to each where both are equal.
template <class T>
void mergeBackward(Stream& stream, Merge kind, const T* a, const T* b, const T* dy, T* da, T* db, std::int64_t count);
/// y = factor · x
template <class T>
void scale(Stream& stream, float factor, const T* x, T* y, std::int64_t count);

} // namespace netsmith::cuda::kernels
