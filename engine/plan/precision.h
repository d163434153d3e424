#pragma once

#include "engine/plan/logical_plan.h"

namespace netsmith {

/// The precision pass: rewrites a forward program so that convolutions and matrix products take `low` numbers, what follows them
/// keeps the type it gets, and losses, softmax and metrics take f32. Weights stay f32 and are cast where they are used. Before
/// autodiff, which then differentiates the casts.
void lowerPrecision(std::vector<TensorInfo>& tensors, Program& program, DataType low);
/// What a run's precision asks of a forward program: nothing, the pass above, or its emulation.
void lowerPrecision(std::vector<TensorInfo>& tensors, Program& program, Precision precision);

} // namespace netsmith
