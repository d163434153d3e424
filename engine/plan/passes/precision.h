#pragma once

#include "engine/plan/logical_plan.h"

#include <span>

namespace netsmith {

/// The precision pass: rewrites a forward program so that convolutions and matrix products take `low` numbers, what follows them
/// keeps the type it gets, and losses, softmax and metrics take f32. Weights stay f32 and are cast where they are used. What
/// belongs to the nodes `kept`, or to the blocks of these names, uses f32 throughout. Before autodiff, which then differentiates
/// the casts.
void lowerPrecision(std::vector<TensorInfo>& tensors, Program& program, DataType low, std::span<const std::string> kept = {});
/// Applies a run's precision to a forward program: nothing, the pass above, or its emulation.
void lowerPrecision(std::vector<TensorInfo>& tensors, Program& program, Precision precision,
                    std::span<const std::string> kept = {});

} // namespace netsmith
