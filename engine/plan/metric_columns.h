#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/specs/objective_spec.h"
#include "engine/plan/logical_plan.h"

namespace netsmith {

/// The columns of the metrics ring, with each sum's numbers adjacent: for each objective its loss, its samples and its metrics,
/// then the weights' penalty, if any. `counts` has the number of values of each of these sums.
std::vector<MetricColumn> metricColumns(const Project& project, std::span<const std::int64_t> counts, bool hasPenalty);

/// The names of what the runs of a project measure, without the validation's: "loss", "accuracy"; with several objectives first the
/// sum of the losses, then each one's prefixed with its output. Metrics that are tables have no number. Nothing if an output is
/// missing.
std::vector<std::string> measuredNames(const Project& project, const MetricRegistry& metrics);

} // namespace netsmith
