#pragma once

#include "gui/document/document.h"
#include "gui/widgets/side_thread.h"

#include <QFileSystemWatcher>
#include <QTimer>

namespace netsmith::gui {

/// Notices when another program changes the file of the project that is open, so that neither's work is lost unseen.
class FileWatch : public QObject {
    Q_OBJECT

public:
    FileWatch(Document& document, QObject* parent);

    /// The hash of what the file holds, if that is something else than what this window read or wrote last; else empty, also
    /// where it is gone or can't be read.
    std::string otherContent() const;

Q_SIGNALS:
    /// It holds something else now, of this hash; once for each content.
    void changed(const std::string& hash);
    /// It holds again what this window knows.
    void settled();

private:
    void follow();
    void look();
    /// `known`: what the document knew of the file when it was read.
    void found(const QString& path, const std::string& known, const std::string& hash);

    Document& m_document;
    QFileSystemWatcher m_watcher;
    QTimer m_timer; ///< what writes a file in pieces is let finish
    std::string m_said; ///< the hash of what was told of last
    SideThread m_thread{"netsmith-watch"}; ///< reads the file
};

} // namespace netsmith::gui
