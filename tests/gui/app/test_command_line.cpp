#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace Qt::StringLiterals;

/// What the studio is started with and makes no sense is a usage error, said in a line before there is a window.
class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesInALine_data();
    void refusesInALine();
    void helpNamesTheProgram();
    void aLanguageForOnceIsNoPreference();
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

/// And needs no display.
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

void TestCommandLine::aLanguageForOnceIsNoPreference()
{
    const QTemporaryDir home;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
    for (const QString& name : {u"HOME"_s, u"XDG_CONFIG_HOME"_s, u"XDG_DATA_HOME"_s, u"XDG_RUNTIME_DIR"_s})
        environment.insert(name, home.path());
    const QString path = home.filePath(u"netsmith/preferences.json"_s);
    QVERIFY(QDir(home.path()).mkpath(u"netsmith"_s));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"language": "en"})");
    file.close();
    QProcess studio;
    studio.setProcessEnvironment(environment);
    studio.start(QStringLiteral(NETSMITH_STUDIO), {u"--language"_s, u"zh_CN"_s, u"--quit-when-done"_s});
    QVERIFY(studio.waitForFinished());
    QCOMPARE(studio.exitStatus(), QProcess::NormalExit);
    QCOMPARE(studio.exitCode(), 0);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject kept = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(kept[u"language"_s].toString(), u"en"_s);
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "test_command_line.moc"
