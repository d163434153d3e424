#pragma once

#include "gui/document/document.h"

#include <QFileSystemWatcher>
#include <QTimer>

namespace netsmith::gui {

/// Notices when another program changes the file of the project that is open, so that neither's work is lost unseen.
class FileWatch : public QObject {
    Q_OBJECT

public:
    FileWatch(Document& document, QObject* parent);

    /// The file holds something else than what this window read or wrote last. One that is gone or can't be read does not.
    bool isChanged() const;

Q_SIGNALS:
    /// It holds something else now; once for each content.
    void changed();
    /// It holds again what this window knows.
    void settled();

private:
    void follow();
    void look();

    Document& m_document;
    QFileSystemWatcher m_watcher;
    QTimer m_timer; ///< what writes a file in pieces is let finish
    std::string m_said; ///< the hash of what was told of last
};

} // namespace netsmith::gui
