#include "gui/app/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QString nearest(const QString& id)
{
    const auto known = [](const QString& wanted) {
        return std::ranges::any_of(languages(), [&wanted](const Language& language) { return language.id == wanted; });
    };
    if (known(id))
        return id;
    return QLocale::system().language() == QLocale::Chinese ? u"zh_CN"_s : u"en"_s;
}

QString& chosenLanguage()
{
    static QString chosen;
    return chosen;
}

/// Reloads the translator for a catalogue when the language changes.
void load(QTranslator& translator, const QString& file, const QString& folder)
{
    QCoreApplication::removeTranslator(&translator);
    if (translator.load(file, folder))
        QCoreApplication::installTranslator(&translator);
}

} // namespace

const QList<Language>& languages()
{
    static const QList<Language> all{{u"en"_s, u"English"_s}, {u"zh_CN"_s, u"简体中文"_s}};
    return all;
}

QString speak(const QString& id)
{
    static QTranslator ours;
    static QTranslator qts;
    const QString chosen = chosenLanguage() = nearest(id);
    QLocale::setDefault(chosen == u"en" && QLocale::system().language() == QLocale::English ? QLocale::system() : QLocale(chosen));
    load(qts, u"qtbase_"_s + chosen, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    load(ours, u"netsmith_"_s + chosen, u":/translations"_s); // English too: it contains the plurals
    return chosen;
}

const QString& spokenLanguage()
{
    return chosenLanguage();
}

} // namespace netsmith::gui
