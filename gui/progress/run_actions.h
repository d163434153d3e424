#pragma once

#include "gui/training/training_session.h"

#include <QAction>
#include <QObject>

namespace netsmith::gui {

/// The training commands as actions for menus, buttons and keys, each enabled exactly when the session's state allows it. Their
/// object names are the names of these members.
class RunActions : public QObject {
    Q_OBJECT

public:
    /// The session must outlive this.
    explicit RunActions(TrainingSession& session, QObject* parent = nullptr);

    /// F5: the main command in each state: run, train as the card shows, continue after a pause, resume, run again.
    QAction* runAction() const { return m_run; }
    QAction* pauseAction() const { return m_pause; } ///< F6
    QAction* stepAction() const { return m_step; } ///< F10
    QAction* stopAction() const { return m_stop; } ///< Shift+F5; cancels preparations
    QAction* runAnewAction() const { return m_runAnew; }
    QAction* trainLongerAction() const { return m_trainLonger; } ///< for as many epochs again
    QList<QAction*> all() const { return {m_run, m_pause, m_step, m_stop, m_runAnew, m_trainLonger}; }

    void retranslate();
    /// Whether there is a project for the actions.
    void setAvailable(bool available);

private:
    void follow();
    void run();
    void stop();
    TrainingAction leadsOn() const;

    TrainingSession& m_session;
    bool m_available = true;
    QAction* m_run;
    QAction* m_pause;
    QAction* m_step;
    QAction* m_stop;
    QAction* m_runAnew;
    QAction* m_trainLonger;
};

} // namespace netsmith::gui
