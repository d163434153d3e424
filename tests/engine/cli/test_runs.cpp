#include "tests/engine/cli/run_folder.h"
#include "tests/test_program.h"

#include <QJsonArray>

#include <png.h>

namespace test_runs {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

namespace {

/// Writes a picture with libpng, as programs do; `format` is PNG_FORMAT_GRAY and the like.
void writePng(const QString& path, const QByteArray& pixels, png_uint_32 format)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = image.height = 28;
    image.format = format;
    if (!png_image_write_to_file(&image, qPrintable(path), 0, pixels.constData(), 0, nullptr))
        qFatal("the test can't write %s: %s", qPrintable(path), image.message);
}

/// Each grey pixel as `channels` equal ones, and an opaque fourth.
QByteArray spread(const QByteArray& grey, int channels)
{
    QByteArray out;
    for (const char pixel : grey)
        out += QByteArray(std::min(channels, 3), pixel) + QByteArray(channels > 3 ? 1 : 0, '\xff');
    return out;
}

} // namespace

/// Training and what comes after it, through the program itself: events, evaluation, prediction, timing.
class TestRuns : public QObject, RunFolder {
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void trainsAndTells();
    void settingsReachTheRun();
    void evaluatesAndPredicts();
    void predictsPictures();
    void listsRuns();
    void divergenceNamesTheLayer();
    void benchTells();
    void benchMakesUpData();
    void benchListsKernels();
    void benchComparesFusion();
    void benchTimesPredictions();
    void selftestPasses();
    void barIsDrawnOnATerminalAlone();
    void listingLoadsNoBackend();
};

void TestRuns::trainsAndTells()
{
    const CliResult result = m_cli->run(train(u"run"_s));
    QVERIFY2(result.code == 0, result.words());
    const QList<QJsonObject> lines = result.lines();
    QCOMPARE(lines.first()[u"event"].toString(), u"start"_s);
    QCOMPARE(lines.last()[u"event"].toString(), u"done"_s);
    for (const char* key : {"project", "run", "device", "precision", "batch", "epochs", "seed", "parameters", "data", "memory"})
        QVERIFY2(lines.first().contains(QLatin1StringView(key)), key);
    int epochs = 0;
    int steps = 0;
    for (const QJsonObject& line : lines) {
        if (line[u"event"].toString() == u"step") {
            for (const char* key : {"step", "epoch", "loss", "lr", "samples_per_s"})
                QVERIFY2(line[QLatin1StringView(key)].isDouble(), key);
            steps = line[u"step"].toInt();
        }
        if (line[u"event"].toString() == u"epoch") {
            for (const char* key : {"loss", "accuracy", "val_loss", "val_accuracy"})
                QVERIFY2(line[QLatin1StringView(key)].isDouble(), key);
            QCOMPARE(line[u"epoch"].toInt(), ++epochs);
        }
    }
    QCOMPARE(epochs, 2);
    QCOMPARE(steps, 2 * 13);
    QCOMPARE(lines.last()[u"run"].toString(), path(u"run"_s));
    QVERIFY(lines.last()[u"val_accuracy"].isDouble() && lines.last()[u"seconds"].isDouble());
    for (const char* file : {"run.json", "metrics.csv", "timing.csv", "project.netsmith"})
        QVERIFY2(QFile::exists(path(u"run/"_s + QLatin1StringView(file))), file);

    const CliResult words = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"words"_s});
    QVERIFY2(words.code == 0 && words.out.count('\n') == 3, "a line an epoch and the end: " + words.words());
}

void TestRuns::settingsReachTheRun()
{
    const CliResult result = m_cli->run(train(u"run"_s,
                                              {u"--epochs"_s, u"1"_s, u"--batch"_s, u"50"_s, u"--seed"_s, u"9"_s, u"--set"_s,
                                               u"hidden.units=5"_s, u"--set"_s, u"optimizer.learning_rate=0.25"_s}));
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject start = result.event(u"start"_s);
    QCOMPARE(start[u"epochs"].toInt(), 1);
    QCOMPARE(start[u"batch"].toInt(), 50);
    QCOMPARE(start[u"seed"].toInt(), 9);
    QCOMPARE(start[u"parameters"].toInt(), 784 * 5 + 5 + 5 * 10 + 10);
    QCOMPARE(result.event(u"step"_s)[u"lr"].toDouble(), 0.25);
}

