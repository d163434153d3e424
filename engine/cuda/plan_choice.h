#pragma once

#include "engine/backend/backend.h"
#include "engine/cuda/device/convolution_plan.h"

#include <memory>

namespace netsmith::cuda {

/// The plan that the options name for a convolution, else the fastest on this GPU: timed once, then from the book of plans, and the
/// same for the life of the process. Where the options have nothing timed, the library's first choice stands for what is not in the
/// book. Null where the library has no plan.
std::shared_ptr<const ConvolutionPlan> choosePlan(const ConvolutionShape& shape, const CompileOptions& options);

/// What the choice of a plan holds for: the GPU, the library and the convolution.
std::string choiceName(const ConvolutionShape& shape);

} // namespace netsmith::cuda
