#include "gui/document/data_watch.h"

#include <QFileInfo>

namespace netsmith::gui {
namespace {

constexpr int settleMilliseconds = 150;

/// Where a path of a project leads: as it is if absolute, else in the first data folder that has it; empty where none has.
QString placeOf(const std::string& path, const data::DataPaths& paths)
{
    if (path.empty())
        return {};
    const std::filesystem::path named(path);
    if (named.is_absolute())
        return QString::fromStdString(path);
    for (const std::filesystem::path& folder : paths.folders()) {
        const QString place = QString::fromStdString((folder / named).string());
        if (QFileInfo::exists(place))
            return place;
    }
    return {};
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

void DataWatch::watch(const std::string& path, const data::DataPaths& paths)
{
    const QString place = placeOf(path, paths);
    if (place == m_place)
        return;
    m_settled.stop();
    m_place = place;
    m_stamp = stamp();
    follow();
}

DataWatch::Stamp DataWatch::stamp() const
{
    const QFileInfo info(m_place);
    return m_place.isEmpty() || !info.exists() ? Stamp() : Stamp{info.lastModified(), info.size()};
}

/// The place, and the folder around it, in which a file is replaced by another of its name.
void DataWatch::follow()
{
    if (const QStringList before = m_watcher.files() + m_watcher.directories(); !before.isEmpty())
        m_watcher.removePaths(before);
    if (m_place.isEmpty())
        return;
    QStringList places{QFileInfo(m_place).path()};
    if (QFileInfo::exists(m_place))
        places << m_place;
    m_watcher.addPaths(places);
}

void DataWatch::look()
{
    follow(); // a file that took the other's name is another one to the system
    const Stamp now = stamp();
    if (now == m_stamp)
        return;
    m_stamp = now;
    Q_EMIT changed();
}

} // namespace netsmith::gui
