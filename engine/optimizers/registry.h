#pragma once

#include "engine/graph/specs/objective_spec.h"

namespace netsmith {

/// All optimizers, in alphabetical order of the ids.
const OptimizerRegistry& optimizers();

} // namespace netsmith
