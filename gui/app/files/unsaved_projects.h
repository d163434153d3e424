#pragma once

#include "gui/start/unsaved_project.h"
#include "gui/widgets/side_thread.h"

#include <QList>
#include <QObject>

namespace netsmith::gui {

/// Finds the projects that were trained and never saved, and moves those that are deleted to the desktop's trash, from which they
/// can be restored. Works on a separate thread, since disks may be slow.
class UnsavedProjects final : public QObject {
    Q_OBJECT

public:
    /// `root`: the folder of all untitled projects.
    UnsavedProjects(QString root, QObject* parent);

    /// Emits `found` with those that no studio has open, newest first.
    void read();
    void moveToTrash(const UnsavedProject& project);
    /// `trashed`: its path in the trash.
    void takeBack(const UnsavedProject& project, const QString& trashed);

Q_SIGNALS:
    void found(const QList<netsmith::gui::UnsavedProject>& projects);
    void trashed(const netsmith::gui::UnsavedProject& project, const QString& where);
    void failed(const QString& sentence);

private:
    QString m_root;
    SideThread m_thread{"netsmith-left"};
};

} // namespace netsmith::gui
