#include <QProcess>
#include <QtTest>

using namespace Qt::StringLiterals;

/// What the studio is started with and makes no sense is a usage error, said in a line before there is a window.
class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesInALine_data();
    void refusesInALine();
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

QTEST_GUILESS_MAIN(TestCommandLine)
#include "test_command_line.moc"
