#pragma once

#include "engine/graph/objective_spec.h"

/// The declaration of every loss, one file each.
namespace netsmith::loss {

LossSpec binaryCrossentropy();
LossSpec binaryFocalCrossentropy();
LossSpec categoricalCrossentropy();
LossSpec categoricalFocalCrossentropy();
LossSpec cosineSimilarity();
LossSpec hinge();
LossSpec huber();
LossSpec klDivergence();
LossSpec logCosh();
LossSpec meanAbsoluteError();
LossSpec meanSquaredError();
LossSpec poisson();
LossSpec sparseCategoricalCrossentropy();
LossSpec squaredHinge();

} // namespace netsmith::loss
