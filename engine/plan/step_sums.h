#pragma once

#include "engine/plan/objectives.h"

namespace netsmith {

/// Adds what earlier batches of a step accumulated to the gradients and the columns of its last one. A loss is a column too.
ObjectiveTensors emitAddAccumulated(Emitter& emitter, LogicalPlan& plan, TensorId gradients, TensorId accumulated,
                                    const ObjectiveTensors& last);

/// Makes the gradients and the columns 0: those of a rank that has no sample of the batch.
ObjectiveTensors emitSilence(Emitter& emitter, LogicalPlan& plan, TensorId gradients, const ObjectiveTensors& own);

/// Adds up the gradients and the columns of all ranks.
ObjectiveTensors emitAddRanks(Emitter& emitter, LogicalPlan& plan, TensorId gradients, const ObjectiveTensors& own);

/// Each rank moved the statistics by its own samples: all go on with the mean. What a recurrence carries on is each rank's own.
void emitAverageStatistics(Emitter& emitter, LogicalPlan& plan);

} // namespace netsmith
