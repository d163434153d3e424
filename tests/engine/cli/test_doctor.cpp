#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace test_doctor {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// `doctor`: what is wrong with a training, and the project mended.
class TestDoctorCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatItFindsIsMendedInAnotherFile();
    void theWordsAreForPeople();
    void aRunIsExaminedWithItsWeights();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    CliResult doctor(const QStringList& arguments)
    {
        return m_cli->run(QStringList{u"doctor"_s} + arguments + QStringList{u"--steps"_s, u"20"_s});
    }
    QStringList found(const CliResult& result)
    {
        QStringList ids;
        for (const QJsonObject& line : result.lines())
            if (line[u"event"_s] == u"diagnosis"_s)
                ids << line[u"id"_s].toString();
        return ids;
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestDoctorCommand::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(path(u"data"_s), 200, 50);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    Project broken = smallProject();
    broken.data.divide = 1.0;
    broken.training.batch = 1;
    broken.graph.find("hidden")->title = "e\033[31mvil";
    writeProject(path(u"broken.netsmith"_s), broken);
}

void TestDoctorCommand::whatItFindsIsMendedInAnotherFile()
{
    const QStringList before = QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    const CliResult result = doctor({u"broken.netsmith"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QVERIFY2(found(result).contains(u"unscaled_input"_s), result.words());
    for (const QJsonObject& line : result.lines())
        if (line[u"id"_s] == u"unscaled_input"_s) {
            for (const char* key : {"title", "finding", "reason", "advice", "remedy"})
                QVERIFY2(!line[QString::fromLatin1(key)].toString().isEmpty(), key);
            QCOMPARE(line[u"settings"_s].toArray(), QJsonArray({u"data.subtract=0"_s, u"data.divide=0"_s}));
        }
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);

    QVERIFY(doctor({u"broken.netsmith"_s, u"--output"_s, u"mended.netsmith"_s}).code == 0);
    const Project mended = loadProject(path(u"mended.netsmith"_s).toStdString()).take();
    QCOMPARE(mended.data.divide, 0.0);
    const CliResult again = doctor({u"mended.netsmith"_s, u"--json"_s});
    QVERIFY2(again.code == 0 && !found(again).contains(u"unscaled_input"_s), again.words());
    QCOMPARE(again.lines().back()[u"event"_s], u"examination"_s);
    QCOMPARE(again.lines().back()[u"steps"_s].toInt(), 20);
}

void TestDoctorCommand::theWordsAreForPeople()
{
    const CliResult result = doctor({u"broken.netsmith"_s});
    const QString text = QString::fromUtf8(result.out);
    for (const char* words : {"Unscaled input", "The numbers of the input \"image\"", "--set data.divide=0", "after 20 steps"})
        QVERIFY2(text.contains(QString::fromLatin1(words)), qPrintable(text));
    QVERIFY(!text.contains(u'\x1b'));
    const CliResult leaking = doctor({u"broken.netsmith"_s, u"--set"_s, u"data.divide=255"_s, u"--batch"_s, u"16"_s});
    QVERIFY2(leaking.out.contains("Leakage into the validation"), leaking.words()); // the small data repeats itself
    const CliResult sound = doctor(
        {u"broken.netsmith"_s, u"--set"_s, u"data.divide=255"_s, u"--set"_s, u"data.validation=none"_s, u"--batch"_s, u"16"_s});
    QVERIFY2(sound.out.contains("nothing seems wrong after 20 steps"), sound.words());
}

void TestDoctorCommand::aRunIsExaminedWithItsWeights()
{
    QVERIFY(m_cli->run({u"train"_s, u"broken.netsmith"_s, u"--steps"_s, u"5"_s, u"--run-dir"_s, u"run"_s}).code == 0);
    const CliResult result = doctor({u"run"_s, u"--json"_s});
    QVERIFY2(result.code == 0 && found(result).contains(u"unscaled_input"_s), result.words());
}

void TestDoctorCommand::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("no project") << QStringList{u"none.netsmith"_s} << 3 << u"none.netsmith"_s;
    QTest::newRow("a folder without a run") << QStringList{u"data"_s} << 3 << u"data"_s;
    QTest::newRow("an output in no folder") << QStringList{u"broken.netsmith"_s, u"--output"_s, u"none/here.netsmith"_s} << 3
                                            << u"none"_s;
    QTest::newRow("an unknown setting") << QStringList{u"broken.netsmith"_s, u"--set"_s, u"data.divid=1"_s} << 3 << u"divid"_s;
}

void TestDoctorCommand::mistakesAreSentences()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    const CliResult result = doctor(arguments);
    QFETCH(const int, code);
    QVERIFY2(result.ended && result.code == code, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestDoctorCommand)

} // namespace test_doctor

#include "test_doctor.moc"
