#pragma once

#include "engine/cuda/kernel.h"

#include <functional>

namespace netsmith::cuda {

/// The library's pass of a convolution or our own, `im2col`: the one that the options name, else the faster on this GPU. They are
/// timed once, with all that belongs to the op; after that the choice comes from the tuning cache and stays the same for the life
/// of the process. Where the options don't allow timing, the library's is taken unless the cache knows better.
Lowered fasterConvolution(const LoweringContext& context, const Op& op, Lowered planned, const std::function<Lowered()>& im2col);

} // namespace netsmith::cuda
