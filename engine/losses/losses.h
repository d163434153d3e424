#pragma once

#include "engine/graph/objective_spec.h"

/// The declaration of every loss, one file each.
namespace netsmith::loss {

LossSpec categoricalCrossentropy();
LossSpec meanSquaredError();
LossSpec sparseCategoricalCrossentropy();

} // namespace netsmith::loss
