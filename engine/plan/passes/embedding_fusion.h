#pragma once

#include "engine/plan/logical_plan.h"

namespace netsmith {

/// embedding → recurrence  ⇒  the table's product with the layer's input weights, from which each position takes its row: one
/// product per token instead of one per position of every sequence. Backward, the gradients of a token's positions are summed
/// before the multiplication. Done if the table has at most half as many rows as there are positions, and only in f32, because the
/// product would be rounded otherwise. Mathematically equal; the order of summation differs.
void fuseEmbeddingIntoRecurrence(LogicalPlan& plan, Program& program);

} // namespace netsmith
