#include "engine/plan/metric_columns.h"

#include "engine/plan/build_plan.h"

#include <map>
#include <optional>

namespace netsmith {
namespace {

/// An output's name in columns. A leading "val_" means the validation: an output with such a name gets a "_" before it, and so does
/// one that already begins with that, which keeps them distinct.
std::string columnPrefix(const std::string& output)
{
    const std::size_t first = output.find_first_not_of('_');
    const bool looksValidated = first != std::string::npos && output.compare(first, 4, "val_") == 0;
    return (looksValidated ? "_" : "") + output + '/';
}

/// Names for columns: prefixed with the output if there are several objectives, and duplicates are numbered as in Keras:
/// "top_k_accuracy", "top_k_accuracy_1".
class ColumnNames {
public:
    explicit ColumnNames(const Project& project)
        : m_project(project)
    {
    }

    /// Null if an objective's output is missing.
    std::optional<std::string> next(const Objective& objective, const std::string& id)
    {
        std::string name = id;
        if (m_project.training.objectives.size() > 1) {
            const Node* node = objectiveNode(m_project.graph, objective);
            if (!node)
                return std::nullopt;
            name = columnPrefix(node->id) + id;
        }
        const int same = m_taken[name]++;
        return same > 0 ? name + '_' + std::to_string(same) : name;
    }

private:
    const Project& m_project;
    std::map<std::string, int> m_taken;
};

} // namespace

std::vector<MetricColumn> metricColumns(const Project& project, std::span<const std::int64_t> counts, bool hasPenalty)
{
    ColumnNames names(project);
    std::vector<MetricColumn> columns;
    std::size_t next = 0;
    const std::vector<Objective>& objectives = project.training.objectives;
    for (std::size_t i = 0; i < objectives.size(); ++i) {
        const auto take = [&](const std::string& id, int metric) {
            const auto count = static_cast<std::size_t>(counts[next++]);
            columns.insert(columns.end(), count, {names.next(objectives[i], id).value(), static_cast<int>(i), metric});
        };
        take("loss", MetricColumn::loss);
        take("samples", MetricColumn::samples);
        for (std::size_t m = 0; m < objectives[i].metrics.size(); ++m)
            take(objectives[i].metrics[m].id, static_cast<int>(m));
    }
    if (hasPenalty)
        columns.push_back({std::string(penaltyColumn), 0});
    return columns;
}

std::vector<std::string> measuredNames(const Project& project, const MetricRegistry& metrics)
{
    ColumnNames names(project);
    std::vector<std::string> measured;
    if (project.training.objectives.size() > 1)
        measured.push_back("loss");
    for (const Objective& objective : project.training.objectives) {
        std::vector<std::string> ids{"loss"};
        for (const Component& metric : objective.metrics)
            ids.push_back(metric.id);
        for (const std::string& id : ids) {
            const MetricSpec* metric = metrics.find(id);
            const auto name = names.next(objective, id);
            if (name && !(metric && metric->isTable))
                measured.push_back(*name);
        }
    }
    return measured;
}

} // namespace netsmith
