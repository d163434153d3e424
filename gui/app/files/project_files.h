#pragma once

#include "gui/app/files/autosave.h"
#include "gui/app/files/file_watch.h"
#include "gui/app/preferences.h"
#include "gui/app/window/message_bars.h"
#include "gui/document/document.h"
#include "gui/start/unsaved_project.h"
#include "gui/widgets/side_thread.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace netsmith::gui {

/// The file operations of the document: new, open, save, recent files, unsaved work. Files are read and written on a thread of its
/// own, one operation after another; what is being saved is written even if the window ends. Questions are shown as bars in the
/// window.
class ProjectFiles : public QObject {
    Q_OBJECT

public:
    /// All must outlive this; `window` is the parent of dialogs.
    ProjectFiles(Document& document, Preferences& preferences, Autosave& autosave, MessageBars& bars, QWidget& window);
    ~ProjectFiles() override;

    /// The folder of the sample projects; empty if they aren't installed.
    static QString samplesFolder();

    /// Called before anything is written or asked, to commit uncommitted text.
    void setCommit(std::function<void()> commit) { m_commit = std::move(commit); }
    /// Calls `next` once no unsaved work would be lost: immediately, or after the user saved or discarded it. What is edited while
    /// it is being saved is asked about again.
    void whenSafe(const std::function<void()>& next);
    /// The same after another question of the same kind: what was discarded there is not asked about again.
    void whenStillSafe(const std::function<void()>& next);

    /// Whether another project can be opened in this window.
    bool isVacant() const { return m_vacant && m_opening.isEmpty() && !m_document.isModified(); }
    /// The document's file, or the one that is being opened.
    QString path() const { return m_opening.isEmpty() ? m_document.path() : m_opening; }
    /// Whether a file is being read or written.
    bool isBusy() const { return m_jobs > 0; }
    /// Calls `next` once no file is being read or written: immediately, or later.
    void whenIdle(std::function<void()> next);
    /// The project was closed: the window can be used for another.
    void setVacant() { m_vacant = true; }

    void newProject();
    void openWithDialog();
    /// Opens a file in this window if it is vacant, else requests another window; a sample like `openSample`. Errors are shown in a
    /// bar.
    void open(const QString& path);
    /// For tests: how long a file is read or written before a bar says so, in milliseconds.
    void setPatience(int milliseconds) { m_slow.setInterval(milliseconds); }
    /// Opens a sample, or a run's project, as an untitled copy, so that saving never overwrites it.
    void openSample(const QString& path);
    void save(const std::function<void()>& saved = {});
    void saveAs(const std::function<void()>& saved = {});
    /// Continues a project that was trained and never saved, in this window if it is vacant, else in another.
    void openUnsaved(const UnsavedProject& project);
    /// Offers the work left by crashed studios.
    void offerRecovery();
    /// Opens it in this window if it is vacant, else requests another window.
    void recover(const RecoverableWork& work);

Q_SIGNALS:
    /// This window already has a project; `path` empty: a new one.
    void elsewhereWanted(const QString& path, bool asCopy);
    void unsavedElsewhereWanted(const netsmith::gui::UnsavedProject& project);
    void recoveryElsewhereWanted(const netsmith::gui::RecoverableWork& work);
    /// A project was opened: read, created or recovered. `runs`: the folder of the runs of one that was never saved.
    void opened(const QString& runs = {});
    void recentChanged();
    /// The project has a new path; `from` is empty if it was never saved.
    void moved(const QString& from, const QString& to);

private:
    /// Something is read into this window; `name`: what the user calls it.
    void begin(const QString& path, const QString& name);
    struct Content {
        Expected<Project> project;
        std::string fileHash;
    };
    /// Reads a file, on any thread.
    static Content contentOf(const QString& path);
    void open(const QString& path, bool asCopy);
    /// Reads on the thread; `take` gets the project, unless it can't be opened, which a bar says.
    void read(const QString& name, const std::function<Content()>& from, const std::function<void(Project&&, std::string)>& take);
    /// Asks first if another program has changed the document's file.
    void write(const QString& path, const std::function<void()>& saved);
    void endWriting();
    void written(const QString& path, const Document::Snapshot& snapshot, const Expected<std::string>& hash,
                 const std::function<void()>& saved);
    /// Runs `work` on the thread and then what it returns here.
    void run(const std::function<std::function<void()>()>& work);
    void endJob();
    /// Shows a bar if what began takes long.
    void saySoon(const QString& id, const QString& sentence);
    void saidEnough();
    /// `hash`: of the file's contents now; `keep`: called after the user has chosen to keep the version here.
    void askAboutChange(const std::string& hash, std::function<void()> keep);
    void reload();
    void offer(const RecoverableWork& work);
    void commit() const;

    Document& m_document;
    Preferences& m_preferences;
    Autosave& m_autosave;
    MessageBars& m_bars;
    QWidget& m_window;
    FileWatch m_watch;
    std::function<void()> m_commit;
    std::function<void()> m_waiting; ///< a save that waits for the answer in the bar about a changed file
    bool m_vacant = true;
    QTimer m_slow; ///< what is being read or written takes long
    QString m_slowBar;
    QString m_slowSentence;
    QString m_opening; ///< the path of what is being read into this window; empty: nothing
    std::optional<Document::Version> m_discarded; ///< what the user chose not to save
    QStringList m_recovered; ///< copies of crashed studios that are kept though they were recovered
    int m_jobs = 0;
    int m_writings = 0; ///< of the jobs
    std::deque<std::function<void()>> m_whenIdle;
    SideThread m_thread{"netsmith-files"};
};

} // namespace netsmith::gui
