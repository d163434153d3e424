#pragma once

#include "engine/graph/objective_spec.h"

namespace netsmith {

/// Every optimizer there is, in alphabetical order of the ids.
const OptimizerRegistry& optimizers();

} // namespace netsmith
