#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace test_explain {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// `explain`: how a number of a layer is made.
class TestExplain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theTermsAddUp_data();
    void theTermsAddUp();
    void wordsSayTheSame();
    void samplesAreTakenInOrder();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    CliResult explain(const QStringList& arguments) { return m_cli->run(QStringList{u"explain"_s} + arguments); }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestExplain::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(path(u"data"_s), 60, 20);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    writeProject(path(u"small.netsmith"_s), smallProject());
    const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"1"_s, u"--run-dir"_s, u"run"_s,
                                          u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    QVERIFY2(trained.code == 0, trained.words());
}

void TestExplain::theTermsAddUp_data()
{
    QTest::addColumn<QString>("source");
    QTest::newRow("a run") << u"run"_s;
    QTest::newRow("a project, with random weights") << u"small.netsmith"_s;
}

void TestExplain::theTermsAddUp()
{
    QFETCH(const QString, source);
    const CliResult result = explain({source, u"--layer"_s, u"hidden"_s, u"--at"_s, u"7"_s, u"--sample"_s, u"3"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject event = result.event(u"explanation"_s);
    QCOMPARE(event[u"type"_s].toString(), u"dense"_s);
    QVERIFY(std::abs(event[u"result"_s].toDouble() - event[u"recorded"_s].toDouble()) < 1e-5);
    const QJsonObject products = event[u"steps"_s][0].toObject(), relu = event[u"steps"_s][1].toObject();
    double sum = products[u"rest"_s].toDouble() + products[u"bias"_s].toDouble();
    for (const QJsonValue term : products[u"terms"_s].toArray())
        sum += term[u"input"_s].toDouble() * term[u"factor"_s].toDouble();
    QVERIFY(std::abs(sum - products[u"result"_s].toDouble()) < 1e-9);
    QCOMPARE(products[u"count"_s].toInteger(), 784);
    QCOMPARE(relu[u"function"_s].toString(), u"relu"_s);
    QCOMPARE(relu[u"result"_s].toDouble(), std::max(0.0, products[u"result"_s].toDouble()));
}

void TestExplain::wordsSayTheSame()
{
    const CliResult result = explain({u"run"_s, u"--layer"_s, u"classes"_s, u"--at"_s, u"2"_s});
    QVERIFY2(result.code == 0, result.words());
    for (const char* words : {"sample 0:", "classes[2] = ", "16 products of hidden (16) and classes.kernel (16×10):", "bias",
                              "softmax of 10 numbers", "→ 2 "})
        QVERIFY2(result.out.contains(words), result.words());
    const CliResult input = explain({u"run"_s, u"--layer"_s, u"input"_s, u"--at"_s, u"0,0,0"_s});
    QVERIFY2(input.out.contains("the sample's image holds"), input.words());
    QVERIFY2(input.out.contains("/ 255 ="), input.words());
}

void TestExplain::samplesAreTakenInOrder()
{
    const CliResult result =
        explain({u"run"_s, u"--layer"_s, u"flatten"_s, u"--index"_s, u"1"_s, u"--index"_s, u"4"_s, u"--at"_s, u"400"_s});
    QVERIFY2(result.code == 0, result.words());
    QVERIFY(result.out.indexOf("sample 1:") >= 0 && result.out.indexOf("sample 4:") > result.out.indexOf("sample 1:"));
    QVERIFY2(result.out.contains("taken from [14, 8, 0] of input (28×28×1)"), result.words());
}

void TestExplain::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const QStringList& arguments, int code, const QString& words) {
        QTest::newRow(name) << arguments << code << words;
    };
    row("no layer named", {u"run"_s}, 2, u"--layer"_s);
    row("no such layer", {u"run"_s, u"--layer"_s, u"conv"_s}, 3, u"no layer \"conv\""_s);
    row("a place beyond", {u"run"_s, u"--layer"_s, u"hidden"_s, u"--at"_s, u"16"_s}, 3, u"has no place 16"_s);
    row("too many indices", {u"run"_s, u"--layer"_s, u"hidden"_s, u"--at"_s, u"1,1"_s}, 3, u"has no place 1,1"_s);
    row("no number", {u"run"_s, u"--layer"_s, u"hidden"_s, u"--at"_s, u"1,x"_s}, 2, u"--at takes an index"_s);
    row("ends in a comma", {u"run"_s, u"--layer"_s, u"hidden"_s, u"--at"_s, u"1,"_s}, 2, u"--at takes an index"_s);
    row("no such sample", {u"run"_s, u"--layer"_s, u"hidden"_s, u"--sample"_s, u"20"_s}, 3, u"no sample 20"_s);
    row("no such project", {u"other.netsmith"_s, u"--layer"_s, u"hidden"_s}, 3, u"other.netsmith"_s);
}

void TestExplain::mistakesAreSentences()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    const CliResult result = explain(arguments);
    QFETCH(const int, code);
    QVERIFY2(result.ended && result.code == code, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestExplain)

} // namespace test_explain

#include "test_explain.moc"
