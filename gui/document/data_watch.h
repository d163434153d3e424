#pragma once

#include "engine/data/data_paths.h"

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace netsmith::gui {

/// Tells when the file or folder that a project names as its data is written, replaced, removed or made, so that what is shown of
/// it and what is trained are the same.
class DataWatch : public QObject {
    Q_OBJECT

public:
    explicit DataWatch(QObject* parent = nullptr);

    /// From now on what a project calls `path`; empty: data that lie at no place of their own are not watched.
    void watch(const std::string& path, const data::DataPaths& paths);

Q_SIGNALS:
    void changed();

private:
    struct Stamp {
        QDateTime written;
        qint64 size = -1; ///< nothing there
        bool operator==(const Stamp&) const = default;
    };

    Stamp stamp() const;
    void follow();
    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_settled; ///< a file is written in pieces
    QString m_place;
    Stamp m_stamp;
};

} // namespace netsmith::gui
