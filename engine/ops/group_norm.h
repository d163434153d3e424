#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Group normalisation (Wu and He 2018): mean and biased variance of each sample over all positions and the channels of one group,
/// which are adjacent, as in Keras.
struct GroupNormAttributes : Attributes {
    GroupNormAttributes(std::int64_t groups, double epsilon)
        : groups(groups)
        , epsilon(epsilon)
    {
    }
    std::int64_t groups; ///< divides the channels
    double epsilon;
    std::string text() const override;
};

namespace ops {
/// x, gamma or none, beta or none → y, mean [N, groups], 1/√(variance+ε) [N, groups]
extern const OpSpec groupNorm;
/// x, gamma or none, mean, 1/√(variance+ε), dy → dx, dgamma, dbeta
extern const OpSpec groupNormBackward;
} // namespace ops

} // namespace netsmith
