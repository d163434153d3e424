#pragma once

#include "engine/cuda/kernels/optimizer.h"
#include "engine/ops/muon.h"

namespace netsmith::cuda::kernels {

/// Bytes of workspace that the steps of `muon` share.
std::int64_t muonWorkspace();

/// The formulas are in ops/muon.h; `range` is one matrix. Applies the decay to the weights, updates the momentum and writes the
/// direction, normalized to length 1, to `x`.
void muonDirection(Stream& stream, const MuonAttributes& attributes, const UpdateRange& range, const UpdateControl& control,
                   const float* gradients, float* weights, float* momentum, float* x, void* workspace);

/// y ← p·x + q·y
void muonBlend(Stream& stream, double p, const float* x, double q, float* y, std::int64_t count);

/// w ← w − rate·scale·x, by the rate that `muonDirection` left in the workspace.
void muonApply(Stream& stream, const UpdateRange& range, const UpdateControl& control, double scale, const float* x, float* weights,
               const void* workspace);

} // namespace netsmith::cuda::kernels
