#pragma once

#include "gui/widgets/side_thread.h"

#include <QLockFile>
#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace netsmith::gui {

class TrainingSession;

/// The folder for the runs of a project that was never saved, and their move to its file when it is saved. Runs are moved and
/// folders removed on a thread of its own: runs may be large, and another file system is far away.
class UntitledRuns : public QObject {
    Q_OBJECT

public:
    /// `folder`: of all untitled projects.
    UntitledRuns(const QString& folder, TrainingSession& session, QObject* parent);
    ~UntitledRuns() override;

    /// A path to use while the project has no file.
    QString projectFile(const QString& name) const { return m_folder + u'/' + name + QStringLiteral(".netsmith"); }
    const QString& folder() const { return m_folder; }
    /// Starts another untitled project, with a new folder.
    void renew();
    /// Continues an earlier project, whose runs are in `folder`; ignored unless this is a folder for untitled runs that no window
    /// has open.
    void adopt(const QString& folder);
    /// Runs are created in the folder from now on: it is locked by this window until another project begins.
    void hold();
    /// Whether a window, of this studio or another, has locked the runs in `folder`.
    static bool isOpen(const QString& folder);
    /// The project was saved there: moves its runs next to it, immediately or when the current one has ended. Links at their old
    /// paths are kept while this exists.
    void follow(const QString& projectFile);
    /// Runs other than the session's are created there: nothing is moved meanwhile.
    void setHeld(bool held);
    bool isMoving() const { return m_moves > 0; }
    /// Calls `next` once no runs are being moved: immediately, or later.
    void whenMoved(const std::function<void()>& next);

Q_SIGNALS:
    /// Runs are being moved, or no longer.
    void moving(bool isMoving);
    void moved();
    void failed(const QString& sentence);
    /// An earlier folder was cleaned and is no longer locked.
    void left();

private:
    void leave();
    void move();
    void endMove();
    void refuse(const QString& folder, const QString& reason);

    QString m_root;
    QString m_folder;
    TrainingSession& m_session;
    std::shared_ptr<QLockFile> m_lock; ///< of the folder; null before there are runs
    bool m_held = false;
    QString m_target; ///< the project file that runs are to be moved to; empty: none
    int m_moves = 0; ///< under way
    std::vector<std::function<void()>> m_whenMoved;
    SideThread m_thread{"netsmith-untitled"};
};

} // namespace netsmith::gui