void TestRuns::evaluatesAndPredicts()
{
    const CliResult trained = m_cli->run(train(u"run"_s, {u"--epochs"_s, u"6"_s}));
    QVERIFY2(trained.code == 0, trained.words());
    const CliResult judged = m_cli->run({u"evaluate"_s, u"run"_s, u"--json"_s});
    QVERIFY2(judged.code == 0, judged.words());
    const QJsonObject evaluation = judged.event(u"evaluation"_s);
    QCOMPARE(evaluation[u"accuracy"].toDouble(), trained.event(u"done"_s)[u"val_accuracy"].toDouble());
    QCOMPARE(evaluation[u"samples"].toInt(), 50);

    const CliResult asked = m_cli->run({u"predict"_s, u"run"_s, u"data/mnist/t10k-images-idx3-ubyte"_s, u"--json"_s});
    QVERIFY2(asked.code == 0, asked.words());
    const QByteArray labels = readBytes(path(u"data/mnist/t10k-labels-idx1-ubyte"_s)).mid(8);
    QCOMPARE(asked.lines().size(), 50);
    int right = 0;
    for (int i = 0; i < 50; ++i) {
        const QJsonObject line = asked.lines().at(i);
        double sum = 0.0;
        for (const QJsonValue& value : line[u"values"].toArray())
            sum += value.toDouble();
        QVERIFY2(std::abs(sum - 1.0) < 1e-5 && line[u"probabilities"].toBool(), asked.words());
        right += line[u"class"].toInt() == labels[i];
    }
    QCOMPARE(right / 50.0, evaluation[u"accuracy"].toDouble());

    const QJsonObject one = m_cli->run({u"predict"_s, u"run"_s, u"--index"_s, u"7"_s, u"--json"_s}).event(u"prediction"_s);
    QCOMPARE(one[u"label"].toInt(), int(labels[7]));
    QCOMPARE(one[u"values"].toArray(), asked.lines().at(7)[u"values"].toArray());
}

void TestRuns::predictsPictures()
{
    const CliResult trained = m_cli->run(train(u"run"_s, {u"--epochs"_s, u"1"_s}));
    QVERIFY2(trained.code == 0, trained.words());
    const QByteArray images = readBytes(path(u"data/mnist/t10k-images-idx3-ubyte"_s)).mid(16);
    const QByteArray first = images.left(28 * 28), second = images.mid(28 * 28, 28 * 28);
    writePng(path(u"grey.png"_s), first, PNG_FORMAT_GRAY);
    writePng(path(u"other.PNG"_s), second, PNG_FORMAT_GRAY);
    writePng(path(u"colour.png"_s), spread(first, 3), PNG_FORMAT_RGB);
    writePng(path(u"opaque.png"_s), spread(first, 4), PNG_FORMAT_RGBA);
    const CliResult asked = m_cli->run({u"predict"_s, u"run"_s, u"grey.png"_s, u"other.PNG"_s, u"colour.png"_s, u"opaque.png"_s,
                                        u"--index"_s, u"0"_s, u"--index"_s, u"1"_s, u"--json"_s});
    QVERIFY2(asked.code == 0, asked.words());
    const QList<QJsonObject> lines = asked.lines();
    QCOMPARE(lines.size(), 6);
    QCOMPARE(lines[0][u"input"].toString(), u"grey.png"_s);
    const auto values = [&](int line) { return lines[line][u"values"].toArray(); };
    QVERIFY(values(0) != values(1));
    QCOMPARE(values(0), values(4)); // the sample as the test set has it
    QCOMPARE(values(1), values(5));
    QCOMPARE(values(2), values(4));
    QCOMPARE(values(3), values(4));
}

