#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace netsmith::gui {

/// What can be found by typing.
struct Searchable {
    QString title;
    QStringList names; ///< ids, titles in other languages, what others call it
    QString text; ///< a sentence whose words count least
};

/// How well something answers a query: 0 best; nothing where it does not. An empty query is answered by all alike.
std::optional<int> searchRank(const Searchable& thing, const QString& query);

} // namespace netsmith::gui
