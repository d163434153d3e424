#pragma once

#include "engine/backend/backend.h"
#include "engine/cuda/device/convolution_plan.h"

#include <memory>

namespace netsmith::cuda {

/// The plan that the options name for a convolution, else the fastest on this GPU: timed once, then taken from the tuning cache,
/// and the same for the life of the process. Where the options don't allow timing, the library's first choice is used for a
/// convolution that is not in the cache. Null where the library has no plan.
std::shared_ptr<const ConvolutionPlan> choosePlan(const ConvolutionShape& shape, const CompileOptions& options);

/// What the choice of a plan is valid for: the GPU, the library and the convolution.
std::string tuningKey(const ConvolutionShape& shape);

} // namespace netsmith::cuda
