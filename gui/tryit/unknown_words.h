#pragma once

#include <QStringList>

namespace netsmith::gui {

/// That a network reads the unknown where it has never seen what stands in a text.
QString unknownWords(const QStringList& unknown);

} // namespace netsmith::gui
