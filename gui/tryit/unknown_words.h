#pragma once

#include <QStringList>

namespace netsmith::gui {

/// Explains that the network reads an unknown token for each word it has never seen.
QString unknownWords(const QStringList& unknown);

} // namespace netsmith::gui
