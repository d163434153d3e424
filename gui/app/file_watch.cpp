#include "gui/app/file_watch.h"

#include <QFileInfo>

namespace netsmith::gui {

FileWatch::FileWatch(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(200);
    connect(&m_timer, &QTimer::timeout, this, &FileWatch::look);
    const auto soon = [this] {
        if (!m_timer.isActive())
            m_timer.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, soon);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, soon);
    connect(&document, &Document::pathChanged, this, &FileWatch::follow);
    follow();
}

bool FileWatch::isChanged() const
{
    const std::string now = hashOfFile(m_document.path());
    return !now.empty() && now != m_document.fileHash();
}

/// The folder, too: most programs put a new file in the place of the old one, which ends the watch of that.
void FileWatch::follow()
{
    if (const QStringList old = m_watcher.files() + m_watcher.directories(); !old.isEmpty())
        m_watcher.removePaths(old);
    m_said.clear();
    if (const QString& path = m_document.path(); !path.isEmpty())
        m_watcher.addPaths({path, QFileInfo(path).absolutePath()});
}

void FileWatch::look()
{
    const QString& path = m_document.path();
    if (path.isEmpty())
        return;
    if (!m_watcher.files().contains(path))
        m_watcher.addPath(path);
    const std::string now = hashOfFile(path);
    if (now.empty() || now == m_said)
        return;
    m_said = now;
    if (now != m_document.fileHash())
        Q_EMIT changed();
    else
        Q_EMIT settled();
}

} // namespace netsmith::gui
