#pragma once

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>

namespace netsmith::test {

/// Whether nothing waits to be done in an object or its children: no timer of theirs runs and no event is under way. Waited for
/// with QTRY_VERIFY, it says when what did not happen will not.
inline bool isQuiet(const QObject& object)
{
    QCoreApplication::sendPostedEvents();
    return std::ranges::none_of(object.findChildren<QTimer*>(), [](const QTimer* timer) { return timer->isActive(); });
}

} // namespace netsmith::test
