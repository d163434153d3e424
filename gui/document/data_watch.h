#pragma once

#include "engine/data/file_stamps.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <functional>

namespace netsmith::gui {

/// Tells when a file or folder that data are read from is written, replaced, removed or made, so that what is shown of them and
/// what is trained are the same.
class DataWatch : public QObject {
    Q_OBJECT

public:
    struct Places {
        std::vector<std::filesystem::path> read; ///< files and folders, also such as are not there yet
        std::vector<std::filesystem::path> around; ///< folders in which others may come to be
    };

    explicit DataWatch(QObject* parent = nullptr);

    /// From now on what `places` says, which is asked again whenever something happened there. Of places that were watched before
    /// nothing is missed.
    void watch(std::function<Places()> places);

Q_SIGNALS:
    /// Others, or other contents, than when they were first watched or this was emitted last.
    void changed();

private:
    data::FileStamps follow();
    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_settled; ///< a file is written in pieces
    std::function<Places()> m_places = [] { return Places(); };
    data::FileStamps m_stamps;
};

} // namespace netsmith::gui
