#pragma once

#include <QDBusConnection>
#include <QDBusUnixFileDescriptor>
#include <QObject>

#include <functional>

namespace netsmith::gui {

/// Keeps the machine from sleeping during training: asks the login manager, or if there is none the desktop's portal. Does nothing
/// if neither answers. Does not connect to the bus before it is needed.
class SleepInhibitor : public QObject {
    Q_OBJECT

public:
    using Bus = std::function<QDBusConnection()>;

    explicit SleepInhibitor(QObject* parent = nullptr, Bus system = &QDBusConnection::systemBus,
                            Bus desktop = &QDBusConnection::sessionBus);
    ~SleepInhibitor() override;

    /// Requests the lock when it becomes wanted, and releases it when it no longer is.
    void setWanted(bool wanted);
    bool isWanted() const { return m_wanted; }
    /// A service has granted it.
    bool isHeld() const { return m_lock.isValid() || !m_portalRequest.isEmpty(); }

private:
    void askLoginManager();
    void askPortal();
    void release();
    void releasePortal(const QString& request);

    Bus m_system;
    Bus m_desktop;
    bool m_wanted = false;
    QDBusUnixFileDescriptor m_lock; ///< of the login manager; closing it releases the lock
    QString m_portalRequest;
};

} // namespace netsmith::gui
