#pragma once

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QTimer>

#include <algorithm>

namespace netsmith::test {

/// Whether nothing is pending in an object or its children: none of their timers is active and no event is posted. Waiting for it
/// with QTRY_VERIFY tells that what has not happened will not happen. Timers that are not children can't be seen, so an object
/// without any is a mistake in the test.
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
