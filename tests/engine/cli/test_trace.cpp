#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace test_trace {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// `trace`: one training step with all its numbers.
class TestTrace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aStepHasAllItsNumbers();
    void aChangedWeightChangesTheLoss();
    void laterStepsFollow();
    void peopleReadTheNumbers();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    CliResult trace(const QStringList& arguments)
    {
        return m_cli->run(QStringList{u"trace"_s, u"small.netsmith"_s, u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)}
                          + arguments);
    }
    QJsonObject stepOf(const CliResult& result)
    {
        for (const QJsonObject& line : result.lines())
            if (line[u"event"_s] == u"step"_s)
                return line;
        return {};
    }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestTrace::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(m_folder.filePath(u"data"_s), 200, 50);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, m_folder.filePath(u"data"_s));
    writeProject(m_folder.filePath(u"small.netsmith"_s), smallProject());
}

void TestTrace::aStepHasAllItsNumbers()
{
    const QStringList before = QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    const CliResult result = trace({u"--set"_s, u"optimizer=sgd"_s, u"--set"_s, u"optimizer.learning_rate=0.5"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QVERIFY(stepOf(result)[u"loss"_s].toDouble() > 0.0);
    qsizetype layers = 0, parameters = 0;
    for (const QJsonObject& line : result.lines()) {
        layers += line[u"event"_s] == u"layer"_s ? 1 : 0;
        if (line[u"event"_s] != u"parameter"_s)
            continue;
        ++parameters;
        const QJsonArray weights = line[u"before"_s].toArray(), gradient = line[u"gradient"_s].toArray(),
                         after = line[u"after"_s].toArray();
        QVERIFY(!weights.isEmpty() && weights.size() == gradient.size() && weights.size() == after.size());
        for (qsizetype i = 0; i < weights.size(); ++i)
            QVERIFY(std::abs(after[i].toDouble() - (weights[i].toDouble() - 0.5 * gradient[i].toDouble())) < 1e-5);
    }
    QCOMPARE(layers, 4);
    QVERIFY(parameters >= 2);
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), before);
}

void TestTrace::aChangedWeightChangesTheLoss()
{
    const CliResult plain = trace({u"--json"_s});
    const CliResult changed = trace({u"--change"_s, u"classes.bias[1]=2"_s, u"--json"_s});
    QVERIFY2(changed.code == 0, changed.words());
    QVERIFY(stepOf(plain)[u"loss"_s].toDouble() != stepOf(changed)[u"loss"_s].toDouble());
    for (const QJsonObject& line : changed.lines())
        if (line[u"parameter"_s] == u"classes.bias"_s)
            QCOMPARE(line[u"before"_s][1].toDouble(), 2.0);
}

void TestTrace::laterStepsFollow()
{
    const CliResult result = trace({u"--after"_s, u"3"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QCOMPARE(stepOf(result)[u"step"_s].toInt(), 4);
}

void TestTrace::peopleReadTheNumbers()
{
    const CliResult result = trace({u"--numbers"_s, u"10"_s});
    QVERIFY2(result.code == 0, result.words());
    for (const char* word : {"step 1: loss", "forward:", "back:", "classes.bias", "after the step"})
        QVERIFY2(result.out.contains(word), result.words());
}

void TestTrace::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("words");
    QTest::newRow("no number") << QStringList{u"--change"_s, u"classes.bias[1]="_s} << u"PARAMETER[INDEX]=NUMBER"_s;
    QTest::newRow("no index") << QStringList{u"--change"_s, u"classes.bias=1"_s} << u"PARAMETER[INDEX]=NUMBER"_s;
    QTest::newRow("words") << QStringList{u"--change"_s, u"classes.bias[one]=1"_s} << u"PARAMETER[INDEX]=NUMBER"_s;
    QTest::newRow("no such parameter") << QStringList{u"--change"_s, u"nothing.bias[0]=1"_s} << u"nothing.bias"_s;
    QTest::newRow("past its end") << QStringList{u"--change"_s, u"classes.bias[10]=1"_s} << u"no weight 10"_s;
}

void TestTrace::mistakesAreSentences()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    const CliResult result = trace(arguments);
    QVERIFY2(result.ended && result.code == 2, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestTrace)

} // namespace test_trace

#include "test_trace.moc"
