#include "engine/train/metric_table.h"

#include "engine/losses/registry.h"

#include <cmath>

namespace netsmith::train {

MetricTable::MetricTable(const LogicalPlan& plan, const Project& project)
    : m_columns(plan.sumCount())
    , m_isScaled(isScaled(plan.precision))
    , m_fixedScale(project.training.lossScale)
    , m_batch(static_cast<double>(project.training.batch))
    , m_samples(project.training.objectives.size())
    , m_losses(project.training.objectives.size())
{
    const std::vector<Objective>& objectives = project.training.objectives;
    for (const Objective& objective : objectives)
        m_weights.push_back(objective.weight);
    if (objectives.size() > 1)
        m_names.push_back("loss");
    for (std::size_t i = 0; i < m_columns; ++i) {
        const MetricColumn& column = plan.columns[i];
        Entry entry{.name = column.name, .column = i, .objective = static_cast<std::size_t>(column.objective)};
        if (column.metric == MetricColumn::samples) {
            m_samples[entry.objective] = i;
            continue;
        }
        if (column.name == penaltyColumn) {
            m_penalty = i;
            continue;
        }
        if (column.metric < 0)
            m_losses[entry.objective] = m_shown.size();
        else
            entry.metric = metrics().find(objectives[entry.objective].metrics[static_cast<std::size_t>(column.metric)].id);
        const auto belongs = [&](const MetricColumn& next) {
            return next.objective == column.objective && next.metric == column.metric && column.metric >= 0;
        };
        while (i + 1 < m_columns && belongs(plan.columns[i + 1]))
            ++i;
        entry.count = i + 1 - entry.column;
        if (entry.metric && entry.metric->isTable) {
            m_tables.push_back(std::move(entry));
            continue;
        }
        m_names.push_back(column.name);
        m_shown.push_back(std::move(entry));
    }
}

double MetricTable::numberOf(const Entry& entry, std::span<const double> sums) const
{
    const double samples = sums[m_samples[entry.objective]];
    if (entry.metric && entry.metric->finish)
        return entry.metric->finish(sums.subspan(entry.column, entry.count), samples);
    // With one objective its loss includes the penalty; with several, only the total does.
    const bool whole = !entry.metric && m_weights.size() == 1;
    return (sums[entry.column] + (whole ? penaltyIn(sums) : 0.0)) / samples;
}

double MetricTable::penaltyIn(std::span<const double> sums) const
{
    return m_penalty ? sums[*m_penalty] : 0.0;
}

std::vector<double> MetricTable::means(std::span<const double> sums) const
{
    std::vector<double> out;
    if (m_weights.size() > 1) {
        double total = penaltyIn(sums) / sums[m_samples[0]];
        for (std::size_t i = 0; i < m_weights.size(); ++i)
            total += m_weights[i] * numberOf(m_shown[m_losses[i]], sums);
        out.push_back(total);
    }
    for (const Entry& entry : m_shown)
        out.push_back(numberOf(entry, sums));
    return out;
}

std::optional<double> MetricTable::lossScale(std::span<const float> row) const
{
    if (!m_isScaled)
        return std::nullopt;
    if (m_fixedScale > 0.0)
        return m_fixedScale;
    return std::exp2(std::round(std::log2(static_cast<double>(row[m_columns]) * m_batch))); // a power of two, but for its rounding
}

std::vector<ConfusionTable> MetricTable::tables(std::span<const double> sums) const
{
    std::vector<ConfusionTable> out;
    for (const Entry& entry : m_tables) {
        const auto counts = sums.subspan(entry.column, entry.count);
        out.push_back({entry.name,
                       std::lround(std::sqrt(static_cast<double>(entry.count))),
                       {counts.begin(), counts.end()},
                       entry.objective});
    }
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
