#pragma once

#include "engine/core/shape.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/kernels/im2col3d.h"
#include "engine/ops/activation.h"

namespace netsmith::cuda {

/// Whether the library's algorithms are tried before our own; tests run both.
extern bool planConvolutions;

/// A convolution of images or of volumes.
struct Convolution {
    kernels::VolumeWindow window;
    Shape kernel; ///< …,C/groups,filters
    std::int64_t groups = 1;
    Activation activation = Activation::none;
    bool bias = false;
};

/// x, w[, b] → y; dy, w → dx; x, dy → dw[, db]: by the library where it has an algorithm, else as products of patches and kernels.
Lowered lowerForward(const LoweringContext& context, const Op& op, const Convolution& conv);
Lowered lowerBackwardData(const LoweringContext& context, const Op& op, const Convolution& conv);
Lowered lowerBackwardWeights(const LoweringContext& context, const Op& op, const Convolution& conv);

} // namespace netsmith::cuda
