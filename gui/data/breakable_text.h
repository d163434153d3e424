#pragma once

#include <QString>

namespace netsmith::gui {

/// Paths and addresses may break after each slash: a panel is narrow.
inline QString breakable(QString text)
{
    return text.replace(u'/', QStringLiteral("/\u200b"));
}

} // namespace netsmith::gui
