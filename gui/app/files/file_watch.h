#pragma once

#include "gui/document/document.h"
#include "gui/widgets/side_thread.h"

#include <QFileSystemWatcher>
#include <QTimer>

namespace netsmith::gui {

/// Detects changes of the open project's file by other programs, so that neither side's work is overwritten unnoticed.
class FileWatch : public QObject {
    Q_OBJECT

public:
    FileWatch(Document& document, QObject* parent);

    /// While the window itself writes the file, its changes are not another program's: they are examined afterwards.
    void setPaused(bool paused);

Q_SIGNALS:
    /// The file has other contents now, with this hash; emitted once for each.
    void changed(const std::string& hash);
    /// The file has the contents known to this window again.
    void settled();

private:
    void follow();
    void look();
    /// `known`: the document's hash of the file at the time of reading.
    void found(const QString& path, const std::string& known, const std::string& hash);

    Document& m_document;
    QFileSystemWatcher m_watcher;
    QTimer m_timer; ///< waits until the file is written completely
    bool m_paused = false;
    std::string m_said; ///< the hash that was last reported
    SideThread m_thread{"netsmith-watch"}; ///< reads the file
};

} // namespace netsmith::gui
