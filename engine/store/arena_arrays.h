#pragma once

#include "engine/backend/backend.h"
#include "engine/store/safetensors.h"

namespace netsmith {

/// Every parameter and statistic of a state by its id, in the plan's order, averaged weights as "conv2d_1.kernel/average": the
/// state's own bits, f64 from the reference, so that restoring is bit-exact. Throws the errors of the state.
SafetensorsFile captureWeights(State& state, const LogicalPlan& plan);

/// The optimizer's slots as "conv2d_1.kernel/slot0".
SafetensorsFile captureSlots(State& state, const LogicalPlan& plan);

/// The opposite: everything or, when an id or a shape does not fit the plan, nothing. Throws `checkpoint.array*`, naming `file` and
/// the array. The state of stateful layers is 0 if the batch size differs; what the plan's programs do not touch is checked and
/// ignored.
void restoreWeights(State& state, const LogicalPlan& plan, const SafetensorsFile& arrays, std::string_view file);
void restoreSlots(State& state, const LogicalPlan& plan, const SafetensorsFile& arrays, std::string_view file);

/// Makes the weights of another run fit a training that keeps moving averages, or none: an average begins as its weight is, and
/// averages that are not kept stand for the weights, as they did in that run's evaluation.
void matchAverages(SafetensorsFile& weights, const LogicalPlan& plan);

} // namespace netsmith
