#pragma once

#include "engine/ops/emitter.h"
#include "engine/ops/warp_steps.h"

namespace netsmith {

/// Moves images, each by draws of its own: flips, rotations, crops and the like, in one look-up a pixel.
struct WarpAttributes : Attributes {
    static constexpr std::size_t mostSteps = 8;

    std::vector<WarpStep> steps; ///< in the order they are applied
    bool nearest = false; ///< the nearest pixel instead of the four around, weighted by their distance
    WarpFill fill = WarpFill::constant;
    double value = 0.0; ///< what `constant` fills with
    /// Looked up taps × taps times within a pixel and averaged: what shrinks an image by more than 2 must not skip pixels.
    std::int32_t taps = 1;
    std::uint64_t seed = 0;
    std::string text() const override;
};

namespace ops {
/// x (N,H,W,C)[, counters] → y of the last step's size; the counters where a step draws
extern const OpSpec warp;
} // namespace ops

/// Whether a step is not the same for every sample.
bool draws(const WarpStep& step);

/// Emits one step, joined to the warp that made `x` if they agree on all else: each pixel is then looked up once, and what a crop
/// cut off can come back into view. Sizes are filled in: of `x`, and of the output where the step has none of its own.
TensorId emitWarp(Emitter& emitter, TensorId x, TensorId counters, WarpAttributes last);

} // namespace netsmith
