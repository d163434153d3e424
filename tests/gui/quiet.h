#pragma once

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QTimer>

#include <algorithm>

namespace netsmith::test {

/// Whether nothing waits to be done in an object or its children: no timer of theirs runs and no event is under way. Waited for
/// with QTRY_VERIFY, it says when what did not happen will not. A timer that is no child can't be seen, so an object without any
/// is a mistake of the test.
inline bool isQuiet(const QObject& object)
{
    const QList<QTimer*> timers = object.findChildren<QTimer*>();
    if (timers.isEmpty())
        qFatal("%s has no timer of its own: it would always be quiet", qPrintable(object.objectName()));
    QCoreApplication::sendPostedEvents();
    return std::ranges::none_of(timers, [](const QTimer* timer) { return timer->isActive(); })
        && QAbstractEventDispatcher::instance()->registeredTimers(const_cast<QObject*>(&object)).isEmpty(); // which it only reads
}

} // namespace netsmith::test
