#pragma once

#include "engine/cuda/convolutions/convolution.h"

namespace netsmith::cuda {

/// The number of bytes of patches that a convolution works on at a time; tests try fewer.
extern std::int64_t mostPatchBytes;

// The three passes for any shape, as products of patches and kernels.

Lowered lowerForwardByIm2col(const LoweringContext& context, const Op& op, const Convolution& conv);
Lowered lowerBackwardDataByIm2col(const LoweringContext& context, const Op& op, const Convolution& conv);
Lowered lowerBackwardWeightsByIm2col(const LoweringContext& context, const Op& op, const Convolution& conv);

} // namespace netsmith::cuda
