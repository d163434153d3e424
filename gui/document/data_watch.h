#pragma once

#include "engine/data/file_stamps.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>

namespace netsmith::gui {

/// Signals when a file or folder that data are read from is written, replaced, removed or created, so that views and training use
/// the same data.
class DataWatch : public QObject {
    Q_OBJECT

public:
    struct Places {
        std::vector<std::filesystem::path> read; ///< files and folders, including those that don't exist yet
        std::vector<std::filesystem::path> around; ///< folders in which new ones may be created
    };

    explicit DataWatch(QObject* parent = nullptr);

    /// Watches the places that `places` returns; it is called again after each change there. No change of an already watched place
    /// is missed.
    void watch(std::function<Places()> places);

Q_SIGNALS:
    /// Files or contents differ from when they were first watched or this was last emitted.
    void changed();

private:
    data::FileStamps follow();
    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_settled; ///< a file may be written in several parts
    std::function<Places()> m_places = [] { return Places(); };
    data::FileStamps m_stamps;
};

} // namespace netsmith::gui
