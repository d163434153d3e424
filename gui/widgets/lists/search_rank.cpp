#include "gui/widgets/lists/search_rank.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

enum Rank { exactTitle, exactName, titleStart, nameStart, titleWord, nameWord, within, inText };

bool startsWord(const QString& text, const QString& query)
{
    for (qsizetype at = text.indexOf(query, 0, Qt::CaseInsensitive); at >= 0; at = text.indexOf(query, at + 1, Qt::CaseInsensitive))
        if (at == 0 || !text[at - 1].isLetterOrNumber())
            return true;
    return false;
}

std::optional<int> rankOf(const Searchable& thing, const QString& query)
{
    const auto any = [&thing](auto&& test) { return std::ranges::any_of(thing.names, test); };
    const auto equals = [&query](const QString& name) { return name.compare(query, Qt::CaseInsensitive) == 0; };
    if (equals(thing.title))
        return exactTitle;
    if (any(equals))
        return exactName;
    if (thing.title.startsWith(query, Qt::CaseInsensitive))
        return titleStart;
    if (any([&query](const QString& name) { return name.startsWith(query, Qt::CaseInsensitive); }))
        return nameStart;
    if (startsWord(thing.title, query))
        return titleWord;
    if (any([&query](const QString& name) { return startsWord(name, query); }))
        return nameWord;
    const auto contains = [&query](const QString& name) { return name.contains(query, Qt::CaseInsensitive); };
    // Two letters in the middle of a word match too much.
    if (query.size() > 2 && (contains(thing.title) || any(contains)))
        return within;
    if (startsWord(thing.text, query))
        return inText;
    return std::nullopt;
}

} // namespace

std::optional<int> searchRank(const Searchable& thing, const QString& query)
{
    const QString wanted = query.simplified();
    if (wanted.isEmpty())
        return 0;
    if (const auto rank = rankOf(thing, wanted))
        return rank;
    const QStringList words = wanted.split(u' ');
    if (words.size() == 1)
        return std::nullopt;
    int worst = 0;
    for (const QString& word : words) {
        const auto rank = rankOf(thing, word);
        if (!rank)
            return std::nullopt;
        worst = std::max(worst, *rank);
    }
    return worst + inText + 1;
}

} // namespace netsmith::gui
