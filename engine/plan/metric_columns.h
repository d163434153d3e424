#pragma once

#include "engine/graph/project.h"
#include "engine/plan/logical_plan.h"

namespace netsmith {

/// The columns of the metrics ring, each sum's numbers side by side: of each objective its loss, its samples and its metrics, then
/// what the weights add to the loss, if they do. `counts` has how many numbers each of these sums is.
std::vector<MetricColumn> metricColumns(const Project& project, std::span<const std::int64_t> counts, bool hasPenalty);

} // namespace netsmith
