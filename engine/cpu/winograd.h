#pragma once

#include "engine/cpu/kernel.h"

#include <optional>

namespace netsmith::cpu {

/// Convolutions by Winograd's algorithm on own kernels, for processors on which oneDNN has none: conv2d and its gradients.
/// Nothing where it does not suit.
std::optional<Lowered> lowerWinograd(const LoweringContext& context, const Op& op);
std::optional<Lowered> lowerWinogradBackwardData(const LoweringContext& context, const Op& op);
std::optional<Lowered> lowerWinogradBackwardWeights(const LoweringContext& context, const Op& op);

} // namespace netsmith::cpu
