#pragma once

#include "engine/graph/objective_spec.h"

/// The declaration of every metric, one file each.
namespace netsmith::metric {

MetricSpec accuracy();
MetricSpec meanAbsoluteError();

} // namespace netsmith::metric
