#pragma once

#include "engine/runs/run_filter.h"

#include <QString>
#include <QStringList>

namespace netsmith::gui {

/// Which runs a person wants to see, as typed: "precision=bf16 best>96 night". What the command line takes as a choice holds here
/// too, spaces around its sign or not, and so do the words that the table shows; every other word is looked for in names, tags,
/// states and notes. All of it must hold; quotes keep together what has spaces.
class RunChoice {
public:
    RunChoice() = default; ///< every run
    /// Throws what `runs::filterFrom` says.
    RunChoice(const QString& text, std::span<const runs::RunSummary> runs);

    bool isEmpty() const { return m_filters.empty() && m_words.isEmpty(); }
    bool matches(const runs::RunSummary& run) const;

private:
    std::vector<runs::RunFilter> m_filters;
    QStringList m_words;
};

} // namespace netsmith::gui
