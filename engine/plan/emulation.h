#pragma once

#include "engine/plan/logical_plan.h"

#include <span>

namespace netsmith {

/// Rewrites a forward program as `lowerPrecision` does, but so that it stays in f32 and every number that would have 16 bits is
/// rounded to what those hold, and its gradient too. Sums stay in f32, as tensor cores keep them. Before autodiff.
void emulatePrecision(std::vector<TensorInfo>& tensors, Program& program, DataType low, std::span<const std::string> kept = {});

} // namespace netsmith
