#include "tests/engine/cli/cli_process.h"
#include "tests/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace test_tensors {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// `tensors`: what is in a file with weights.
class TestCliTensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void tensorsAreListed();
    void wordsSayTheSame();
    void figuresAreOfTheFiniteNumbers();
    void badFilesEndWithTheCodeOfInput_data();
    void badFilesEndWithTheCodeOfInput();

private:
    CliResult tensors(const QString& file, const QStringList& options = {})
    {
        return m_cli->run(QStringList{u"tensors"_s, file} + options);
    }
    static QString fixture(const QString& name) { return QStringLiteral(NETSMITH_WEIGHTS "/pytorch/") + name; }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestCliTensors::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
}

void TestCliTensors::tensorsAreListed()
{
    const CliResult result = tensors(fixture(u"checkpoint.pt"_s), {u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject file = result.event(u"file"_s);
    QCOMPARE(file[u"format"_s].toString(), u"PyTorch"_s);
    QCOMPARE(file[u"framework"_s].toString(), u"pytorch"_s);
    QCOMPARE(file[u"tensors"_s].toInteger(), 13);
    QCOMPARE(file[u"notes"_s].toArray().size(), 2);
    const QJsonObject first = result.event(u"tensor"_s);
    QCOMPARE(first[u"name"_s].toString(), u"conv.weight"_s);
    QCOMPARE(first[u"type"_s].toString(), u"float32"_s);
    QCOMPARE(first[u"shape"_s].toArray(), (QJsonArray{4, 3, 3, 3}));
    QCOMPARE(first[u"bytes"_s].toInteger(), 4 * 108);
    QCOMPARE(first[u"least"_s].toDouble(), -1.0);
    QCOMPARE(first[u"most"_s].toDouble(), (107.0 - 8.0) / 8.0);
    qsizetype listed = 0;
    for (const QJsonObject& line : result.lines())
        listed += line[u"event"_s] == u"tensor"_s ? 1 : 0;
    QCOMPARE(listed, 13);
}

void TestCliTensors::wordsSayTheSame()
{
    const CliResult result = tensors(fixture(u"types.pt"_s));
    QVERIFY2(result.code == 0, result.words());
    for (const char* words : {"PyTorch, 13 tensors", "bfloat16", "uint64"})
        QVERIFY2(result.out.contains(words), result.words());
    QVERIFY2(result.err.contains("\"sparse\" is left out"), result.words());
}

void TestCliTensors::figuresAreOfTheFiniteNumbers()
{
    const float numbers[] = {2.0f, NAN, -INFINITY, -3.0f};
    QByteArray content = "\x93NUMPY\x01";
    const QByteArray header = "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }\n";
    content.append('\0').append(static_cast<char>(header.size())).append('\0').append(header);
    content.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
    QFile file(m_folder.filePath(u"w.npy"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    const CliResult result = tensors(u"w.npy"_s, {u"--json"_s});
    const QJsonObject tensor = result.event(u"tensor"_s);
    QCOMPARE(tensor[u"least"_s].toDouble(), -3.0);
    QCOMPARE(tensor[u"most"_s].toDouble(), 2.0);
    QCOMPARE(tensor[u"not_finite"_s].toInteger(), 2);
    QVERIFY2(result.err.contains("2 numbers are NaN or infinite"), result.words());
}

void TestCliTensors::badFilesEndWithTheCodeOfInput_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("words");
    QTest::newRow("calls") << fixture(u"runs.pt"_s) << u"calls posix.system"_s;
    QTest::newRow("bomb") << fixture(u"bomb_claims_much.npz"_s) << u"claims 4000000000 bytes"_s;
    QTest::newRow("folder") << m_folder.path() << u"is a folder"_s;
    QTest::newRow("none") << u"nowhere.pt"_s << u"nowhere.pt"_s;
}

void TestCliTensors::badFilesEndWithTheCodeOfInput()
{
    QFETCH(const QString, file);
    QFETCH(const QString, words);
    const CliResult result = tensors(file);
    QVERIFY2(result.ended && result.code == 3, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()) && result.err.trimmed().count('\n') == 0, result.words());
}

NETSMITH_TEST(TestCliTensors)

} // namespace test_tensors

#include "test_tensors.moc"
