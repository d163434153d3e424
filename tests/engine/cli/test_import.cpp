#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace test_import {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

QString script(const char* name)
{
    return QStringLiteral(NETSMITH_FIXTURES "/code/") + QString::fromLatin1(name) + u".py"_s;
}

} // namespace

/// `import`: another program's network becomes a project that can be trained.
class TestCliImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatItFound();
    void modelsComeWithTheirWeights_data();
    void modelsComeWithTheirWeights();
    void modelsAreRefused_data();
    void modelsAreRefused();
    void theProjectTrains_data();
    void theProjectTrains();
    void refuses_data();
    void refuses();
};

void TestCliImport::tellsWhatItFound()
{
    const QTemporaryDir folder;
    const CliProcess cli(folder.path());
    const CliResult result = cli.run({u"import"_s, script("keras_vgg16_transfer"), u"vgg.netsmith"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words().constData());
    const QJsonObject imported = result.event(u"imported"_s);
    QCOMPARE(imported["frozen_parameters"].toInteger(), 14'714'688);
    QCOMPARE(imported["trainable_parameters"].toInteger(), 6'425'354);
    QCOMPARE(result.lines().size(), imported["nodes"].toInteger() + 1);
    QVERIFY(imported["notes"].toArray().size() >= 2);
    QVERIFY(QFile::exists(folder.filePath("vgg.netsmith")));

    const CliResult words = cli.run({u"import"_s, script("torch_mnist_mlp"), u"mlp.netsmith"_s});
    QVERIFY2(words.code == 0, words.words().constData());
    QVERIFY2(words.out.contains("101,770 parameters, 101,770 trainable and 0 frozen"), words.words().constData());
    const CliResult shaped =
        cli.run({u"import"_s, script("torch_lenet"), u"lenet.netsmith"_s, u"--input-shape"_s, u"3,32,32"_s, u"--json"_s});
    QVERIFY2(shaped.code == 0, shaped.words().constData());
    QCOMPARE(shaped.event(u"imported"_s)["parameters"].toInteger(), 62'006);
}

void TestCliImport::modelsComeWithTheirWeights_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<qint64>("parameters");
    QTest::newRow("TensorFlow Lite") << u"tflite/classifier.tflite"_s << qint64{5'212};
    QTest::newRow("Darknet") << u"darknet/detector.cfg"_s << qint64{3'531};
}

void TestCliImport::modelsComeWithTheirWeights()
{
    QFETCH(const QString, file);
    QFETCH(const qint64, parameters);
    const QTemporaryDir folder;
    const CliProcess cli(folder.path());
    const CliResult result = cli.run({u"import"_s, QStringLiteral(NETSMITH_FIXTURES "/") + file, u"made.netsmith"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words().constData());
    QCOMPARE(result.event(u"imported"_s)["parameters"].toInteger(), parameters);
    QVERIFY(QFile::exists(folder.filePath("made.safetensors")));
    const CliResult weights = cli.run({u"tensors"_s, u"made.safetensors"_s});
    QVERIFY2(weights.code == 0 && weights.out.contains("kernel"), weights.words().constData());
}

void TestCliImport::modelsAreRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("part");
    const QString fixtures = QStringLiteral(NETSMITH_FIXTURES "/");
    QTest::newRow("operators") << QStringList{fixtures + u"tflite/refused/unknown_operators.tflite"_s}
                               << QByteArray("COS \"cos_2_0\"");
    QTest::newRow("not TFLite") << QStringList{u"given.tflite"_s} << QByteArray("is not a TensorFlow Lite model");
    QTest::newRow("no weights") << QStringList{u"given.cfg"_s} << QByteArray("--weights");
    QTest::newRow("weights of another network")
        << QStringList{u"given.cfg"_s, u"--weights"_s, fixtures + u"darknet/detector.weights"_s} << QByteArray("goes on for");
    QTest::newRow("weights of a model that has its own")
        << QStringList{fixtures + u"tflite/halves.tflite"_s, u"--weights"_s, fixtures + u"darknet/detector.weights"_s}
        << QByteArray("takes no weights");
    QTest::newRow("shape of a model that says it")
        << QStringList{fixtures + u"tflite/halves.tflite"_s, u"--input-shape"_s, u"6,6,3"_s} << QByteArray("says the shape");
}

void TestCliImport::modelsAreRefused()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, part);
    const QTemporaryDir folder;
    writeBytes(folder.filePath("given.tflite"), "TFL3");
    writeBytes(folder.filePath("given.cfg"), "[net]\nwidth=4\nheight=4\nchannels=1\n[convolutional]\n");
    const CliResult result =
        CliProcess(folder.path()).run(QStringList{u"import"_s, arguments[0], u"made.netsmith"_s} + arguments.mid(1));
    QVERIFY2(result.code == 3 && result.err.contains(part), result.words().constData());
    QCOMPARE(result.err.trimmed().count('\n'), 0);
    QVERIFY(!QFile::exists(folder.filePath("made.netsmith")));
}

void TestCliImport::theProjectTrains_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"keras_mnist_mlp", "keras_mnist_conv_onehot", "keras_autoencoder", "torch_mnist_example",
                             "torch_row_lstm", "torch_autoencoder"})
        QTest::newRow(name) << name;
}

