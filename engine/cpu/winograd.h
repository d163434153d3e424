#pragma once

#include "engine/cpu/kernel.h"
#include "engine/ops/conv2d.h"

#include <optional>

namespace netsmith::cpu {

/// Whether Winograd's F(4×4, 3×3) computes such a convolution at all, on whichever kernels.
bool isForWinograd(const Conv2dAttributes& conv, DataType type);

/// Convolutions by Winograd's algorithm on our own kernels: conv2d and its gradients. oneDNN has the algorithm for AVX-512 alone
/// and stores images in another order for it: a step of a VGG took 1.33 times as long by it. Nothing where it does not suit.
std::optional<Lowered> lowerWinograd(const LoweringContext& context, const Op& op);
std::optional<Lowered> lowerWinogradBackwardData(const LoweringContext& context, const Op& op);
std::optional<Lowered> lowerWinogradBackwardWeights(const LoweringContext& context, const Op& op);

} // namespace netsmith::cpu
