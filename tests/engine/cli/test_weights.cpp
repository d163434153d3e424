#include "engine/inspect/weights/layer_weights.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>
#include <png.h>

#include <cmath>
#include <csignal>
#include <filesystem>

namespace test_weights {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

namespace {

namespace fs = std::filesystem;

struct GreyPicture {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<png_byte> pixels;
};

GreyPicture greyPicture(const QString& path)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&image, path.toLocal8Bit().constData()))
        return {};
    image.format = PNG_FORMAT_GRAY;
    GreyPicture picture{image.width, image.height, std::vector<png_byte>(PNG_IMAGE_SIZE(image))};
    png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr);
    return picture;
}

} // namespace

/// `weights`: what is in a run's weights.
class TestCliWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void figuresAreThoseOfTheCheckpoint();
    void aCheckpointIsChosenByItsStep();
    void spectraHaveTheNormOfTheWeights();
    void checkpointsAreFollowed();
    void neighborsAreNamed();
    void filtersAreWritten();
    void wordsSayTheSame();
    void aRunInTrainingIsRead();
    void mistakesAreSentences_data();
    void mistakesAreSentences();

private:
    CliResult weights(const QStringList& arguments) { return m_cli->run(QStringList{u"weights"_s} + arguments); }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    fs::path run(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestCliWeights::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(path(u"data"_s), 60, 20);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
    Project project = smallProject();
    project.training.keepCheckpoints = 9;
    writeProject(path(u"small.netsmith"_s), project);
    fs::create_directory(run("texts"));
    writeProject(path(u"text.netsmith"_s), tinyTextProject(run("texts")));
    for (const char* name : {"small", "text"}) {
        const CliResult trained =
            m_cli->run({u"train"_s, QString::fromLatin1(name) + u".netsmith"_s, u"--epochs"_s, u"2"_s, u"--run-dir"_s,
                        QString::fromLatin1(name), u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE)});
        QVERIFY2(trained.code == 0, trained.words());
    }
}

