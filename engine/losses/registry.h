#pragma once

#include "engine/graph/specs/objective_spec.h"

namespace netsmith {

/// All losses, in alphabetical order of the ids.
const LossRegistry& losses();

/// All metrics, in alphabetical order of the ids.
const MetricRegistry& metrics();

} // namespace netsmith
