#pragma once

#include "engine/ops/activation.h"

namespace netsmith {

/// Batch normalisation over all axes but the last (Ioffe and Szegedy 2015), biased variance and moving averages as in Keras.
struct BatchNormAttributes : Attributes {
    double epsilon = 1e-3;
    double momentum = 0.99; ///< new = momentum · old + (1 − momentum) · batch
    Activation activation = Activation::none; ///< of the result; set by fusion
    bool residual = false; ///< a tensor is added before the activation; set by fusion
    bool shared = false; ///< over the samples of all ranks
    bool silent = false; ///< this rank has none of these
    std::string text() const override;
};

namespace ops {
/// x, gamma, beta, mean, variance[, residual] → y, batch mean, batch 1/√(variance+ε), next mean, next variance
extern const OpSpec batchNorm;
/// x, gamma, batch mean, batch 1/√(variance+ε), dy[, y] → dx, dgamma, dbeta[, dresidual]; y if an activation was fused
extern const OpSpec batchNormBackward;
/// x, gamma, beta, mean, variance[, residual] → y; a gradient only for x, as in a frozen layer
extern const OpSpec batchNormInference;
/// dy, gamma, variance → dx
extern const OpSpec batchNormInferenceBackward;
} // namespace ops

} // namespace netsmith
