#pragma once

#include "gui/document/document.h"
#include "gui/widgets/side_thread.h"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace netsmith::gui {

/// Work that wasn't saved when its studio ended.
struct RecoverableWork {
    QString file; ///< of the autosave
    QString path; ///< of the project; empty: never saved
    QString name;
    std::string fileHash; ///< of the project's file as last known to the studio
    QString runs; ///< the folder of the runs of a project that was never saved; empty: it has none
    QDateTime time;
};

/// Keeps a copy of unsaved edits on disk, at most a few seconds old, so that no work is lost in a crash. Each running studio has
/// its own locked file; the files of studios that no longer run are offered for recovery. All files are read and written on a
/// thread of its own, in the order of the calls.
class Autosave : public QObject {
    Q_OBJECT

public:
    static constexpr int secondsBehind = 10;

    /// Stores copies in `folder`, created if missing; empty: no copies.
    Autosave(Document& document, QString folder, QObject* parent);
    ~Autosave() override;

    /// $XDG_DATA_HOME/netsmith/autosave
    static QString standardFolder();

    /// Finds the files left by other studios, newest first.
    void find(const std::function<void(const std::vector<RecoverableWork>& works)>& found);
    /// Reads it, on any thread; the file is kept until it is dropped, once this document's own copy replaces it.
    static Expected<Project> read(const RecoverableWork& work);
    void drop(const RecoverableWork& work);

    /// Sets the folder of runs of a project that was never saved: a copy that refers to them is kept even without edits. Empty: it
    /// has none, or they are next to its file.
    void setRuns(const QString& folder);
    /// Writes pending edits without waiting for the timer; `written` is told whether this document's own copy is on disk then.
    void writeNow(const std::function<void(bool isKept)>& written = {});

Q_SIGNALS:
    /// The copy can't be written, for example because the disk is full or not writable. Emitted once, until writing works again or
    /// there is nothing to keep.
    void failed(const QString& sentence);

private:
    void documentChanged();
    void take(const Expected<void>& written, std::uint64_t copy);
    void remove();
    bool isWorthKeeping() const { return m_document.isModified() || !m_runs.isEmpty(); }

    Document& m_document;
    QString m_folder;
    QString m_file;
    QString m_runs;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    bool m_failing = false;
    bool m_kept = false; ///< a copy is on disk, or will be
    std::uint64_t m_copy = 0; ///< incremented when the copy is removed: a writing that ends later reports nothing
    SideThread m_thread{"netsmith-backup"};
};

} // namespace netsmith::gui