void TestCliWeights::figuresAreThoseOfTheCheckpoint()
{
    const CliResult result = weights({u"small"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const inspect::RunWeights saved(run("small"));
    QCOMPARE(result.event(u"weights"_s)[u"step"_s].toInteger(), saved.step());
    int found = 0;
    for (const QJsonObject& line : result.lines()) {
        if (line[u"event"_s] != u"array"_s)
            continue;
        const inspect::LayerWeights layer = saved.weightsOf(saved.layer(line[u"layer"_s].toString().toStdString()));
        const inspect::WeightArray* array = layer.find(line[u"name"_s].toString().toStdString());
        QVERIFY(array);
        double squares = 0.0;
        float least = array->numbers[0];
        for (const float number : array->numbers) {
            squares += static_cast<double>(number) * static_cast<double>(number);
            least = std::min(least, number);
        }
        QVERIFY(std::abs(line[u"norm"_s].toDouble() - std::sqrt(squares)) < 1e-9);
        QCOMPARE(line[u"least"_s].toDouble(), static_cast<double>(least));
        QCOMPARE(line[u"count"_s].toInteger(), std::ssize(array->numbers));
        ++found;
    }
    QCOMPARE(found, 4);
}

void TestCliWeights::aCheckpointIsChosenByItsStep()
{
    const CliResult last = weights({u"small"_s, u"--layer"_s, u"hidden"_s, u"--json"_s});
    const CliResult first = weights({u"small"_s, u"--layer"_s, u"hidden"_s, u"--checkpoint"_s, u"4"_s, u"--json"_s});
    QVERIFY2(first.code == 0, first.words());
    QCOMPARE(first.event(u"weights"_s)[u"step"_s].toInteger(), 4);
    QVERIFY(first.event(u"array"_s)[u"norm"_s] != last.event(u"array"_s)[u"norm"_s]);
    const CliResult named = weights({u"small/checkpoints/000004"_s, u"--layer"_s, u"hidden"_s, u"--json"_s});
    QCOMPARE(named.event(u"array"_s), first.event(u"array"_s));
}

void TestCliWeights::spectraHaveTheNormOfTheWeights()
{
    const CliResult result = weights({u"small"_s, u"--layer"_s, u"hidden"_s, u"--spectrum"_s, u"--json"_s});
    const QJsonObject spectrum = result.event(u"spectrum"_s);
    const double norm = weights({u"small"_s, u"--layer"_s, u"hidden"_s, u"--json"_s}).event(u"array"_s)[u"norm"_s].toDouble();
    QCOMPARE(spectrum[u"singular_values"_s].toArray().size(), 16);
    QVERIFY(std::abs(spectrum[u"frobenius_norm"_s].toDouble() - norm) < 1e-9 * norm);
    double squares = 0.0;
    for (const QJsonValue value : spectrum[u"singular_values"_s].toArray())
        squares += value.toDouble() * value.toDouble();
    QVERIFY(std::abs(squares - norm * norm) < 1e-9 * squares);
    const double largest = spectrum[u"singular_values"_s][0].toDouble();
    QCOMPARE(spectrum[u"spectral_norm"_s].toDouble(), largest);
    QVERIFY(std::abs(spectrum[u"stable_rank"_s].toDouble() - squares / largest / largest) < 1e-9);
    QVERIFY(result.event(u"array"_s).isEmpty()); // only what was asked for
}

void TestCliWeights::checkpointsAreFollowed()
{
    const CliResult result = weights({u"small"_s, u"--layer"_s, u"hidden"_s, u"--over-time"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    QList<QJsonObject> moments;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"_s] == u"moment"_s && line[u"name"_s] == u"kernel"_s)
            moments << line;
    QCOMPARE(moments.size(), 3);
    QVERIFY(!moments[0][u"drawn_again"_s].toBool()); // the checkpoint before training is kept
    QCOMPARE(moments[0][u"distance"_s].toDouble(), 0.0);
    QVERIFY(moments[0][u"update"_s].isNull());
    QCOMPARE(moments[1][u"distance"_s].toDouble(), moments[1][u"change"_s].toDouble());
    QCOMPARE(moments[1][u"update"_s].toDouble(), moments[1][u"change"_s].toDouble() / 4.0);
    QCOMPARE(moments[2][u"step"_s].toInteger(), 8);
    QCOMPARE(moments[2][u"norm"_s].toDouble(),
             weights({u"small"_s, u"--layer"_s, u"hidden"_s, u"--json"_s}).event(u"array"_s)[u"norm"_s].toDouble());
    // Without it the same weights are drawn again.
    fs::rename(run("small") / "checkpoints/000000", run("before"));
    const QJsonObject drawn = weights({u"small"_s, u"--layer"_s, u"hidden"_s, u"--over-time"_s, u"--json"_s}).event(u"moment"_s);
    fs::rename(run("before"), run("small") / "checkpoints/000000");
    QVERIFY(drawn[u"drawn_again"_s].toBool());
    for (const char* key : {"step", "norm", "counts"})
        QCOMPARE(drawn[QLatin1String(key)], moments[0][QLatin1String(key)]);
    qint64 all = 0;
    for (const QJsonValue count : moments[2][u"counts"_s].toArray())
        all += count.toInteger();
    QCOMPARE(all, 784 * 16);
}

void TestCliWeights::neighborsAreNamed()
{
    const CliResult result = weights({u"text"_s, u"--neighbours"_s, u"o"_s, u"--count"_s, u"3"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject found = result.event(u"neighbors"_s);
    QCOMPARE(found[u"word"_s].toString(), u"o"_s);
    const QJsonArray near = found[u"by_cosine"_s].toArray();
    QCOMPARE(near.size(), 3);
    const inspect::RunWeights saved(run("text"));
    const inspect::LayerWeights layer = saved.weightsOf(saved.layer(found[u"layer"_s].toString().toStdString()));
    const inspect::WeightArray& table = layer.arrays[0];
    const std::int64_t width = table.facts.shape[1];
    const auto cosine = [&](std::int64_t a, std::int64_t b) {
        double ab = 0.0, aa = 0.0, bb = 0.0;
        for (std::int64_t i = 0; i < width; ++i) {
            const double x = static_cast<double>(table.numbers[static_cast<std::size_t>(a * width + i)]);
            const double y = static_cast<double>(table.numbers[static_cast<std::size_t>(b * width + i)]);
            ab += x * y;
            aa += x * x;
            bb += y * y;
        }
        return ab / std::sqrt(aa * bb);
    };
    const std::int64_t own = found[u"id"_s].toInteger();
    QVERIFY(std::abs(near[0][u"cosine"_s].toDouble() - cosine(own, near[0][u"id"_s].toInteger())) < 1e-12);
    for (std::int64_t other = 0; other < table.facts.shape[0]; ++other)
        QVERIFY(other == own || cosine(own, other) <= near[0][u"cosine"_s].toDouble() + 1e-12);
    QCOMPARE(weights({u"text"_s, u"--neighbors"_s, u'#' + QString::number(own), u"--count"_s, u"3"_s, u"--json"_s})
                 .event(u"neighbors"_s),
             found);
}

void TestCliWeights::filtersAreWritten()
{
    const CliResult result = weights({u"small"_s, u"--layer"_s, u"hidden"_s, u"--filters"_s, u"pictures"_s, u"--json"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject event = result.event(u"filters"_s);
    QCOMPARE(event[u"form"_s].toString(), u"unit_images"_s);
    const GreyPicture picture = greyPicture(path(u"pictures/hidden.kernel.png"_s));
    // 16 units in 4 columns of 28 pixels, with a margin of 2.
    QCOMPARE(picture.width, 4u * 30 + 2);
    QCOMPARE(picture.height, 4u * 30 + 2);
    const inspect::RunWeights saved(run("small"));
    const inspect::LayerWeights layer = saved.weightsOf(saved.layer("hidden"));
    const double most = event[u"most"_s].toDouble();
    for (const auto& [unit, row, column] : {std::tuple{0, 0, 0}, {6, 13, 20}, {15, 27, 27}}) {
        const auto x = static_cast<std::size_t>(2 + unit % 4 * 30 + column), y = static_cast<std::size_t>(2 + unit / 4 * 30 + row);
        const auto number = static_cast<double>(layer.arrays[0].numbers[static_cast<std::size_t>((row * 28 + column) * 16 + unit)]);
        QVERIFY(std::abs(picture.pixels[y * picture.width + x] - (127.5 + 127.5 * number / most)) <= 0.51);
    }
}

void TestCliWeights::wordsSayTheSame()
{
    const CliResult result = weights({u"small"_s, u"--spectrum"_s, u"--over-time"_s});
    QVERIFY2(result.code == 0, result.words());
    for (const char* words :
         {"weights after step 8", "spectral norm", "784×16", "hidden kernel, 784×16: numbers from", "from the first", "█"})
        QVERIFY2(result.out.contains(words), result.words());
}

void TestCliWeights::aRunInTrainingIsRead()
{
    QByteArray read;
    const CliResult trained = m_cli->during({u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"100000"_s, u"--run-dir"_s, u"live"_s,
                                             u"--device"_s, QStringLiteral(NETSMITH_TEST_DEVICE), u"--json"_s},
                                            40, SIGINT, [&] {
                                                const CliResult result = weights({u"live"_s, u"--over-time"_s, u"--json"_s});
                                                read =
                                                    result.code == 0 ? QByteArray::number(result.lines().size()) : result.words();
                                            });
    QVERIFY2(trained.ended, trained.words());
    QVERIFY2(read.toInt() >= 1 + 4, read);
}

void TestCliWeights::mistakesAreSentences_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const QStringList& arguments, int code, const QString& words) {
        QTest::newRow(name) << arguments << code << words;
    };
    row("no run", {u"nowhere"_s}, 3, u"nowhere"_s);
    row("no such layer", {u"small"_s, u"--layer"_s, u"conv"_s}, 3, u"name one of those with weights: hidden, classes"_s);
    row("a layer without weights", {u"small"_s, u"--layer"_s, u"flatten"_s}, 3, u"\"flatten\" has no weights"_s);
    row("no such checkpoint", {u"small"_s, u"--checkpoint"_s, u"5"_s}, 3,
        u"keeps no checkpoint of step 5; it has these: 0, 4, 8"_s);
    row("no number", {u"small"_s, u"--checkpoint"_s, u"x"_s}, 2, u"--checkpoint"_s);
    row("no embedding", {u"small"_s, u"--neighbours"_s, u"a"_s}, 3, u"--neighbours needs an embedding"_s);
    row("an unknown word", {u"text"_s, u"--neighbours"_s, u"Z"_s}, 3, u"\"Z\" is not one of the"_s);
    row("no such row", {u"text"_s, u"--neighbours"_s, u"#99"_s}, 3, u"the number of a row from #0 to #"_s);
    row("a folder that is a file", {u"small"_s, u"--filters"_s, u"small.netsmith"_s}, 4, u"small.netsmith"_s);
}

void TestCliWeights::mistakesAreSentences()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QString, words);
    const CliResult result = weights(arguments);
    QFETCH(const int, code);
    QVERIFY2(result.ended && result.code == code, result.words());
    QVERIFY2(result.err.contains(words.toUtf8()), result.words());
}

NETSMITH_TEST(TestCliWeights)

} // namespace test_weights

#include "test_weights.moc"
