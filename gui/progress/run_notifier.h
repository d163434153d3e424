#pragma once

#include "gui/training/training_session.h"

#include <QDBusConnection>
#include <QObject>

#include <functional>

namespace netsmith::gui {

/// Notifies a user who is in another application that a run has finished or failed, by desktop notifications; does nothing if there
/// are none. Does not connect to the bus before there is something to report.
class RunNotifier : public QObject {
    Q_OBJECT

public:
    using Bus = std::function<QDBusConnection()>;

    /// Notifies while none of the program's windows is active.
    explicit RunNotifier(TrainingSession& session, QObject* parent = nullptr, Bus desktop = &QDBusConnection::sessionBus);

private:
    void follow(TrainingState state);
    void notify(const QString& summary, const QString& body);

    TrainingSession& m_session;
    Bus m_desktop;
};

} // namespace netsmith::gui
