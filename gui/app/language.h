#pragma once

#include <QList>
#include <QString>

namespace netsmith::gui {

struct Language {
    QString id; ///< "en", "zh_CN"
    QString name; ///< in itself: "简体中文"
};

/// The languages the studio speaks.
const QList<Language>& languages();

/// Speaks `id` from now on, Qt's own dialogs too; empty or unknown: the nearest to the system's. Numbers follow. Gives the one
/// chosen.
QString speak(const QString& id);
/// The one chosen last; empty before.
const QString& spokenLanguage();

} // namespace netsmith::gui
