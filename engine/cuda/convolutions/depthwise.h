#pragma once

#include "engine/cuda/kernel.h"

// Depthwise convolutions on own kernels: as patches, each channel would be a separate matrix product.
namespace netsmith::cuda {

/// conv2d, its gradient over data and that over weights, with a group for each channel.
Lowered lowerDepthwise(const LoweringContext& context, const Op& op);
Lowered lowerDepthwiseBackwardData(const LoweringContext& context, const Op& op);
Lowered lowerDepthwiseBackwardWeights(const LoweringContext& context, const Op& op);

} // namespace netsmith::cuda
