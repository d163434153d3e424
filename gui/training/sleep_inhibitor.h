#pragma once

#include "gui/training/training_session.h"

#include <QDBusConnection>
#include <QDBusUnixFileDescriptor>
#include <QObject>

namespace netsmith::gui {

/// Keeps the machine from falling asleep while it trains: asks the login manager, and where there is none the desktop's portal.
/// Where neither answers, nothing happens.
class SleepInhibitor : public QObject {
    Q_OBJECT

public:
    explicit SleepInhibitor(TrainingSession& session, QObject* parent = nullptr,
                            const QDBusConnection& system = QDBusConnection::systemBus(),
                            const QDBusConnection& desktop = QDBusConnection::sessionBus());
    ~SleepInhibitor() override;

    bool isHeld() const { return m_lock.isValid() || !m_portalRequest.isEmpty(); }

private:
    void follow();
    void askLoginManager();
    void askPortal();
    void release();
    void releasePortal(const QString& request);

    TrainingSession& m_session;
    QDBusConnection m_system;
    QDBusConnection m_desktop;
    bool m_wanted = false;
    QDBusUnixFileDescriptor m_lock; ///< of the login manager, which lets go once it is closed
    QString m_portalRequest;
};

} // namespace netsmith::gui
