#include "gui/widgets/system_appearance.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QGuiApplication>
#include <QPalette>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

const QString service = u"org.freedesktop.portal.Desktop"_s;
const QString path = u"/org/freedesktop/portal/desktop"_s;
const QString interface = u"org.freedesktop.portal.Settings"_s;
const QString appearanceSpace = u"org.freedesktop.appearance"_s;
const QString colorScheme = u"color-scheme"_s; // 0 no preference, 1 dark, 2 light
const QString gnomeSpace = u"org.gnome.desktop.interface"_s;
const QString animations = u"enable-animations"_s;

} // namespace

SystemAppearance& SystemAppearance::instance()
{
    static SystemAppearance appearance;
    return appearance;
}

SystemAppearance::SystemAppearance()
{
    if (qGuiApp) {
        const QPalette palette = QGuiApplication::palette();
        m_appearance = palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness()
            ? Appearance::dark
            : Appearance::light;
    }
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(service, path, interface, u"SettingChanged"_s, this, SLOT(settingChanged(QString, QString, QDBusVariant)));
    read(appearanceSpace, colorScheme);
    read(gnomeSpace, animations);
}

void SystemAppearance::read(const QString& space, const QString& key)
{
    QDBusMessage call = QDBusMessage::createMethodCall(service, path, interface, u"Read"_s);
    call << space << key;
    auto* watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call, 2000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, space, key, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (reply.isValid())
            accept(space, key, reply.value().variant());
        watcher->deleteLater();
    });
}

void SystemAppearance::settingChanged(const QString& space, const QString& key, const QDBusVariant& value)
{
    accept(space, key, value.variant());
}

void SystemAppearance::accept(const QString& space, const QString& key, QVariant value)
{
    while (value.canConvert<QDBusVariant>()) // Read wraps its answer twice
        value = value.value<QDBusVariant>().variant();
    if (space == appearanceSpace && key == colorScheme && value.toUInt() != 0)
        m_appearance = value.toUInt() == 1 ? Appearance::dark : Appearance::light;
    else if (space == gnomeSpace && key == animations)
        m_reducesMotion = !value.toBool();
    else
        return;
    Q_EMIT changed();
}

} // namespace netsmith::gui
