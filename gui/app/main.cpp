#include "engine/backend/loader.h"
#include "engine/core/process_start.h"
#include "gui/app/command_line.h"
#include "gui/app/end_watch.h"
#include "gui/app/language.h"
#include "gui/app/single_instance.h"
#include "gui/app/start_trace.h"
#include "gui/app/studio.h"
#include "gui/widgets/icon.h"

#include <QApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

MainWindow::Places placesOf(const CommandLine& line)
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/netsmith"_s;
    MainWindow::Places places;
    places.autosave = line.newInstance ? QString() : Autosave::standardFolder();
    places.untitledRuns = data + u"/untitled"_s;
    return places;
}

/// Opens projects, trains and quits as requested by the command line.
void follow(const CommandLine& line, Studio& studio, MainWindow& window)
{
    for (const QString& project : line.projects)
        studio.open(QFileInfo(project).absoluteFilePath());
    window.files().whenIdle([line, &window] {
        if (line.run)
            window.session().startAtOnce();
        if (!line.resume.isEmpty())
            window.session().resumeRun(QFileInfo(line.resume).absoluteFilePath().toStdString());
        if (!line.screenshot.isEmpty() || line.quitWhenDone)
            new EndWatch(window, line.screenshot, line.quitWhenDone);
    });
}

/// Runs until the last window is closed; `again` receives the arguments if the program is to be restarted.
int stay(QApplication& application, const CommandLine& line, QStringList& again)
{
    SingleInstance instance;
    if (!line.newInstance && !instance.claim(line.projects))
        return 0;

    Preferences preferences(line.newInstance ? QString() : Preferences::standardPath());
    speak(line.language.isEmpty() ? preferences.language : line.language); // a language given on the command line isn't saved
    Theme::instance().setTextPercent(preferences.textPercent);
    Theme::instance().setMode(line.theme.value_or(preferences.theme));
    Theme::instance().apply();

    Studio studio(preferences, placesOf(line));
    QObject::connect(&studio, &Studio::ended, &application, &QCoreApplication::quit, Qt::QueuedConnection);
    QObject::connect(&instance, &SingleInstance::filesArrived, &studio, [&studio](const QStringList& files) {
        for (const QString& file : files.isEmpty() ? QStringList{QString()} : files)
            studio.open(file);
    });
    MainWindow& window = studio.openWindow();
    if (qEnvironmentVariableIsSet("NETSMITH_TRACE_START"))
        new StartTrace(window);
    if (line.size)
        window.resize(*line.size);
    follow(line, studio, window);
    if (!line.newInstance)
        window.files().offerRecovery();
    const int code = QApplication::exec();
    again = studio.restartArguments();
    return code;
}

} // namespace

int main(int argc, char* argv[])
{
    netsmith::prepareProcess();
    netsmith::prepareBackends();
    QCoreApplication::setApplicationName(u"netsmith"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(NETSMITH_VERSION));
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    const CommandLine line = CommandLine::parse(arguments); // help and errors need no display

    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(u"Netsmith"_s);
    QApplication::setWindowIcon(icon(u"netsmith"_s, Token::accent));
    QApplication::setQuitOnLastWindowClosed(false);

    QStringList again;
    const int code = stay(application, line, again);
    if (!again.isEmpty()) { // after the single instance's lock was released
        if (line.newInstance)
            again.prepend(u"--new-instance"_s);
        QProcess::startDetached(QCoreApplication::applicationFilePath(), again);
    }
    return code;
}
