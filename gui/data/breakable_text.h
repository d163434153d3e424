#pragma once

#include <QString>

namespace netsmith::gui {

/// Allows a line break after each slash of a path or address, for narrow panels.
inline QString breakable(QString text)
{
    return text.replace(u'/', QStringLiteral("/\u200b"));
}

} // namespace netsmith::gui