void TestRuns::listsRuns()
{
    QVERIFY(m_cli->run({u"runs"_s, u"small.netsmith"_s}).out.contains("no run"));
    const CliResult trained = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--json"_s});
    QVERIFY2(trained.code == 0, trained.words());
    const CliResult listed = m_cli->run({u"runs"_s, u"small.netsmith"_s, u"--json"_s});
    QCOMPARE(listed.lines().size(), 1);
    const QJsonObject run = listed.event(u"run"_s);
    QCOMPARE(run[u"state"].toString(), u"done"_s);
    QCOMPARE(run[u"epochs_done"].toInt(), 2);
    QVERIFY2(run[u"values"].toObject().contains(u"val_accuracy"), listed.words());
}

void TestRuns::divergenceNamesTheLayer()
{
    const CliResult diverged = m_cli->run(train(u"run"_s,
                                                {u"--set"_s, u"optimizer=sgd"_s, u"--set"_s, u"optimizer.learning_rate=1e6"_s,
                                                 u"--set"_s, u"data.divide=1e-307"_s, u"--epochs"_s, u"50"_s}));
    QVERIFY2(diverged.ended && diverged.code == 5, diverged.words());
    QCOMPARE(diverged.event(u"error"_s)[u"code"].toInt(), 5);
    QVERIFY2(diverged.err.contains("input \"input\""), diverged.words());
    QVERIFY(readBytes(path(u"run/run.json"_s)).contains("\"diverged\""));
}

