#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

enum class Dropped : std::uint8_t {
    elements, ///< each on its own
    channels, ///< the last axis' entries, each at all positions of a sample at once (Tompson et al. 2015)
    toNegative, ///< elements, which become SELU's lower limit instead of 0: alpha dropout (Klambauer et al. 2017)
};

/// Inverted dropout (Srivastava et al. 2014). Element (or channel) e of the sample drawn s-th keeps its value if the Philox word
/// e mod 4 of the counter {e / 4, low s, high s, node} under the plan's seed is ≥ rate as a uniform; it is then divided by 1 −
/// rate.
struct DropoutAttributes : Attributes {
    DropoutAttributes(double rate, std::uint64_t seed, std::uint32_t node, Dropped what = Dropped::elements)
        : rate(rate)
        , seed(seed)
        , node(node)
        , what(what)
    {
    }
    double rate;
    std::uint64_t seed;
    std::uint32_t node;
    Dropped what;

    /// Kept elements become x · factor() + shift(), the rest dropped(). Those of alpha dropout keep mean 0 and variance 1, as in
    /// Keras.
    double factor() const;
    double shift() const;
    double dropped() const;
    /// Of a tensor of this shape: the elements of a sample that are drawn for, and how often they repeat in it.
    std::int64_t drawn(const Shape& x) const;
    std::int64_t repeated(const Shape& x) const;
    std::string text() const override;
};

namespace ops {
extern const OpSpec dropout; ///< x, counters → y
extern const OpSpec dropoutBackward; ///< dy, counters → dx = kept ? dy · factor : 0 by the same mask
} // namespace ops

} // namespace netsmith
