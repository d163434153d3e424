#pragma once

#include "engine/cuda/kernels/optimizer.h"
#include "engine/ops/adaptive_update.h"

namespace netsmith::cuda::kernels {

// The formulas are in ops/adaptive_update.h; each takes `updateWorkspace()` bytes of workspace.

void adadelta(Stream& stream, const AdadeltaAttributes& attributes, const UpdateControl& control, const float* gradients,
              float* weights, float* squares, float* changes, void* workspace);

void adagrad(Stream& stream, const AdagradAttributes& attributes, const UpdateControl& control, const float* gradients,
             float* weights, float* squares, void* workspace);

void lion(Stream& stream, const LionAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
          float* m, void* workspace);

void nadam(Stream& stream, const NadamAttributes& attributes, const UpdateControl& control, const float* gradients, float* weights,
           float* m, float* v, void* workspace);

/// `means` is null unless centered, `velocity` where there is no momentum.
void rmsprop(Stream& stream, const RmspropAttributes& attributes, const UpdateControl& control, const float* gradients,
             float* weights, float* squares, float* means, float* velocity, void* workspace);

} // namespace netsmith::cuda::kernels
