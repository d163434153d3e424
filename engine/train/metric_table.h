#pragma once

#include "engine/train/store/run_record.h"

#include <optional>
#include <span>

namespace netsmith::train {

/// Turns the sums that a plan records (loss and samples of each objective, then its metrics) into means that people read.
class MetricTable {
public:
    MetricTable() = default;
    MetricTable(const LogicalPlan& plan, const std::vector<double>& objectiveWeights);

    /// "loss", "accuracy"; the loss counts what the weights add to it. With several objectives the weighted "loss" of all first,
    /// then "dense_2/loss", "dense_2/accuracy", …
    const std::vector<std::string>& names() const { return m_names; }
    std::size_t columns() const { return m_columns.size(); }

    /// The mean of each name over the samples that the sums are of.
    std::vector<double> means(std::span<const double> sums) const;
    /// The same by name, with `prefix` before each.
    NamedValues values(std::span<const double> sums, const std::string& prefix = {}) const;

private:
    std::vector<MetricColumn> m_columns;
    std::vector<std::size_t> m_samples; ///< the column of each objective's samples
    std::vector<std::size_t> m_losses;
    std::vector<std::size_t> m_shown;
    std::optional<std::size_t> m_penalty; ///< the column of what the weights add to the loss
    std::vector<double> m_weights;
    std::vector<std::string> m_names;
};

/// Adds a row of the metrics ring to sums in double.
void addRow(std::vector<double>& sums, std::span<const float> row);

} // namespace netsmith::train
