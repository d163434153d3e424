#pragma once

#include "engine/cpu/kernel.h"

#include <string_view>

// Depthwise convolutions on own kernels, vectorised over the channels as they lie: for a multiplier, a dilation or a large kernel,
// where oneDNN convolves each channel by itself and takes 20 to 100 times as long.
namespace netsmith::cpu {

/// Whether oneDNN chose a kernel for depthwise convolutions.
bool isForDepthwise(std::string_view implementation);

/// conv2d, its gradient over data and that over weights, with a group for each channel.
Lowered lowerDepthwise(const LoweringContext& context, const Op& op);
Lowered lowerDepthwiseBackwardData(const LoweringContext& context, const Op& op);
Lowered lowerDepthwiseBackwardWeights(const LoweringContext& context, const Op& op);

} // namespace netsmith::cpu
