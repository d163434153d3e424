#pragma once

#include "engine/cuda/convolutions/convolution.h"

#include <optional>

namespace netsmith::cuda {

// The three passes on the library's fastest engine for this shape and GPU; nothing where it has none.

std::optional<Lowered> planForward(const LoweringContext& context, const Op& op, const Convolution& conv);
std::optional<Lowered> planBackwardData(const LoweringContext& context, const Op& op, const Convolution& conv);
std::optional<Lowered> planBackwardWeights(const LoweringContext& context, const Op& op, const Convolution& conv);

} // namespace netsmith::cuda
