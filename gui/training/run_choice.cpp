#include "gui/training/run_choice.h"

#include "gui/widgets/engine_text.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RunChoice::RunChoice(const QString& text, std::span<const runs::RunSummary> runs)
{
    // A column, its sign and a value; or a word; each value and each word may stand in quotes.
    static const QRegularExpression pattern(
        uR"re((?<column>[^\s"!<>=~]+)\s*(?<sign>!=|>=|<=|=|>|<|~)\s*(?:"(?<quoted>[^"]*)"?|(?<value>[^\s"]*))|"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))re"_s);
    for (auto found = pattern.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        if (match.hasCaptured(u"sign"_s)) {
            const QString term =
                match.captured(u"column"_s) + match.captured(u"sign"_s) + match.captured(u"quoted"_s) + match.captured(u"value"_s);
            m_filters.push_back(runs::filterFrom(term.toStdString(), runs));
        } else if (const QString word = match.captured(u"phrase"_s) + match.captured(u"word"_s); !word.trimmed().isEmpty())
            m_words << word;
    }
}

bool RunChoice::matches(const runs::RunSummary& run) const
{
    if (!std::ranges::all_of(m_filters, [&](const runs::RunFilter& filter) { return filter.matches(run); }))
        return false;
    if (m_words.isEmpty())
        return true;
    QStringList said{fromStd(run.name())};
    for (const std::string& tag : run.label.tags)
        said << fromStd(tag);
    return std::ranges::all_of(m_words, [&](const QString& word) {
        return std::ranges::any_of(said, [&](const QString& text) { return text.contains(word, Qt::CaseInsensitive); });
    });
}

} // namespace netsmith::gui
