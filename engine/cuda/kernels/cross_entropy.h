#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/cross_entropy_steps.h"

namespace netsmith::cuda::kernels {

// Rows of [rows, columns]; a target is one class per row (i32; one out of range counts as a NaN) or one distribution per row (f32).
// `seed` is a number on the device.

/// Bytes that the two sums need besides their results.
std::int64_t crossEntropyWorkspace(std::int64_t rows);

/// loss = part·Σ −Σ t·log p with p clipped to [1e-7, 1 − 1e-7] as in Keras.
template <class Target>
void crossEntropy(Stream& stream, const float* probabilities, const Target* target, float* loss, void* workspace, std::int64_t rows,
                  std::int64_t columns, const CrossEntropyTerms& terms);

/// dp = −t/p·part·seed, 0 where p was clipped; may be written over p.
template <class Target>
void crossEntropyBackward(Stream& stream, const float* probabilities, const Target* target, const float* seed, float* dp,
                          std::int64_t rows, std::int64_t columns, const CrossEntropyTerms& terms);

/// The softmax of each row, and part·Σ over rows of −Σ t·log p by the log-sum-exp.
template <class Target>
void softmaxCrossEntropy(Stream& stream, const float* logits, const Target* target, float* loss, float* probabilities,
                         void* workspace, std::int64_t rows, std::int64_t columns, const CrossEntropyTerms& terms);

/// dlogits = (p·Σt − t)·part·seed; may be written over p.
template <class Target>
void softmaxCrossEntropyBackward(Stream& stream, const float* probabilities, const Target* target, const float* seed,
                                 float* dlogits, std::int64_t rows, std::int64_t columns, const CrossEntropyTerms& terms);

} // namespace netsmith::cuda::kernels
