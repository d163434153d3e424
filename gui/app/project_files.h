#pragma once

#include "gui/app/autosave.h"
#include "gui/app/file_watch.h"
#include "gui/app/message_bars.h"
#include "gui/app/preferences.h"
#include "gui/document/document.h"
#include "gui/start/unsaved_project.h"

#include <QObject>

#include <functional>

class QWidget;

namespace netsmith::gui {

/// What happens between the document and its files: new, open, save, recent, unsaved work. Questions are bars in the window.
class ProjectFiles : public QObject {
    Q_OBJECT

public:
    /// All outlive this; `window` is the dialogs' parent.
    ProjectFiles(Document& document, Preferences& preferences, Autosave& autosave, MessageBars& bars, QWidget& window);

    /// The folder of the sample projects; empty where they are not installed.
    static QString samplesFolder();

    /// Done before anything is written or asked: what was typed counts, though it were not committed.
    void setCommit(std::function<void()> commit) { m_commit = std::move(commit); }
    /// Runs `next` once nothing unsaved would be lost: at once, or after the person saved or gave it up.
    void whenSafe(const std::function<void()>& next);

    /// Nothing is open here that another project could not take the place of.
    bool isVacant() const { return m_vacant && !m_document.isModified(); }
    /// The person closed the project: the window is free for another.
    void setVacant() { m_vacant = true; }

    void newProject();
    void openWithDialog();
    /// Reads a file into this window if it is vacant, else asks for another window; a sample as `openSample` does. What can't be
    /// read is said in a bar.
    void open(const QString& path);
    /// A sample, or what a run trained, is opened as an untitled copy, so that saving never touches it.
    void openSample(const QString& path);
    void save(const std::function<void()>& saved = {});
    void saveAs(const std::function<void()>& saved = {});
    /// Goes on with one that was trained and never saved, here if this window is vacant, else it asks for another window.
    void openUnsaved(const UnsavedProject& project);
    /// Offers what crashed studios left.
    void offerRecovery();
    /// Opens it here if this window is vacant, else asks for another window.
    void recover(const RecoverableWork& work);

Q_SIGNALS:
    /// This window has a project already; `path` empty: a new one.
    void elsewhereWanted(const QString& path, bool asCopy);
    void unsavedElsewhereWanted(const netsmith::gui::UnsavedProject& project);
    void recoveryElsewhereWanted(const netsmith::gui::RecoverableWork& work);
    /// A project is open now: it was read, made or recovered. `runs`: where those of one lie that was never saved.
    void opened(const QString& runs = {});
    void recentChanged();
    /// The project lies at another place from now on; `from` is empty if it was never saved.
    void moved(const QString& from, const QString& to);

private:
    void open(const QString& path, bool asCopy);
    /// Asks first where another program has changed the document's file.
    void write(const QString& path, const std::function<void()>& saved);
    void replace(const QString& path, const std::function<void()>& saved);
    /// `hash`: of what it holds now; `keep`: what goes on once the person has chosen to keep what is here.
    void askAboutChange(const std::string& hash, std::function<void()> keep);
    void reload();
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
};

} // namespace netsmith::gui
