#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace test_attribute {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// `attribute`: which parts of a sample an answer depends on.
class TestAttribute : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyMethodFindsTheBar_data();
    void everyMethodFindsTheBar();
    void targetsAreChosen();
    void arraysAreWritten();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    CliResult attribute(const QStringList& arguments) { return m_cli->run(QStringList{u"attribute"_s} + arguments); }
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestAttribute::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(path(u"data"_s), 200, 50);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    writeProject(path(u"small.netsmith"_s), smallProject());
    const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"3"_s, u"--run-dir"_s, u"run"_s,
                                          u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    QVERIFY2(trained.code == 0, trained.words());
}

void TestAttribute::everyMethodFindsTheBar_data()
{
    QTest::addColumn<QString>("method");
    for (const char* method : {"input_gradient", "integrated_gradients", "occlusion"})
        QTest::newRow(method) << QString::fromLatin1(method);
}

/// A picture's class is the position of its bright bar: the pixels that matter most are bright ones.
void TestAttribute::everyMethodFindsTheBar()
{
    QFETCH(const QString, method);
    const CliResult result = attribute({u"run"_s, u"--index"_s, u"0"_s, u"--method"_s, method, u"--json"_s, u"--patch"_s, u"1"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject event = result.event(u"attribution"_s);
    const QJsonArray values = event[u"attributions"_s][0][u"values"_s].toArray();
    QCOMPARE(values.size(), 28 * 28);
    QVERIFY(event[u"score"_s].toDouble() > event[u"baseline_score"_s].toDouble());
    const QByteArray images = readBytes(path(u"data/mnist/t10k-images-idx3-ubyte"_s));
    int most = 0;
    for (int i = 1; i < values.size(); ++i)
        if (values[i].toDouble() > values[most].toDouble())
            most = i;
    QVERIFY2(static_cast<unsigned char>(images[16 + most]) > 100, qPrintable(QString::number(most)));
    if (method == u"integrated_gradients"_s)
        QVERIFY(std::abs(event[u"incompleteness"_s].toDouble()) < 0.05 * event[u"score"_s].toDouble());

    const CliResult text = attribute({u"run"_s, u"--index"_s, u"0"_s, u"--method"_s, method});
    QVERIFY2(text.out.contains("class ") && text.out.contains("image:"), text.out.constData());
}

void TestAttribute::targetsAreChosen()
{
    double sum = 0.0;
    for (int target = 0; target < 10; ++target) {
        const CliResult result = attribute(
            {u"run"_s, u"--index"_s, u"3"_s, u"--method"_s, u"saliency"_s, u"--target"_s, QString::number(target), u"--json"_s});
        const QJsonObject event = result.event(u"attribution"_s);
        QCOMPARE(event[u"target"_s].toInt(), target);
        sum += event[u"score"_s].toDouble();
    }
    QVERIFY(std::abs(sum) < 1e-4); // logits less their mean
}

void TestAttribute::arraysAreWritten()
{
    const CliResult result =
        attribute({u"run"_s, u"--index"_s, u"0"_s, u"--index"_s, u"1"_s, u"--method"_s, u"saliency"_s, u"--output"_s, u"maps"_s});
    QVERIFY2(result.code == 0, result.words());
    const QStringList files = QDir(path(u"maps"_s)).entryList(QDir::Files, QDir::Name);
    QCOMPARE(files.size(), 2);
    for (const QString& file : files)
        QVERIFY(readBytes(path(u"maps/"_s + file)).contains("28, 28, 1"));
}

void TestAttribute::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const QStringList& arguments, int code, const QString& words) {
        QTest::newRow(name) << QStringList{u"run"_s} + arguments << code << words;
    };
    row("nothing to explain", {}, 2, u"nothing to explain"_s);
    row("an unknown method", {u"--index"_s, u"0"_s, u"--method"_s, u"magic"_s}, 2, u"magic"_s);
    row("no such class", {u"--index"_s, u"0"_s, u"--target"_s, u"10"_s}, 3, u"has no class 10"_s);
    row("no maps", {u"--index"_s, u"0"_s, u"--method"_s, u"grad_cam"_s}, 3, u"no layer with maps"_s);
    row("no such output", {u"--index"_s, u"0"_s, u"--of"_s, u"nowhere"_s}, 2, u"nowhere"_s);
    row("a file is in the way", {u"--index"_s, u"0"_s, u"--output"_s, u"small.netsmith"_s}, 4, u"small.netsmith"_s);
}

void TestAttribute::mistakesAreSentences()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    const CliResult result = attribute(arguments);
    QFETCH(const int, code);
    QVERIFY2(result.ended && result.code == code, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestAttribute)

} // namespace test_attribute

#include "test_attribute.moc"
