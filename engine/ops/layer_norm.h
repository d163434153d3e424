#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Layer normalisation over the last axis (Ba, Kiros, Hinton 2016), biased variance as in Keras; uncentred it is root mean square
/// normalisation (Zhang and Sennrich 2019).
struct LayerNormAttributes : Attributes {
    explicit LayerNormAttributes(double epsilon, bool centred = true)
        : epsilon(epsilon)
        , centred(centred)
    {
    }
    double epsilon;
    bool centred; ///< whether the mean is subtracted; without it the spread is that around 0
    std::string text() const override;
};

namespace ops {
/// x, gamma or none, beta or none → y, each row's mean (0 if uncentred), each row's 1/√(variance+ε)
extern const OpSpec layerNorm;
/// x, gamma or none, mean, 1/√(variance+ε), dy → dx, dgamma, dbeta
extern const OpSpec layerNormBackward;
} // namespace ops

} // namespace netsmith
