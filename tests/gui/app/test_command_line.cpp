#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace test_command_line {

using namespace netsmith;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

/// Runs the studio as a process with a home folder of its own, without a display.
struct StudioProcess {
    QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QProcess process;

    StudioProcess()
    {
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        for (const QString& name : {u"HOME"_s, u"XDG_CONFIG_HOME"_s, u"XDG_DATA_HOME"_s, u"XDG_RUNTIME_DIR"_s})
            environment.insert(name, home.path());
    }
    /// Its exit code; −1 if it did not end.
    int run(const QStringList& arguments)
    {
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(NETSMITH_STUDIO), arguments);
        const bool ended = process.waitForFinished(120000) && process.exitStatus() == QProcess::NormalExit;
        return ended ? process.exitCode() : -1;
    }
};

} // namespace

/// Invalid arguments of the studio are a usage error, reported in one line before there is a window.
class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesInALine_data();
    void refusesInALine();
    void helpNamesTheProgram();
    void aLanguageForOnceIsNoPreference();
    void runTrainsAndLeaves();
    void aPictureThatCannotBeWrittenIsSaid();
};

void TestCommandLine::refusesInALine_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char* option : {"--resume", "--screenshot", "--size", "--theme", "--language"})
        QTest::addRow("empty %s", option) << QStringList{QString::fromLatin1(option), QString()};
    QTest::newRow("empty project") << QStringList{QString()};
    QTest::newRow("unknown option") << QStringList{u"--\x1b[2J\nFORGED"_s};
    QTest::newRow("unknown language") << QStringList{u"--language"_s, u"\x1b[2J\nFORGED"_s};
}

void TestCommandLine::refusesInALine()
{
    QFETCH(QStringList, arguments);
    QProcess studio;
    studio.start(QStringLiteral(NETSMITH_STUDIO), arguments + QStringList(u"--quit-when-done"_s));
    QVERIFY(studio.waitForFinished());
    QCOMPARE(studio.exitStatus(), QProcess::NormalExit);
    QCOMPARE(studio.exitCode(), 2);
    const QByteArray said = studio.readAllStandardError();
    QVERIFY2(said.startsWith("netsmith: ") && said.count('\n') == 1 && said.endsWith('\n') && !said.contains('\x1b'), said);
}

/// It needs no display.
void TestCommandLine::helpNamesTheProgram()
{
    QProcess studio;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"none such"_s);
    studio.setProcessEnvironment(environment);
    studio.start(QStringLiteral(NETSMITH_STUDIO), {u"--help"_s});
    QVERIFY(studio.waitForFinished());
    QCOMPARE(studio.exitStatus(), QProcess::NormalExit);
    QCOMPARE(studio.exitCode(), 0);
    const QByteArray said = studio.readAllStandardOutput();
    QVERIFY2(said.contains(" netsmith ") && !said.contains("executable_name"), said);
    QVERIFY2(said.contains("--screenshot"), said);
}

/// Although the preferences are written, with the project that is opened.
void TestCommandLine::aLanguageForOnceIsNoPreference()
{
    StudioProcess studio;
    const QString path = studio.home.filePath(u"netsmith/preferences.json"_s);
    QVERIFY(QDir(studio.home.path()).mkpath(u"netsmith"_s));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"language": "en"})");
    file.close();
    const QString project = studio.home.filePath(u"mine.netsmith"_s);
    QVERIFY(QFile::copy(QStringLiteral(NETSMITH_PROJECTS "/mnist_mlp/mnist_mlp.netsmith"), project));
    QCOMPARE(studio.run({u"--language"_s, u"zh_CN"_s, u"--quit-when-done"_s, project}), 0);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject kept = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(kept[u"recent"_s].toArray(), QJsonArray{project});
    QCOMPARE(kept[u"language"_s].toString(), u"en"_s);
}

void TestCommandLine::runTrainsAndLeaves()
{
    const SmallTraining data;
    StudioProcess studio;
    studio.environment.insert(u"NETSMITH_DATA_DIR"_s, QString::fromStdString(data.folder().string()));
    const Project project = smallProject(1);
    const QString path = studio.home.filePath(u"small.netsmith"_s);
    QVERIFY(saveProject(project, path.toStdString()).hasValue());
    QCOMPARE(studio.run({path, u"--quit-when-done"_s}), 0);
    QVERIFY(!QDir(studio.home.filePath(u"runs"_s)).exists());
    QCOMPARE(studio.run({path, u"--run"_s, u"--quit-when-done"_s}), 0);
    QCOMPARE(QDir(studio.home.filePath(u"runs"_s)).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 1);
}

void TestCommandLine::aPictureThatCannotBeWrittenIsSaid()
{
    StudioProcess studio;
    const QString picture = studio.home.filePath(u"nowhere/window.png"_s);
    QCOMPARE(studio.run({u"--screenshot"_s, picture}), 1);
    const QByteArray said = studio.process.readAllStandardError();
    QVERIFY2(said.contains("netsmith: ") && said.contains(picture.toUtf8()), said);
    const QString good = studio.home.filePath(u"window.png"_s);
    QCOMPARE(studio.run({u"--screenshot"_s, good}), 0);
    QVERIFY(QFile::exists(good));
}

NETSMITH_TEST(TestCommandLine)

} // namespace test_command_line

#include "test_command_line.moc"
