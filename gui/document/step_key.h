#pragma once

#include <QString>
#include <QUndoStack>

namespace netsmith::gui {

/// A merge key for `Document::edit` that no other step has: its edits become one step though other things are chosen between them,
/// which ends the rows of other keys, but nothing else is edited.
inline QString newStepKey(const QUndoStack& steps)
{
    return QStringLiteral("one step %1").arg(steps.index());
}

inline bool isStepKey(const QString& mergeKey)
{
    return mergeKey.startsWith(QStringLiteral("one step "));
}

} // namespace netsmith::gui
