#pragma once

#include <cstdint>

namespace netsmith::kernels {

// Rows of [rows, columns]; a target is one class a row (i32; one out of range counts as a NaN) or one distribution a row (f32).

/// The softmax of each row, and Σ over rows of −Σ t·log p by the log-sum-exp.
template <class Target>
float softmaxCrossEntropy(const float* logits, const Target* target, float* probabilities, std::int64_t rows,
                          std::int64_t columns) noexcept;

/// dlogits = (p·Σt − t)·seed; may be written over p.
template <class Target>
void softmaxCrossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dlogits, std::int64_t rows,
                                 std::int64_t columns) noexcept;

/// Σ −Σ t·log p with p clipped to [1e-7, 1 − 1e-7] as in Keras.
template <class Target>
float crossEntropy(const float* probabilities, const Target* target, std::int64_t rows, std::int64_t columns) noexcept;

/// dp = −t/p·seed, 0 where p was clipped; may be written over p.
template <class Target>
void crossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dp, std::int64_t rows,
                          std::int64_t columns) noexcept;

} // namespace netsmith::kernels
