#pragma once

#include "engine/core/shape.h"
#include "engine/cuda/kernel.h"
#include "engine/cuda/kernels/volume_patches.h"
#include "engine/ops/activation.h"

namespace netsmith::cuda {

/// A convolution works on so many bytes of patches at a time; tests try fewer.
extern std::int64_t mostPatchBytes;

/// A convolution of images or of volumes.
struct Convolution {
    kernels::VolumeWindow window;
    Shape kernel; ///< …,C/groups,filters
    std::int64_t groups = 1;
    Activation activation = Activation::none;
    bool bias = false;
};

/// x, w[, b] → y; dy, w → dx; x, dy → dw[, db], as products of patches and kernels.
Lowered lowerForward(const LoweringContext& context, const Op& op, const Convolution& conv);
Lowered lowerBackwardData(const LoweringContext& context, const Op& op, const Convolution& conv);
Lowered lowerBackwardWeights(const LoweringContext& context, const Op& op, const Convolution& conv);

} // namespace netsmith::cuda
