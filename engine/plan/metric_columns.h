#pragma once

#include "engine/graph/objective_spec.h"
#include "engine/graph/project.h"
#include "engine/plan/logical_plan.h"

namespace netsmith {

/// The columns of the metrics ring, each sum's numbers side by side: of each objective its loss, its samples and its metrics, then
/// what the weights add to the loss, if they do. `counts` has how many numbers each of these sums is.
std::vector<MetricColumn> metricColumns(const Project& project, std::span<const std::int64_t> counts, bool hasPenalty);

/// What the runs of a project measure by name, those of the training alone: "loss", "accuracy"; with several objectives the sum of
/// the losses first, then each's with its output before it. Metrics that are tables have no number. Where an output is missing
/// there is nothing.
std::vector<std::string> measuredNames(const Project& project, const MetricRegistry& metrics);

} // namespace netsmith
