#pragma once

#include "engine/plan/passes/fixed_tensors.h"

namespace netsmith {

/// embedding → recurrence  ⇒  the table's product with the layer's input weights, from which each position takes its row: one
/// product per token instead of one per position of every sequence. Backward, the gradients of a token's positions are summed
/// before the multiplication. Done if the table has at most half as many rows as there are positions, or if both factors
/// are `fixed`, so that a product which is not too large is computed once; and only in f32, because the product would be rounded
/// otherwise. Mathematically equal; the order of summation differs.
void fuseEmbeddingIntoRecurrence(LogicalPlan& plan, Program& program, const FixedTensors* fixed);

} // namespace netsmith
