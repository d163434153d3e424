#pragma once

#include "engine/graph/project/project.h"
#include "engine/graph/specs/objective_spec.h"
#include "engine/store/run_record.h"

#include <optional>
#include <span>

namespace netsmith::train {

/// The number of times each class was predicted for each true class.
struct ConfusionTable {
    std::string name; ///< "confusion_matrix"
    std::int64_t classes = 0;
    std::vector<double> counts; ///< a row per true class with a count per predicted class
    std::size_t objective = 0;
    std::vector<std::string> classNames{}; ///< of its classes; empty: they only have numbers
};

/// Converts the sums that a plan records (loss and samples of each objective, then its metrics) into displayed numbers.
class MetricTable {
public:
    MetricTable() = default;
    /// Of the plan of this project, whose metrics exist.
    MetricTable(const LogicalPlan& plan, const Project& project);

    /// "loss", "accuracy"; the loss includes the weights' penalty. With several objectives first the weighted "loss" of all,
    /// then "dense_2/loss", "dense_2/accuracy", …
    const std::vector<std::string>& names() const { return m_names; }
    /// How many sums there are.
    std::size_t columns() const { return m_columns; }
    /// The number of values that a step records: the sums, then the loss scale if there is one.
    std::size_t recorded() const { return m_columns + (m_isScaled ? 1 : 0); }
    /// What a step's loss was multiplied by, from its row; nothing if the precision needs no scale.
    std::optional<double> lossScale(std::span<const float> row) const;

    /// The number of each name over the samples that the sums are of.
    std::vector<double> means(std::span<const double> sums) const;
    /// The same by name, with `prefix` before each.
    NamedValues values(std::span<const double> sums, const std::string& prefix = {}) const;
    /// The metrics that are tables, which have no number.
    std::vector<ConfusionTable> tables(std::span<const double> sums) const;

private:
    /// Adjacent sums that make one number or one table.
    struct Entry {
        std::string name;
        std::size_t column = 0;
        std::size_t count = 1;
        std::size_t objective = 0;
        const MetricSpec* metric = nullptr; ///< null: the loss
    };
    double numberOf(const Entry& entry, std::span<const double> sums) const;
    double penaltyIn(std::span<const double> sums) const;

    std::size_t m_columns = 0;
    bool m_isScaled = false;
    double m_fixedScale = 0.0; ///< 0: adjusted during training
    double m_batch = 1.0; ///< whose samples the recorded scale was divided by
    std::vector<std::size_t> m_samples; ///< the column of each objective's samples
    std::vector<std::size_t> m_losses; ///< for each objective, the entry of its loss
    std::vector<Entry> m_shown;
    std::vector<Entry> m_tables;
    std::optional<std::size_t> m_penalty; ///< the column of the weights' penalty
    std::vector<double> m_weights;
    std::vector<std::string> m_names;
};

/// Adds a row of the metrics ring to sums in double.
void addRow(std::vector<double>& sums, std::span<const float> row);

} // namespace netsmith::train
