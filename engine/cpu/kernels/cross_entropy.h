#pragma once

#include "engine/ops/cross_entropy_steps.h"

#include <cstdint>

namespace netsmith::kernels {

// Rows of [rows, columns]; a target is one class per row (i32; one out of range counts as a NaN) or one distribution per row (f32).

/// The softmax of each row, and Σ over rows of −Σ t·log p by the log-sum-exp, in double.
template <class Target>
double softmaxCrossEntropy(const float* logits, const Target* target, float* probabilities, std::int64_t rows, std::int64_t columns,
                           const CrossEntropyTerms& terms = {}) noexcept;

/// dlogits = (p·Σt − t)·seed; may be written over p.
template <class Target>
void softmaxCrossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dlogits, std::int64_t rows,
                                 std::int64_t columns, const CrossEntropyTerms& terms = {}) noexcept;

/// Σ −Σ t·log p with p clipped to [1e-7, 1 − 1e-7] as in Keras.
template <class Target>
double crossEntropy(const float* probabilities, const Target* target, std::int64_t rows, std::int64_t columns,
                    const CrossEntropyTerms& terms = {}) noexcept;

/// dp = −t/p·seed, 0 where p was clipped; may be written over p.
template <class Target>
void crossEntropyBackward(const float* probabilities, const Target* target, float seed, float* dp, std::int64_t rows,
                          std::int64_t columns, const CrossEntropyTerms& terms = {}) noexcept;

/// Bytes that the two sums need besides their results.
constexpr std::int64_t crossEntropyWorkspace(std::int64_t)
{
    return 0;
}

// The same with `part`: sums are stored, and the seed is read.
template <class Target>
void softmaxCrossEntropy(const float* logits, const Target* target, float* loss, float* probabilities, void*, std::int64_t rows,
                         std::int64_t columns, const CrossEntropyTerms& terms) noexcept
{
    *loss = static_cast<float>(softmaxCrossEntropy(logits, target, probabilities, rows, columns, terms) * terms.part);
}
template <class Target>
void softmaxCrossEntropyBackward(const float* probabilities, const Target* target, const float* seed, float* dlogits,
                                 std::int64_t rows, std::int64_t columns, const CrossEntropyTerms& terms) noexcept
{
    softmaxCrossEntropyBackward(probabilities, target, static_cast<float>(static_cast<double>(*seed) * terms.part), dlogits, rows,
                                columns, terms);
}
template <class Target>
void crossEntropy(const float* probabilities, const Target* target, float* loss, void*, std::int64_t rows, std::int64_t columns,
                  const CrossEntropyTerms& terms) noexcept
{
    *loss = static_cast<float>(crossEntropy(probabilities, target, rows, columns, terms) * terms.part);
}
template <class Target>
void crossEntropyBackward(const float* probabilities, const Target* target, const float* seed, float* dp, std::int64_t rows,
                          std::int64_t columns, const CrossEntropyTerms& terms) noexcept
{
    crossEntropyBackward(probabilities, target, static_cast<float>(static_cast<double>(*seed) * terms.part), dp, rows, columns,
                         terms);
}

} // namespace netsmith::kernels