void TestRuns::benchTells()
{
    const CliResult result = m_cli->run(
        {u"bench"_s, u"small.netsmith"_s, u"--json"_s, u"--steps"_s, u"3"_s, u"--repeats"_s, u"3"_s, u"--batch"_s, u"20"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject bench = result.lines().last();
    QCOMPARE(bench[u"event"].toString(), u"bench"_s);
    QCOMPARE(bench[u"batch"].toInt(), 20);
    QCOMPARE(bench[u"project"].toString(), u"small.netsmith"_s);
    for (const char* key : {"ms_step", "samples_per_s", "peak_bytes"})
        QVERIFY2(bench[QLatin1StringView(key)].toDouble() > 0.0, key);
    QVERIFY2(bench[u"data"].toString().contains(u"data/mnist"), result.words());
    QVERIFY(bench.contains(u"device") && bench.contains(u"precision"));
}

void TestRuns::benchMakesUpData()
{
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, {});
    const CliResult result =
        m_cli->run({u"bench"_s, u"small.netsmith"_s, u"--json"_s, u"--steps"_s, u"2"_s, u"--repeats"_s, u"1"_s});
    QVERIFY2(result.code == 0, result.words());
    QVERIFY2(result.lines().last()[u"data"].toString().contains(u"random"), result.words());
}

void TestRuns::benchListsKernels()
{
    const CliResult result =
        m_cli->run({u"bench"_s, u"small.netsmith"_s, u"--json"_s, u"--kernels"_s, u"--steps"_s, u"1"_s, u"--repeats"_s, u"1"_s});
    QVERIFY2(result.code == 0, result.words());
    bool dense = false;
    for (const QJsonObject& line : result.lines())
        if (line[u"op"].toString() == u"dense") {
            dense = true;
            QVERIFY2(line[u"flops"].toDouble() > 0.0 && line[u"bytes"].toDouble() > 0.0, result.words());
            QVERIFY2(!line[u"origin"].toArray().isEmpty() && !line[u"implementation"].toString().isEmpty(), result.words());
        }
    QVERIFY2(dense, result.words());
}

void TestRuns::benchComparesFusion()
{
    const CliResult result = m_cli->run(
        {u"bench"_s, u"small.netsmith"_s, u"--json"_s, u"--compare-fusion"_s, u"--steps"_s, u"1"_s, u"--repeats"_s, u"1"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject fusion = result.event(u"fusion"_s);
    const QJsonObject fused = fusion[u"fused"].toObject();
    const QJsonObject unfused = fusion[u"unfused"].toObject();
    QVERIFY2(fused[u"operations"].toInt() < unfused[u"operations"].toInt(), result.words());
    QVERIFY2(fused[u"bytes"].toDouble() < unfused[u"bytes"].toDouble(), result.words());
}

void TestRuns::benchTimesPredictions()
{
    const QStringList command{u"bench"_s, u"small.netsmith"_s, u"--json"_s, u"--predict"_s, u"--steps"_s, u"5"_s};
    const CliResult result = m_cli->run(command + QStringList{u"--batches"_s, u"1,3,64"_s});
    QVERIFY2(result.code == 0, result.words());
    QList<int> batches;
    for (const QJsonObject& line : result.lines()) {
        QCOMPARE(line[u"event"_s].toString(), u"predict"_s);
        batches << line[u"batch"_s].toInt();
        const double p50 = line[u"ms_p50"_s].toDouble();
        QVERIFY2(p50 > 0.0 && p50 <= line[u"ms_p90"_s].toDouble(), result.words());
        QVERIFY2(line[u"ms_p90"_s].toDouble() <= line[u"ms_p99"_s].toDouble(), result.words());
        QVERIFY2(line[u"calls"_s].toInt() >= 5 && line[u"samples_per_s"_s].toDouble() > 0.0, result.words());
    }
    QCOMPARE(batches, (QList<int>{1, 3, 64}));
    QCOMPARE(m_cli->run(command + QStringList{u"--batches"_s, u"0"_s}).code, 2);
    QCOMPARE(m_cli->run({u"bench"_s, u"small.netsmith"_s, u"--batches"_s, u"1"_s}).code, 2); // of predictions only
}

void TestRuns::selftestPasses()
{
    const CliResult result = m_cli->run({u"selftest"_s, u"--device"_s, u"auto"_s, u"--precision"_s, u"all"_s, u"--json"_s});
    if (result.code == 3)
        QSKIP("the cpu backend is not part of this build");
    QVERIFY2(result.code == 0, result.words());
    QVERIFY(result.lines().size() >= 15);
    for (const QJsonObject& line : result.lines())
        QVERIFY2(line[u"passed"].toBool() && line[u"difference"].toDouble() <= line[u"tolerance"].toDouble(), result.words());
}

void TestRuns::barIsDrawnOnATerminalAlone()
{
    const CliResult plain = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"plain"_s});
    QVERIFY2(plain.code == 0 && !plain.err.contains('\r') && !plain.err.contains("\033["), plain.words());
    QProcess terminal;
    terminal.setWorkingDirectory(m_folder->path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    environment.insert(u"LC_ALL"_s, u"C"_s);
    terminal.setProcessEnvironment(environment);
    terminal.start(u"script"_s,
                   {u"-q"_s, u"-e"_s, u"-c"_s, u"%1 train small.netsmith --run-dir drawn"_s.arg(QStringLiteral(NETSMITH_CLI)),
                    u"/dev/null"_s});
    if (!terminal.waitForStarted())
        QSKIP("there is no program \"script\" to make a terminal");
    QVERIFY(terminal.waitForFinished());
    const QByteArray shown = terminal.readAllStandardOutput();
    QVERIFY2(terminal.exitCode() == 0 && shown.contains("\rtraining ##") && shown.contains(" 100 %"), shown);
}

void TestRuns::listingLoadsNoBackend()
{
    m_cli->setVariable(u"LD_DEBUG"_s, u"files"_s);
    const CliResult result = m_cli->run({u"layers"_s});
    QCOMPARE(result.code, 0);
    QVERIFY2(result.err.contains("libnetsmith-core.so"), "the loader says what it opens");
    for (const char* library : {"netsmith_cpu", "netsmith_reference", "dnnl"})
        QVERIFY2(!result.err.contains(library), library);
}

NETSMITH_TEST(TestRuns)

} // namespace test_runs

#include "test_runs.moc"
