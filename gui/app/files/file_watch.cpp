#include "gui/app/files/file_watch.h"

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

void FileWatch::setPaused(bool paused)
{
    if (m_paused && !paused)
        m_timer.start();
    m_paused = paused;
}

/// Watches the folder, too: most programs replace the file, which ends the watch of the old one.
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
    if (path.isEmpty() || m_paused)
        return;
    if (!m_watcher.files().contains(path))
        m_watcher.addPath(path);
    m_thread.run([this, path, known = m_document.fileHash()] {
        m_thread.answer([this, path, known, hash = hashOfFile(path)] { found(path, known, hash); });
    });
}

void FileWatch::found(const QString& path, const std::string& known, const std::string& hash)
{
    if (m_paused)
        return;
    if (known != m_document.fileHash()) { // saved in the meantime: the contents read may be older
        m_timer.start();
        return;
    }
    if (path != m_document.path() || hash.empty() || hash == m_said)
        return;
    m_said = hash;
    if (hash != m_document.fileHash())
        Q_EMIT changed(hash);
    else
        Q_EMIT settled();
}

} // namespace netsmith::gui
