#pragma once

#include "gui/start/unsaved_project.h"
#include "gui/widgets/side_thread.h"

#include <QList>
#include <QObject>

namespace netsmith::gui {

/// Finds the projects that were trained and never saved, and puts those that nobody wants any more into the desktop's trash, out of
/// which they can be had back. On a thread of its own, for a disk may be slow.
class UnsavedProjects final : public QObject {
    Q_OBJECT

public:
    /// `root`: the folder of all untitled projects.
    UnsavedProjects(QString root, QObject* parent);

    /// `found` brings those that no studio has open, the newest first.
    void read();
    void moveToTrash(const UnsavedProject& project);
    /// `trashed`: where it lies in the trash.
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
