#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace netsmith::data {

/// What was learned about a column from the training samples only; see `fitColumns`.
struct ColumnFit {
    float fill = 0.0f; ///< replaces a missing value: the mean; for categories the index of the most frequent
    float subtract = 0.0f;
    float divide = 1.0f;
    std::vector<int> unseen{}; ///< categories, by index, that no training sample has: they are read as none
    bool operator==(const ColumnFit&) const = default;
};

/// A column of a table as numbers of a field: one number where it is numeric, else one for each category, 1 for its own and 0 for
/// the others. Until it is fitted, a missing value is a NaN in all of them.
struct Column {
    std::string name;
    std::vector<std::string> categories{}; ///< in their order; empty: numeric
    bool standardise = true; ///< a numeric one gets mean 0 and standard deviation 1
    bool fitted = false;
    ColumnFit fit{};

    std::int64_t elements() const { return categories.empty() ? 1 : static_cast<std::int64_t>(categories.size()); }
    bool operator==(const Column&) const = default;
};

} // namespace netsmith::data
