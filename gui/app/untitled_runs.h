#pragma once

#include <QLockFile>
#include <QObject>
#include <QString>

#include <memory>

namespace netsmith::gui {

class TrainingSession;

/// Where the runs of a project lie that was never saved, and how they follow it to its file.
class UntitledRuns : public QObject {
    Q_OBJECT

public:
    /// `folder`: of all untitled projects.
    UntitledRuns(const QString& folder, TrainingSession& session, QObject* parent);
    ~UntitledRuns() override;

    /// What stands for the project's file as long as it has none.
    QString projectFile(const QString& name) const { return m_folder + u'/' + name + QStringLiteral(".netsmith"); }
    const QString& folder() const { return m_folder; }
    /// Another untitled project begins, with a folder of its own.
    void renew();
    /// A project goes on that was left: its runs lie in `folder`, which is one of ours that no window has open, or not taken.
    void adopt(const QString& folder);
    /// Runs are made in the folder now: it is this window's until another project begins.
    void hold();
    /// Whether a window, of this studio or another, has the runs in `folder` to itself.
    static bool isOpen(const QString& folder);
    /// The project was saved there: its runs move beside it, at once or when the one that trains has ended. What still holds their
    /// old paths finds them by a link as long as this lives.
    void follow(const QString& projectFile);
    /// Runs are made there that are not the session's: nothing moves meanwhile.
    void setHeld(bool held);

Q_SIGNALS:
    void moved();
    void failed(const QString& sentence);

private:
    void leave();
    void move();

    QString m_root;
    QString m_folder;
    TrainingSession& m_session;
    std::unique_ptr<QLockFile> m_lock; ///< on the folder; null before there are runs
    bool m_held = false;
    QString m_target; ///< a project file that runs are to follow; empty: none
};

} // namespace netsmith::gui
