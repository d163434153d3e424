#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace netsmith::gui {

/// Something that can be found by typing.
struct Searchable {
    QString title;
    QStringList names; ///< ids, titles in other languages, synonyms
    QString text; ///< a description, whose words have the lowest rank
};

/// How well it matches a query: 0 is best; none if it doesn't match. An empty query matches everything equally.
std::optional<int> searchRank(const Searchable& thing, const QString& query);

} // namespace netsmith::gui
