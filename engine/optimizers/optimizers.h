#pragma once

#include "engine/graph/objective_spec.h"

/// The declaration of every optimizer, one file each. Formulas and defaults are those of Keras 3.
namespace netsmith::optimizer {

OptimizerSpec adadelta();
OptimizerSpec adagrad();
OptimizerSpec adam();
OptimizerSpec adamw();
OptimizerSpec lamb();
OptimizerSpec lion();
OptimizerSpec muon();
OptimizerSpec nadam();
OptimizerSpec rmsprop();
OptimizerSpec sgd();

} // namespace netsmith::optimizer
