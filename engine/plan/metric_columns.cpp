#include "engine/plan/metric_columns.h"

#include "engine/plan/build_plan.h"

#include <algorithm>

namespace netsmith {
namespace {

/// A metric's id, numbered like Keras's where there were others of it before: "top_k_accuracy", "top_k_accuracy_1".
std::string columnName(std::span<const Component> metrics, std::size_t index)
{
    const auto same = std::ranges::count(metrics.first(index), metrics[index].id, &Component::id);
    return metrics[index].id + (same > 0 ? "_" + std::to_string(same) : "");
}

} // namespace

std::vector<MetricColumn> metricColumns(const Project& project, std::span<const std::int64_t> counts, bool hasPenalty)
{
    const std::vector<Objective>& objectives = project.training.objectives;
    std::vector<MetricColumn> columns;
    std::size_t next = 0;
    for (std::size_t i = 0; i < objectives.size(); ++i) {
        const std::string prefix = objectives.size() > 1 ? objectiveNode(project.graph, objectives[i])->id + "/" : "";
        const auto take = [&](const std::string& name, int metric) {
            const auto count = static_cast<std::size_t>(counts[next++]);
            columns.insert(columns.end(), count, {prefix + name, static_cast<int>(i), metric});
        };
        take("loss", -1);
        take("samples", -1);
        for (std::size_t m = 0; m < objectives[i].metrics.size(); ++m)
            take(columnName(objectives[i].metrics, m), static_cast<int>(m));
    }
    if (hasPenalty)
        columns.push_back({std::string(penaltyColumn), 0});
    return columns;
}

} // namespace netsmith
