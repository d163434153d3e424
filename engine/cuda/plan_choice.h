#pragma once

#include "engine/cuda/device/convolution_plan.h"

#include <memory>

namespace netsmith::cuda {

/// The fastest plan for a convolution on this GPU: timed once, then from the book of plans. The same for the life of the process.
/// Null where the library has none.
std::shared_ptr<const ConvolutionPlan> fastestPlan(const ConvolutionShape& shape);

} // namespace netsmith::cuda
