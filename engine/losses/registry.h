#pragma once

#include "engine/graph/objective_spec.h"

namespace netsmith {

/// Every loss there is, in alphabetical order of the ids.
const LossRegistry& losses();

/// Every metric there is, in alphabetical order of the ids.
const MetricRegistry& metrics();

} // namespace netsmith
