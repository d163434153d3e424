#pragma once

#include <cstdint>

// What the kernels of normalisations are given, on every device.

namespace netsmith {

/// [rows, channels] as batch normalisation sees a tensor, and what is done with the result. x, y, residual and gradients are f32 or
/// of 16 bits, all else is f32 of `channels` numbers.
struct NormShape {
    std::int64_t rows = 0;
    std::int64_t channels = 0;
    bool rectify = false; ///< max(·, 0) of the result, after the residual if there is one
};

/// What a training step leaves besides y: the batch's statistics for the gradient, and the next moving averages.
struct NormStatistics {
    float epsilon = 1e-3f;
    float momentum = 0.99f; ///< next = momentum · moving + (1 − momentum) · batch
    const float* movingMean = nullptr;
    const float* movingVariance = nullptr;
    float* mean = nullptr;
    float* inverse = nullptr; ///< 1/√(variance + ε)
    float* nextMean = nullptr;
    float* nextVariance = nullptr;
};

/// The fixed statistics of a normalisation, each of `channels` numbers.
struct FixedNorm {
    const float* gamma;
    const float* beta;
    const float* mean;
    const float* variance;
    float epsilon;
};

/// [samples, positions, channels] as group normalisation sees a tensor. x, y and gradients are f32 or of 16 bits, all else is f32.
struct GroupNormShape {
    std::int64_t samples = 0;
    std::int64_t positions = 0;
    std::int64_t channels = 0;
    std::int64_t groups = 1; ///< divides the channels
};

/// [rows, columns] as layer normalisation sees a tensor. x, y and gradients are f32 or of 16 bits, all else is f32.
struct LayerNormShape {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    bool centred = true; ///< whether the mean is subtracted
};

} // namespace netsmith
