#pragma once

#include <QDBusConnection>
#include <QDBusUnixFileDescriptor>
#include <QObject>

#include <functional>

namespace netsmith::gui {

/// Keeps the machine from falling asleep while it trains: asks the login manager, and where there is none the desktop's portal.
/// Where neither answers, nothing happens. No bus is spoken to before there is something to hold.
class SleepInhibitor : public QObject {
    Q_OBJECT

public:
    using Bus = std::function<QDBusConnection()>;

    explicit SleepInhibitor(QObject* parent = nullptr, Bus system = &QDBusConnection::systemBus,
                            Bus desktop = &QDBusConnection::sessionBus);
    ~SleepInhibitor() override;

    /// Asks for it where it is wanted anew, and lets go where it no longer is.
    void setWanted(bool wanted);
    bool isWanted() const { return m_wanted; }
    /// Somebody has answered.
    bool isHeld() const { return m_lock.isValid() || !m_portalRequest.isEmpty(); }

private:
    void askLoginManager();
    void askPortal();
    void release();
    void releasePortal(const QString& request);

    Bus m_system;
    Bus m_desktop;
    bool m_wanted = false;
    QDBusUnixFileDescriptor m_lock; ///< of the login manager, which lets go once it is closed
    QString m_portalRequest;
};

} // namespace netsmith::gui
