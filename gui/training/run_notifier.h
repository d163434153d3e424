#pragma once

#include "gui/training/training_session.h"

#include <QDBusConnection>
#include <QObject>

namespace netsmith::gui {

/// Tells a person who looks elsewhere that a run has finished or failed, by the desktop's notifications; silent where there are
/// none.
class RunNotifier : public QObject {
    Q_OBJECT

public:
    /// Notifies while `window` is not the active one.
    explicit RunNotifier(TrainingSession& session, QWidget& window, QObject* parent = nullptr,
                         const QDBusConnection& desktop = QDBusConnection::sessionBus());

private:
    void follow(TrainingState state);
    void notify(const QString& summary, const QString& body);

    TrainingSession& m_session;
    QWidget& m_window;
    QDBusConnection m_desktop;
};

} // namespace netsmith::gui
