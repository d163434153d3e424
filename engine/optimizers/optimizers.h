#pragma once

#include "engine/graph/specs/objective_spec.h"

#include <array>

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

/// All of them, in alphabetical order of their ids.
inline constexpr std::array all{adadelta, adagrad, adam, adamw, lamb, lion, muon, nadam, rmsprop, sgd};

} // namespace netsmith::optimizer
