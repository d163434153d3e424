#include "gui/document/data_watch.h"

#include <QSet>

#include <algorithm>

namespace netsmith::gui {
namespace {

namespace fs = std::filesystem;

constexpr int settleMilliseconds = 150;
constexpr std::size_t foldersAtMost = 1000; // the system limits the watches of all programs to some thousands

/// The path itself, or its nearest existing parent folder, in which it would be created.
fs::path nearest(fs::path place)
{
    std::error_code code;
    while (!fs::exists(place, code) && place.has_relative_path())
        place = place.parent_path();
    return place;
}

} // namespace

DataWatch::DataWatch(QObject* parent)
    : QObject(parent)
{
    m_settled.setSingleShot(true);
    m_settled.setInterval(settleMilliseconds);
    const auto later = [this] { m_settled.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, later);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, later);
    connect(&m_settled, &QTimer::timeout, this, &DataWatch::look);
}

void DataWatch::watch(std::function<Places()> places)
{
    m_places = std::move(places);
    const data::FileStamps now = follow();
    m_stamps = now.since(m_stamps);
    if (m_stamps != now)
        m_settled.start();
}

/// Watches the places and the folders around them, since files may be replaced. Watches before reading the time stamps, so that no
/// change is missed in between.
data::FileStamps DataWatch::follow()
{
    const Places places = m_places();
    QSet<QString> wanted;
    const auto add = [&wanted](const fs::path& place) {
        if (!place.empty())
            wanted.insert(QString::fromStdString(place.string()));
    };
    for (const fs::path& place : places.read) {
        add(nearest(place));
        add(nearest(place.parent_path()));
    }
    for (const fs::path& folder : places.around)
        add(nearest(folder));
    std::vector<fs::path> folders = data::FileStamps(places.read).folders();
    folders.resize(std::min(folders.size(), foldersAtMost));
    for (const fs::path& folder : folders)
        add(folder);
    const QStringList known = m_watcher.files() + m_watcher.directories();
    const QSet<QString> before(known.begin(), known.end());
    if (const QSet<QString> gone = before - wanted; !gone.isEmpty())
        m_watcher.removePaths(gone.values());
    if (const QSet<QString> more = wanted - before; !more.isEmpty())
        m_watcher.addPaths(more.values());
    return data::FileStamps(places.read);
}

void DataWatch::look()
{
    data::FileStamps now = follow();
    if (now == m_stamps)
        return;
    m_stamps = std::move(now);
    Q_EMIT changed();
}

} // namespace netsmith::gui
