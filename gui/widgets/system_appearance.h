#pragma once

#include "gui/widgets/tokens.h"

#include <QObject>
#include <QVariant>

class QDBusVariant;

namespace netsmith::gui {

/// The desktop's preferences, from the settings portal over D-Bus, or else from its palette. (Qt 6.4 doesn't provide them.)
class SystemAppearance : public QObject {
    Q_OBJECT

public:
    static SystemAppearance& instance();

    Appearance appearance() const { return m_appearance; }
    bool reducesMotion() const { return m_reducesMotion; }

Q_SIGNALS:
    void changed();

private Q_SLOTS:
    void settingChanged(const QString& space, const QString& key, const QDBusVariant& value);

private:
    SystemAppearance();
    void read(const QString& space, const QString& key);
    void accept(const QString& space, const QString& key, QVariant value);

    Appearance m_appearance = Appearance::dark;
    bool m_reducesMotion = false;
};

} // namespace netsmith::gui