void TestCliImport::theProjectTrains()
{
    QFETCH(const QString, name);
    const QTemporaryDir folder;
    writeSmallMnist(folder.filePath("data"), 64, 32);
    const CliProcess cli(folder.path());
    const CliResult imported = cli.run({u"import"_s, script(name.toLatin1().constData()), u"made.netsmith"_s});
    QVERIFY2(imported.code == 0, imported.words().constData());
    const CliResult trained =
        cli.run({u"train"_s, u"made.netsmith"_s, u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE), u"--epochs"_s, u"1"_s,
                 u"--batch"_s, u"16"_s, u"--data-dir"_s, folder.filePath("data"), u"--run-dir"_s, folder.filePath("run")});
    QVERIFY2(trained.code == 0, trained.words().constData());
}

void TestCliImport::refuses_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("part");
    const QStringList usual{u"import"_s, u"given.py"_s, u"made.netsmith"_s};
    QTest::newRow("no Python") << QByteArray("\x89PNG\r\n") << usual << 3 << QByteArray("line 1");
    QTest::newRow("no network") << QByteArray("print('x')\n") << usual << 3 << QByteArray("makes no network");
    QTest::newRow("too large") << QByteArray(1'200'000, '\n') << usual << 3 << QByteArray("given.py");
    QTest::newRow("deep") << QByteArray(900'000, '(') << usual << 3 << QByteArray("levels");
    QTest::newRow("no shape") << QByteArray("import torch.nn as nn\nm = nn.Sequential(nn.Conv2d(3, 4, 3))\n") << usual << 3
                              << QByteArray("--input-shape");
    QTest::newRow("does not fit") << QByteArray(
        "import keras\nm = keras.Sequential([keras.Input((4, 4, 1)), keras.layers.Conv2D(3, 5)])\n")
                                  << usual << 3 << QByteArray("line 2");
    QTest::newRow("missing") << QByteArray() << QStringList{u"import"_s, u"none.py"_s, u"made.netsmith"_s} << 3
                             << QByteArray("none.py");
    QTest::newRow("unknown format") << QByteArray() << QStringList{u"import"_s, u"given.docx"_s, u"made.netsmith"_s} << 3
                                    << QByteArray("given.docx");
    QTest::newRow("no project") << QByteArray() << QStringList{u"import"_s, u"given.py"_s, u"made.txt"_s} << 2
                                << QByteArray("made.txt");
    QTest::newRow("bad shape") << QByteArray() << QStringList(usual + QStringList{u"--input-shape"_s, u"3,-1"_s}) << 2
                               << QByteArray("whole number");
}

void TestCliImport::refuses()
{
    QFETCH(const QByteArray, content);
    QFETCH(const QStringList, arguments);
    QFETCH(const int, code);
    QFETCH(const QByteArray, part);
    const QTemporaryDir folder;
    writeBytes(folder.filePath("given.py"), content);
    const CliResult result = CliProcess(folder.path()).run(arguments);
    QVERIFY(result.ended);
    QVERIFY2(result.code == code && result.err.contains(part), result.words().constData());
    QCOMPARE(result.err.trimmed().count('\n'), 0);
    QVERIFY(!QFile::exists(folder.filePath("made.netsmith")));
}

NETSMITH_TEST(TestCliImport)

} // namespace test_import

#include "test_import.moc"
