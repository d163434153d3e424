#pragma once

#include "engine/ops/emitter.h"
#include "engine/ops/warp_steps.h"

namespace netsmith {

/// Moves images, each with independent draws: flips, rotations, crops and the like, in one look-up per pixel.
struct WarpAttributes : Attributes {
    static constexpr std::size_t mostSteps = 8;

    std::vector<WarpStep> steps; ///< in the order they are applied
    bool nearest = false; ///< the nearest pixel instead of bilinear interpolation
    WarpFill fill = WarpFill::constant;
    double value = 0.0; ///< what `constant` fills with
    /// Sampled taps × taps times within a pixel and averaged: a transform that shrinks an image by more than 2 must not skip
    /// pixels.
    std::int32_t taps = 1;
    std::uint64_t seed = 0;
    std::string text() const override;
};

namespace ops {
/// x (N,H,W,C)[, counters] → y of the last step's size; the counters if a step draws
extern const OpSpec warp;
} // namespace ops

/// Whether a step differs between samples.
bool draws(const WarpStep& step);

/// Emits one step, merged into the warp that made `x` if they agree on everything else: each pixel is then looked up once, and what
/// a crop removed can come back into view. Sizes are filled in: that of `x`, and that of the output if the step has none.
TensorId emitWarp(Emitter& emitter, TensorId x, TensorId counters, WarpAttributes last);

} // namespace netsmith
