#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>

namespace test_inspect {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

namespace {

/// The numbers of an array file of f32.
std::vector<float> numbersIn(const QString& file)
{
    const QByteArray bytes = readBytes(file);
    const auto header = static_cast<std::uint8_t>(bytes[8]) + 256 * static_cast<std::uint8_t>(bytes[9]);
    std::vector<float> numbers(static_cast<std::size_t>(bytes.size() - 10 - header) / sizeof(float));
    std::memcpy(numbers.data(), bytes.constData() + 10 + header, numbers.size() * sizeof(float));
    return numbers;
}

} // namespace

/// `inspect`: what each layer of a trained network makes of samples.
class TestInspect : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyLayerIsListed();
    void oneLayerIsWritten();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestInspect::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(path(u"data"_s), 200, 50);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    writeProject(path(u"small.netsmith"_s), smallProject());
    const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"1"_s, u"--run-dir"_s, u"run"_s,
                                          u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
    QVERIFY2(trained.code == 0, trained.words());
    // A picture under the name of a layer's array.
    QDir(m_folder.path()).mkdir(u"mine"_s);
    QByteArray header = "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 28, 28, 1), }";
    header += QByteArray(117 - header.size(), ' ') + '\n'; // ends at a multiple of 64
    writeBytes(path(u"mine/classes.npy"_s), QByteArray("\x93NUMPY\x01\x00\x76\x00", 10) + header + QByteArray(784, '\x40'));
}

void TestInspect::everyLayerIsListed()
{
    const CliResult result =
        m_cli->run({u"inspect"_s, u"run"_s, u"--index"_s, u"3"_s, u"--index"_s, u"7"_s, u"--output"_s, u"all"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QList<QJsonObject> lines = result.lines();
    QCOMPARE(lines.size(), 9); // two samples of four layers, and the files
    QStringList layers;
    for (int i = 0; i < 4; ++i) {
        QCOMPARE(lines[i][u"event"_s].toString(), u"layer"_s);
        QCOMPARE(lines[i][u"input"_s].toString(), u"sample 3"_s);
        QCOMPARE(lines[i + 4][u"input"_s].toString(), u"sample 7"_s);
        layers << lines[i][u"layer"_s].toString();
    }
    QCOMPARE(lines[0][u"shape"_s].toArray(), (QJsonArray{28, 28, 1}));
    QCOMPARE(lines[3][u"shape"_s].toArray(), QJsonArray{10});
    QVERIFY(std::abs(lines[3][u"mean"_s].toDouble() - 0.1) < 1e-6); // ten probabilities
    QCOMPARE(lines[8][u"samples"_s].toInt(), 2);
    // The figures are those of the numbers in the files, sample by sample.
    for (int i = 0; i < 8; ++i) {
        const std::vector<float> numbers = numbersIn(path(u"all/%1.npy"_s.arg(layers[i % 4])));
        const std::size_t size = numbers.size() / 2;
        const auto begin = numbers.begin() + (i < 4 ? 0 : static_cast<std::ptrdiff_t>(size));
        const std::vector<float> sample(begin, begin + static_cast<std::ptrdiff_t>(size));
        QCOMPARE(static_cast<float>(lines[i][u"minimum"_s].toDouble()), *std::ranges::min_element(sample));
        QCOMPARE(static_cast<float>(lines[i][u"maximum"_s].toDouble()), *std::ranges::max_element(sample));
        QCOMPARE(lines[i][u"zeros"_s].toInteger(), std::ranges::count(sample, 0.0F));
    }
    // The first is the picture, scaled.
    const QByteArray pixels = readBytes(path(u"data/mnist/t10k-images-idx3-ubyte"_s)).mid(16 + 3 * 784, 784);
    const std::vector<float> input = numbersIn(path(u"all/%1.npy"_s.arg(layers[0])));
    for (std::size_t i = 0; i < 784; ++i)
        QVERIFY(std::abs(input[i] - static_cast<float>(static_cast<std::uint8_t>(pixels[static_cast<qsizetype>(i)])) / 255.0F)
                < 1e-6F);
}

void TestInspect::oneLayerIsWritten()
{
    const CliResult result =
        m_cli->run({u"inspect"_s, u"run"_s, u"--index"_s, u"3"_s, u"--layer"_s, u"classes"_s, u"--output"_s, u"one"_s});
    QVERIFY2(result.code == 0 && result.out.contains("sample 3:") && result.out.contains("classes"), result.words());
    QVERIFY(!result.out.contains("hidden"));
    QCOMPARE(QDir(path(u"one"_s)).entryList(QDir::Files), QStringList{u"classes.npy"_s});
    // The same probabilities as the prediction's.
    const CliResult predicted = m_cli->run({u"predict"_s, u"run"_s, u"--index"_s, u"3"_s, u"--output"_s, u"table.csv"_s});
    QVERIFY2(predicted.code == 0, predicted.words());
    const QList<QByteArray> row = readBytes(path(u"table.csv"_s)).trimmed().split('\n')[1].split(',');
    const std::vector<float> numbers = numbersIn(path(u"one/classes.npy"_s));
    QCOMPARE(numbers.size(), std::size_t{10});
    for (std::size_t i = 0; i < 10; ++i)
        QVERIFY2(std::abs(numbers[i] - row[3 + static_cast<qsizetype>(i)].toFloat()) < 1e-6F, predicted.out);
}

void TestInspect::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing") << QStringList{u"run"_s} << 2 << u"nothing to inspect"_s;
    QTest::newRow("no layer") << QStringList{u"run"_s, u"--index"_s, u"0"_s, u"--layer"_s, u"dense_9"_s} << 3 << u"dense_9"_s;
    QTest::newRow("no sample") << QStringList{u"run"_s, u"--index"_s, u"50"_s} << 3 << u"there is no sample 50"_s;
    QTest::newRow("no run") << QStringList{u"nowhere"_s, u"--index"_s, u"0"_s} << 3 << u"nowhere"_s;
    QTest::newRow("over its input") << QStringList{u"run"_s, u"mine/classes.npy"_s, u"--output"_s, u"mine"_s} << 2
                                    << u"would overwrite mine/classes.npy"_s;
    QTest::newRow("a file instead of a folder")
        << QStringList{u"run"_s, u"--index"_s, u"0"_s, u"--output"_s, u"small.netsmith"_s} << 4 << u"small.netsmith"_s;
}

void TestInspect::mistakesAreSentences()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QString, words);
    const CliResult result = m_cli->run(QStringList{u"inspect"_s} + arguments);
    QVERIFY2(result.ended && result.code == code, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestInspect)

} // namespace test_inspect

#include "test_inspect.moc"
