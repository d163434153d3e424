#include "gui/app/command_line.h"

#include "engine/core/utf8.h"
#include "gui/app/language.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QMetaEnum>
#include <QRegularExpression>

#include <cstdio>
#include <cstdlib>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(commandLine)
};

[[noreturn]] void refuse(const QString& sentence)
{
    std::fprintf(stderr, "netsmith: %s\n", visibleText(sentence.toStdString()).c_str());
    std::exit(2);
}

QSize sizeFrom(const QString& text)
{
    static const QRegularExpression form(u"^(\\d{2,5})x(\\d{2,5})$"_s);
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        refuse(Words::tr("--size %1: expected WIDTHxHEIGHT, such as 1280x720").arg(text));
    return {match.captured(1).toInt(), match.captured(2).toInt()};
}

Theme::Mode modeFrom(const QString& text)
{
    bool known = false;
    const int mode = QMetaEnum::fromType<Theme::Mode>().keyToValue(text.toLatin1().constData(), &known);
    if (!known)
        refuse(Words::tr("--theme %1: expected dark, light or system").arg(text));
    return static_cast<Theme::Mode>(mode);
}

} // namespace

CommandLine CommandLine::parse(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(Words::tr("A training studio for deep learning: draw a network, train it, watch it learn."));
    parser.addPositionalArgument(u"PROJECT"_s, Words::tr("A project file (.netsmith) to open"), u"[PROJECT...]"_s);
    const QCommandLineOption help(u"help"_s, Words::tr("Show this help"));
    const QCommandLineOption version(u"version"_s, Words::tr("Show the version"));
    const QCommandLineOption run(u"run"_s,
                                 Words::tr("Train the project at once; a run that does not fit in memory is still refused"));
    const QCommandLineOption resume(u"resume"_s, Words::tr("Resume a run of the project from its last checkpoint"), u"RUN"_s);
    const QCommandLineOption quit(u"quit-when-done"_s, Words::tr("Close when training ends; the exit code gives the outcome"));
    const QCommandLineOption shot(u"screenshot"_s, Words::tr("Save a screenshot of the window at the end, or once it has settled"),
                                  u"FILE.png"_s);
    const QCommandLineOption size(u"size"_s, Words::tr("The window's size in pixels"), u"WxH"_s);
    const QCommandLineOption theme(u"theme"_s, Words::tr("dark, light or system"), u"THEME"_s);
    const QCommandLineOption language(u"language"_s, Words::tr("en or zh_CN"), u"LANGUAGE"_s);
    const QCommandLineOption instance(u"new-instance"_s,
                                      Words::tr("Start a separate instance even if one is open, and save no preferences"));
    parser.addOptions({help, version, run, resume, quit, shot, size, theme, language, instance});
    if (!parser.parse(arguments))
        refuse(parser.errorText());
    if (parser.isSet(help)) {
        // Qt takes the name from the application, which doesn't exist yet.
        std::fputs(qUtf8Printable(parser.helpText().replace(u"<executable_name>"_s, u"netsmith"_s)), stdout);
        std::exit(0);
    }
    if (parser.isSet(version)) {
        std::printf("Netsmith %s\n", qUtf8Printable(QCoreApplication::applicationVersion()));
        std::exit(0);
    }
    for (const QCommandLineOption* option : {&resume, &shot, &size, &theme, &language})
        if (parser.isSet(*option) && parser.value(*option).isEmpty())
            refuse(Words::tr("--%1 is empty: give it a value or leave it out").arg(option->names().front()));
    if (parser.positionalArguments().contains(QString()))
        refuse(Words::tr("the project's path is empty: give a path or leave it out"));
    CommandLine out;
    out.projects = parser.positionalArguments();
    out.run = parser.isSet(run);
    out.resume = parser.value(resume);
    out.quitWhenDone = parser.isSet(quit);
    out.screenshot = parser.value(shot);
    out.newInstance = parser.isSet(instance);
    out.language = parser.value(language);
    if (parser.isSet(size))
        out.size = sizeFrom(parser.value(size));
    if (parser.isSet(theme))
        out.theme = modeFrom(parser.value(theme));
    bool spoken = out.language.isEmpty();
    for (const Language& known : languages())
        spoken = spoken || known.id == out.language;
    if (!spoken)
        refuse(Words::tr("--language %1: expected en or zh_CN").arg(out.language));
    if (out.run && out.projects.isEmpty())
        refuse(Words::tr("--run needs a project file to train"));
    if (!out.resume.isEmpty() && (out.run || out.projects.isEmpty()))
        refuse(Words::tr("--resume needs the project file of the run and can't be combined with --run"));
    return out;
}

} // namespace netsmith::gui
