#pragma once

#include "engine/graph/specs/objective_spec.h"

#include <string>

namespace netsmith::optimizer {

/// Adam in Keras's form (the bias correction is in the rate, ε outside it) with decoupled weight decay; at 0 it is Adam.
OptimizerSpec adamSpec(std::string id, std::string title, std::string doc, double defaultDecay);

} // namespace netsmith::optimizer
