#pragma once

#include "gui/training/training_session.h"

#include <QDBusConnection>
#include <QObject>

#include <functional>

namespace netsmith::gui {

/// Tells a person who looks elsewhere that a run has finished or failed, by the desktop's notifications; silent where there are
/// none. No bus is spoken to before there is something to tell.
class RunNotifier : public QObject {
    Q_OBJECT

public:
    using Bus = std::function<QDBusConnection()>;

    /// Notifies while none of the program's windows is the active one.
    explicit RunNotifier(TrainingSession& session, QObject* parent = nullptr, Bus desktop = &QDBusConnection::sessionBus);

private:
    void follow(TrainingState state);
    void notify(const QString& summary, const QString& body);

    TrainingSession& m_session;
    Bus m_desktop;
};

} // namespace netsmith::gui
