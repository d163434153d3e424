#pragma once

#include "engine/runs/table/run_filter.h"

#include <QString>
#include <QStringList>

namespace netsmith::gui {

/// A filter of runs as typed: "precision=bf16 best>96 night". Accepts the filters of the command line, with or without spaces
/// around the operator, and the words that the table shows; every other word is searched for in names, tags, states and notes. All
/// conditions must hold; texts with spaces are quoted.
class RunChoice {
public:
    RunChoice() = default; ///< every run
    /// Throws what `runs::filterFrom` throws.
    RunChoice(const QString& text, std::span<const runs::RunSummary> runs);

    bool isEmpty() const { return m_filters.empty() && m_words.isEmpty(); }
    bool matches(const runs::RunSummary& run) const;

private:
    std::vector<runs::RunFilter> m_filters;
    QStringList m_words;
};

} // namespace netsmith::gui
