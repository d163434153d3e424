#include "gui/progress/sleep_inhibitor.h"

#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int patience = 5000; // timeout of a service in ms
constexpr uint suspendAndIdle = 4 | 8; // the portal's flags

} // namespace

SleepInhibitor::SleepInhibitor(QObject* parent, Bus system, Bus desktop)
    : QObject(parent)
    , m_system(std::move(system))
    , m_desktop(std::move(desktop))
{
}

SleepInhibitor::~SleepInhibitor()
{
    release();
}

void SleepInhibitor::setWanted(bool wanted)
{
    if (wanted == m_wanted)
        return;
    m_wanted = wanted;
    if (wanted)
        askLoginManager();
    else
        release();
}

void SleepInhibitor::askLoginManager()
{
    QDBusConnection system = m_system();
    if (!system.isConnected())
        return askPortal();
    QDBusMessage call = QDBusMessage::createMethodCall(u"org.freedesktop.login1"_s, u"/org/freedesktop/login1"_s,
                                                       u"org.freedesktop.login1.Manager"_s, u"Inhibit"_s);
    call << u"sleep:idle"_s << u"Netsmith"_s << tr("A network is being trained") << u"block"_s;
    auto* watcher = new QDBusPendingCallWatcher(system.asyncCall(call, patience), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusUnixFileDescriptor> reply = *watcher;
        watcher->deleteLater();
        if (!m_wanted)
            return; // the descriptor is closed with the reply
        if (reply.isError())
            askPortal();
        else
            m_lock = reply.value();
    });
}

void SleepInhibitor::askPortal()
{
    QDBusConnection desktop = m_desktop();
    if (!desktop.isConnected())
        return;
    QDBusMessage call = QDBusMessage::createMethodCall(u"org.freedesktop.portal.Desktop"_s, u"/org/freedesktop/portal/desktop"_s,
                                                       u"org.freedesktop.portal.Inhibit"_s, u"Inhibit"_s);
    call << QString() << suspendAndIdle << QVariantMap{{u"reason"_s, tr("A network is being trained")}};
    auto* watcher = new QDBusPendingCallWatcher(desktop.asyncCall(call, patience), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusObjectPath> reply = *watcher;
        watcher->deleteLater();
        if (reply.isError())
            return;
        if (m_wanted && m_portalRequest.isEmpty()) // one of two requests in quick succession is enough
            m_portalRequest = reply.value().path();
        else
            releasePortal(reply.value().path());
    });
}

void SleepInhibitor::release()
{
    m_lock = {};
    if (!m_portalRequest.isEmpty())
        releasePortal(std::exchange(m_portalRequest, {}));
}

void SleepInhibitor::releasePortal(const QString& request)
{
    m_desktop().send(QDBusMessage::createMethodCall(u"org.freedesktop.portal.Desktop"_s, request,
                                                    u"org.freedesktop.portal.Request"_s, u"Close"_s));
}

} // namespace netsmith::gui
