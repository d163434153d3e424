#include "gui/app/language.h"
#include "gui/widgets/icon.h"
#include "resources/screenshots/album.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::pictures;
using namespace Qt::StringLiterals;

/// netsmith_pictures FOLDER SAMPLE EPOCHS STATE,STATE… LOOK…
int main(int argc, char* argv[])
{
    const auto isUnset = [](const char* name) { return qEnvironmentVariableIsEmpty(name); };
    if (isUnset("DISPLAY") && isUnset("WAYLAND_DISPLAY") && isUnset("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen"); // no picture needs a display
    QCoreApplication::setApplicationName(u"netsmith"_s);
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 6)
        refuse("expected", u"FOLDER SAMPLE EPOCHS STATE,STATE... LOOK..."_s);
    const int epochs = arguments[3].toInt();
    if (epochs < 1)
        refuse("expected a number of epochs from 1 up, not", arguments[3]);
    QList<Look> looks;
    for (const QString& name : arguments.mid(5))
        looks << lookFrom(name);
    if (!QDir().mkpath(arguments[1]))
        refuse("can't make this folder", arguments[1]);
    QApplication::setApplicationDisplayName(u"Netsmith"_s);
    QApplication::setWindowIcon(icon(u"netsmith"_s, Token::accent));
    speak(looks.front().language);
    Theme::instance().setMode(looks.front().theme);
    Theme::instance().apply();
    const QString sample = QFileInfo(arguments[2]).absoluteFilePath();
    const QStringList states = arguments[4].split(u',');
    const QStringList ofRuns = states.filter(u"runs-"_s);
    if (ofRuns.size() < states.size())
        Album(arguments[1], states, looks).take(sample, epochs);
    if (!ofRuns.isEmpty())
        Album(arguments[1], states, looks).takeRuns(sample);
    return 0;
}
