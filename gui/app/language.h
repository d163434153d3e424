#pragma once

#include <QList>
#include <QString>

namespace netsmith::gui {

struct Language {
    QString id; ///< "en", "zh_CN"
    QString name; ///< in the language itself: "简体中文"
};

/// The available languages.
const QList<Language>& languages();

/// Switches to a language, for Qt's own dialogs and number formats too; empty or unknown: the closest to the system's. Returns the
/// language chosen.
QString speak(const QString& id);
/// The current language; empty before the first call of `speak`.
const QString& spokenLanguage();

} // namespace netsmith::gui
