#pragma once

#include <QString>
#include <QUndoStack>

namespace netsmith::gui {

/// A merge key for `Document::edit` that is unique to an undo step: its edits become one step even if the selection changes in
/// between, which ends the merging of other keys, as long as nothing else is edited.
inline QString newStepKey(const QUndoStack& steps)
{
    return QStringLiteral("one step %1").arg(steps.index());
}

inline bool isStepKey(const QString& mergeKey)
{
    return mergeKey.startsWith(QStringLiteral("one step "));
}

} // namespace netsmith::gui
