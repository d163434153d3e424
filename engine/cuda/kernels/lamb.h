#pragma once

#include "engine/cuda/kernels/optimizer.h"
#include "engine/ops/lamb.h"

namespace netsmith::cuda::kernels {

/// Bytes of workspace that `lamb` needs.
std::int64_t lambWorkspace();

/// The formula is in ops/lamb.h; each range is a parameter.
void lamb(Stream& stream, const LambAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
          float* m, float* v, void* workspace);

} // namespace netsmith::cuda::kernels
