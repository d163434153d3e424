#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/cuda/recurrences/recurrence_weights.h"

namespace netsmith::cuda::kernels {

/// w [C,G·H], u [H,G·H] and b [biases,G·H] to where the library wants them. A null b is 0.
template <class T>
void packWeights(Stream& stream, const RecurrenceWeights& places, const T* w, const float* u, const float* b, T* packed);

/// Back, in f32; a null b is left out.
template <class T>
void unpackWeights(Stream& stream, const RecurrenceWeights& places, const T* packed, float* w, float* u, float* b);

} // namespace netsmith::cuda::kernels
