#pragma once

#include "engine/plan/logical_plan.h"

#include <span>

namespace netsmith {

/// Rewrites a forward program as `lowerPrecision` does, but stays in f32 and rounds every number that would have 16 bits, and its
/// gradient, to 16 bits. Sums stay in f32, as in tensor cores. Before autodiff.
void emulatePrecision(std::vector<TensorInfo>& tensors, Program& program, DataType low, std::span<const std::string> kept = {});

} // namespace netsmith
