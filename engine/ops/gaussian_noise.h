#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Normal deviates (Box and Muller 1958) applied to a tensor. Elements 2k and 2k + 1 of the sample drawn s-th share the Philox
/// words 2k mod 4 and the next of the counter {k / 2, low s, high s, node} under the plan's seed: with their uniforms u and v, the
/// first takes √(−2 ln(1 − u)) · cos 2πv and the second the same with the sine.
struct GaussianNoiseAttributes : Attributes {
    GaussianNoiseAttributes(bool multiplied, double deviation, std::uint64_t seed, std::uint32_t node)
        : multiplied(multiplied)
        , deviation(deviation)
        , seed(seed)
        , node(node)
    {
    }
    bool multiplied; ///< y = x · (1 + deviation · n), else y = x + deviation · n
    double deviation;
    std::uint64_t seed;
    std::uint32_t node;
    std::string text() const override;
};

namespace ops {
extern const OpSpec gaussianNoise; ///< x, counters → y
} // namespace ops

} // namespace netsmith
