#pragma once

#include "engine/graph/objective_spec.h"

/// The declaration of every optimizer, one file each. Formulas and defaults are those of Keras 3.
namespace netsmith::optimizer {

OptimizerSpec adam();
OptimizerSpec adamw();
OptimizerSpec sgd();

} // namespace netsmith::optimizer
