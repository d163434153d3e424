#pragma once

#include "engine/plan/logical_plan.h"

namespace netsmith {

/// embedding → recurrence  ⇒  the table's product with the layer's input weights, and of that the row of each place: a product for
/// every token that there is instead of every place of every sequence. Backward the gradients of a token's places are summed
/// before they are multiplied. Done where the table has at most half as many rows as there are places, and in f32 alone, for the
/// product would be rounded otherwise. Mathematically equal; sums come in another order.
void fuseEmbeddingIntoRecurrence(LogicalPlan& plan, Program& program);

} // namespace netsmith
