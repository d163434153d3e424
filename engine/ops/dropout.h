#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Inverted dropout (Srivastava et al. 2014). Element e of the sample drawn s-th keeps its value if the Philox word e mod 4 of the
/// counter {e / 4, low s, high s, node} under the plan's seed is ≥ rate as a uniform; it is then divided by 1 − rate.
struct DropoutAttributes : Attributes {
    DropoutAttributes(double rate, std::uint64_t seed, std::uint32_t node)
        : rate(rate)
        , seed(seed)
        , node(node)
    {
    }
    double rate;
    std::uint64_t seed;
    std::uint32_t node;
    std::string text() const override;
};

namespace ops {
extern const OpSpec dropout; ///< x, counters → y
extern const OpSpec dropoutBackward; ///< dy, counters → dx by the same mask
} // namespace ops

} // namespace netsmith
