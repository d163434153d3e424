#pragma once

#include "engine/ops/emitter.h"
#include "engine/ops/recolor_steps.h"

namespace netsmith {

/// Changes the colours of images of one or three channels (red, green, blue), each with independent draws.
struct RecolorAttributes : Attributes {
    static constexpr std::size_t mostSteps = 8;

    std::vector<ColorStep> steps; ///< in the order they are applied
    double black = 0.0; ///< the smallest value, where it is clipped
    double white = 1.0;
    bool toGrey = false; ///< three channels become one, the pixel's grey
    std::uint64_t seed = 0;
    std::string text() const override;

    bool usesMeans() const;
};

namespace ops {
extern const OpSpec recolor; ///< x (N,H,W,C)[, counters] → y; the counters if a step draws
} // namespace ops

bool draws(const ColorStep& step);

/// Emits one step, merged into the recolouring that made `x` if they agree on everything else; colours are then clipped once, at
/// the end.
TensorId emitRecolor(Emitter& emitter, TensorId x, TensorId counters, RecolorAttributes last);

} // namespace netsmith
