#include "engine/train/metric_table.h"

namespace netsmith::train {

MetricTable::MetricTable(const LogicalPlan& plan, const std::vector<double>& objectiveWeights)
    : m_columns(plan.columns)
    , m_samples(objectiveWeights.size())
    , m_losses(objectiveWeights.size())
    , m_weights(objectiveWeights)
{
    const bool several = objectiveWeights.size() > 1;
    if (several)
        m_names.push_back("loss");
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const MetricColumn& column = m_columns[i];
        const auto objective = static_cast<std::size_t>(column.objective);
        const std::string_view name = std::string_view(column.name).substr(column.name.find_last_of('/') + 1);
        if (name == "samples") {
            m_samples[objective] = i;
            continue;
        }
        if (name == penaltyColumn) {
            m_penalty = i;
            continue;
        }
        if (name == "loss")
            m_losses[objective] = i;
        m_shown.push_back(i);
        m_names.push_back(column.name);
    }
}

std::vector<double> MetricTable::means(std::span<const double> sums) const
{
    const auto mean = [&](std::size_t column) {
        return sums[column] / sums[m_samples[static_cast<std::size_t>(m_columns[column].objective)]];
    };
    const double penalty = m_penalty ? mean(*m_penalty) : 0.0;
    std::vector<double> out;
    if (m_weights.size() > 1) {
        double total = penalty;
        for (std::size_t i = 0; i < m_weights.size(); ++i)
            total += m_weights[i] * mean(m_losses[i]);
        out.push_back(total);
    }
    for (const std::size_t column : m_shown)
        out.push_back(mean(column) + (m_weights.size() == 1 && column == m_losses[0] ? penalty : 0.0));
    return out;
}

NamedValues MetricTable::values(std::span<const double> sums, const std::string& prefix) const
{
    const std::vector<double> numbers = means(sums);
    NamedValues named;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        named.emplace_back(prefix + m_names[i], numbers[i]);
    return named;
}

void addRow(std::vector<double>& sums, std::span<const float> row)
{
    sums.resize(row.size(), 0.0);
    for (std::size_t i = 0; i < row.size(); ++i)
        sums[i] += static_cast<double>(row[i]);
}

} // namespace netsmith::train
