#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

// Rows of [rows, columns]; a target is one class a row (i32; one out of range counts as a NaN) or one distribution a row (f32).
// `seed` is a number on the device.

/// Bytes that the two sums need beside their results.
std::int64_t crossEntropyWorkspace(std::int64_t rows);

/// loss = Σ −Σ t·log p with p clipped to [1e-7, 1 − 1e-7] as in Keras.
template <class Target>
void crossEntropy(Stream& stream, const float* probabilities, const Target* target, float* loss, void* workspace, std::int64_t rows,
                  std::int64_t columns);

/// dp = −t/p·seed, 0 where p was clipped; may be written over p.
template <class Target>
void crossEntropyBackward(Stream& stream, const float* probabilities, const Target* target, const float* seed, float* dp,
                          std::int64_t rows, std::int64_t columns);

/// The softmax of each row, and Σ over rows of −Σ t·log p by the log-sum-exp.
template <class Target>
void softmaxCrossEntropy(Stream& stream, const float* logits, const Target* target, float* loss, float* probabilities,
                         void* workspace, std::int64_t rows, std::int64_t columns);

/// dlogits = (p·Σt − t)·seed; may be written over p.
template <class Target>
void softmaxCrossEntropyBackward(Stream& stream, const float* probabilities, const Target* target, const float* seed,
                                 float* dlogits, std::int64_t rows, std::int64_t columns);

} // namespace netsmith::cuda::kernels
