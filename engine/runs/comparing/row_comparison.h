#pragma once

#include "engine/runs/comparing/verification.h"

#include <fstream>

namespace netsmith::runs {

/// Compares a growing table of metrics with an existing one, row by row as they arrive.
class RowComparison {
public:
    /// Throws `verify.rows` if the first has no row of a step.
    RowComparison(const std::filesystem::path& there, std::filesystem::path growing);

    /// The last step that has a row in the table.
    std::int64_t lastStep() const { return m_lastStep; }
    /// Whether it has the row of a finished epoch.
    bool hasEpoch(std::int64_t epoch) const { return epoch <= m_lastEpoch; }
    /// The last step whose rows were the same.
    std::int64_t compared() const { return m_compared; }

    /// Compares the rows added since; stops after the first difference.
    const std::optional<RowDifference>& advance();

private:
    std::filesystem::path m_growing;
    std::ifstream m_old;
    std::ifstream m_new;
    std::string m_header;
    std::string m_rest; ///< of the growing table: a row that has no end yet
    std::int64_t m_lastStep = 0;
    std::int64_t m_lastEpoch = 0;
    std::int64_t m_compared = 0;
    bool m_begun = false;
    bool m_atEnd = false; ///< of the table that is there
    std::optional<RowDifference> m_difference;
};

} // namespace netsmith::runs
