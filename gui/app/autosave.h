#pragma once

#include "gui/document/document.h"

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace netsmith::gui {

/// Work that was not saved when its studio ended.
struct RecoverableWork {
    QString file; ///< of the autosave
    QString path; ///< of the project; empty: it was never saved
    QString name;
    std::string fileHash; ///< of the project's file as the studio last knew it
    QString runs; ///< the folder of the runs of one that was never saved; empty: it has none
    QDateTime time;
};

/// Keeps a copy of unsaved edits on disk, at most some seconds old, so that a crash costs no work. Each running studio has its own
/// locked file; one whose studio is gone is offered for recovery.
class Autosave : public QObject {
    Q_OBJECT

public:
    static constexpr int secondsBehind = 10;

    /// Copies go into `folder`, made where missing; empty: none are kept.
    Autosave(Document& document, QString folder, QObject* parent);
    ~Autosave() override;

    /// $XDG_DATA_HOME/netsmith/autosave
    static QString standardFolder();

    /// What other studios left behind, the newest first.
    std::vector<RecoverableWork> found() const;
    /// Reads it; the file stays until it is dropped or this document's own copy takes its place.
    static Expected<Project> read(const RecoverableWork& work);
    static void drop(const RecoverableWork& work);

    /// The project was never saved and has runs in this folder: a copy is kept that leads to them, though nothing were edited.
    /// Empty: it has none, or they lie beside its file.
    void setRuns(const QString& folder);
    /// Writes at once what is not written yet.
    void writeNow();
    /// The document's own copy is on the disk.
    bool hasCopy() const;

Q_SIGNALS:
    /// The copy can't be written: no disk, no permission. Said once until it works again, or there is nothing left to keep.
    void failed(const QString& sentence);

private:
    void documentChanged();
    bool isWorthKeeping() const { return m_document.isModified() || !m_runs.isEmpty(); }

    Document& m_document;
    QString m_folder;
    QString m_file;
    QString m_runs;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    bool m_failing = false;
};

} // namespace netsmith::gui
