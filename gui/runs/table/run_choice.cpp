#include "gui/runs/table/run_choice.h"

#include "gui/runs/table/run_cell_text.h"
#include "gui/widgets/engine_text.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// Matches the displayed words as well as the engine's: "state:training" for what the engine calls running.
bool matchesAsShown(const runs::RunFilter& filter, const runs::RunSummary& run)
{
    using Relation = runs::RunFilter::Relation;
    const bool unequal = filter.relation == Relation::unequal;
    if (filter.matches(run) != unequal)
        return !unequal;
    if (filter.column.number || filter.column.id == "tag"
        || (!unequal && filter.relation != Relation::equal && filter.relation != Relation::contains))
        return unequal;
    const QString shown = runCellText(run, filter.column), asked = fromStd(filter.words);
    const bool same = filter.relation == Relation::contains ? shown.contains(asked, Qt::CaseInsensitive)
                                                            : shown.compare(asked, Qt::CaseInsensitive) == 0;
    return same != unequal;
}

} // namespace

RunChoice::RunChoice(const QString& text, std::span<const runs::RunSummary> runs)
{
    // A column, an operator and a value; or a word; values and words may be quoted.
    static const QRegularExpression pattern(
        uR"re((?<column>[^\s"!<>=~:]+)\s*(?<sign>!=|>=|<=|=|>|<|~|:)\s*(?:"(?<quoted>[^"]*)"?|(?<value>[^\s"]*(?:\s+%)?))|"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))re"_s);
    for (auto found = pattern.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QString column = match.captured(u"column"_s);
        const bool time = match.captured(u"sign"_s) == u":"_s && !column.isEmpty() && column.front().isDigit(); // "12:30"
        if (match.hasCaptured(u"sign"_s) && !time) {
            const QString term = column + match.captured(u"sign"_s) + match.captured(u"quoted"_s) + match.captured(u"value"_s);
            m_filters.push_back(runs::filterFrom(term.toStdString(), runs));
        } else if (const QString word = time ? match.captured() : match.captured(u"phrase"_s) + match.captured(u"word"_s);
                   !word.trimmed().isEmpty())
            m_words << word;
    }
}

bool RunChoice::matches(const runs::RunSummary& run) const
{
    if (!std::ranges::all_of(m_filters, [&](const runs::RunFilter& filter) { return matchesAsShown(filter, run); }))
        return false;
    if (m_words.isEmpty())
        return true;
    QStringList said{fromStd(run.name()), fromStd(run.folder.filename().string()), stateLookOf(run).word, fromStd(run.label.notes)};
    for (const std::string& tag : run.label.tags)
        said << fromStd(tag);
    return std::ranges::all_of(m_words, [&](const QString& word) {
        return std::ranges::any_of(said, [&](const QString& text) { return text.contains(word, Qt::CaseInsensitive); });
    });
}

} // namespace netsmith::gui
