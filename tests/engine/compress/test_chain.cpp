#include "engine/compress/chain/chain.h"

#include "engine/core/files/safe_file.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace test_chain {

using namespace netsmith;
using namespace netsmith::compress;

namespace {

/// Makes a folder one of a run with this many steps, whose result is that of an earlier one if it was `restored`.
void setSteps(const std::filesystem::path& run, std::int64_t steps, std::optional<std::int64_t> restored = {})
{
    RunRecord record;
    record.steps = steps;
    record.restoredStep = restored;
    writeFileSafely(openRun(run).take(), "run.json", toJson(record)).take();
}

} // namespace

/// What is said of a chain: intervals, the Pareto front and rules, by hand.
class TestChain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void intervals_data();
    void intervals();
    void onlySharesOfSamplesHaveThem();
    void front_data();
    void front();
    void rules();
    void keptMeasuresAreReadBack();
    void measuresOfOtherWeightsAreNone();
    void damagedMeasuresAreNone_data();
    void damagedMeasuresAreNone();
};

void TestChain::intervals_data()
{
    QTest::addColumn<double>("share");
    QTest::addColumn<qint64>("samples");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    // With z² = 3.8415: the middle is (p + z²/2n) / (1 + z²/n).
    QTest::newRow("none of ten") << 0.0 << qint64{10} << 0.0 << 0.27753;
    QTest::newRow("all of ten") << 1.0 << qint64{10} << 0.72247 << 1.0;
    QTest::newRow("half of hundred") << 0.5 << qint64{100} << 0.40383 << 0.59617;
    QTest::newRow("most") << 0.95 << qint64{100} << 0.88825 << 0.97846;
}

void TestChain::intervals()
{
    QFETCH(double, share);
    QFETCH(qint64, samples);
    QFETCH(double, low);
    QFETCH(double, high);
    const Interval interval = shareInterval(share, samples);
    QVERIFY2(std::abs(interval.low - low) < 1e-5 && std::abs(interval.high - high) < 1e-5,
             qPrintable(QStringLiteral("%1 %2").arg(interval.low, 0, 'g', 8).arg(interval.high, 0, 'g', 8)));
}

void TestChain::onlySharesOfSamplesHaveThem()
{
    Measures measures{.samples = 100, .eachSampleOnce = true, .values = {{"loss", 0.5}, {"accuracy", 0.5}}};
    QCOMPARE(judgedValue(measures), "accuracy");
    QVERIFY(intervalOf(measures, "accuracy"));
    QVERIFY(!intervalOf(measures, "loss"));
    QVERIFY(!intervalOf(measures, "precision"));
    measures.eachSampleOnce = false; // of tokens
    QVERIFY(!intervalOf(measures, "accuracy"));
}

void TestChain::front_data()
{
    using Points = std::vector<std::pair<double, double>>;
    QTest::addColumn<Points>("points");
    QTest::addColumn<std::vector<bool>>("expected");
    QTest::newRow("a better one") << Points{{4.0, 0.9}, {2.0, 0.9}} << std::vector<bool>{false, true};
    QTest::newRow("each its own") << Points{{4.0, 0.99}, {2.0, 0.9}, {3.0, 0.89}} << std::vector<bool>{true, true, false};
    QTest::newRow("the same twice") << Points{{1.0, 0.5}, {1.0, 0.5}} << std::vector<bool>{true, true};
    QTest::newRow("not measured") << Points{{1.0, std::nan("")}, {2.0, 0.5}} << std::vector<bool>{false, true};
    QTest::newRow("nothing") << Points{} << std::vector<bool>{};
}

void TestChain::front()
{
    using Points = std::vector<std::pair<double, double>>;
    QFETCH(Points, points);
    QFETCH(std::vector<bool>, expected);
    QCOMPARE(paretoFront(points), expected);
}

void TestChain::rules()
{
    const auto problem = [](const std::vector<Stage>& stages) {
        try {
            requireSensible(stages);
        } catch (const Error& error) {
            return error.message().id();
        }
        return std::string();
    };
    QCOMPARE(problem({}), "compress.what");
    QCOMPARE(problem({{.change = SparsityOptions(), .steps = 3}}), "compress.steps");
    QCOMPARE(problem({{.change = SparsityOptions(), .steps = 3, .epochs = 1}}), "");
    QCOMPARE(problem({{.change = PruningOptions()}, {.change = ClusteringOptions(), .epochs = 1}}), "compress.shared_training");
}

void TestChain::keptMeasuresAreReadBack()
{
    const QTemporaryDir folder;
    const std::filesystem::path run = folder.path().toStdString();
    const Measures measures{.step = 12,
                            .size = {1234, 5.5e6},
                            .bytes = 4321,
                            .memory = 1 << 20,
                            .zeros = 0.25,
                            .samples = 90,
                            .eachSampleOnce = true,
                            .values = {{"loss", std::nan("")}, {"accuracy", 0.75}},
                            .device = "cpu",
                            .latencies = {{1, 1e-4, 2e-4}, {64, 1e-3, 2e-3}}};
    setSteps(run, 12);
    QVERIFY(!keptMeasures(run));
    keepMeasures(run, measures);
    const std::optional<Measures> kept = keptMeasures(run);
    QVERIFY(kept);
    QCOMPARE(kept->step, 12);
    QCOMPARE(kept->size.parameters, 1234);
    QCOMPARE(kept->size.flops, 5.5e6);
    QCOMPARE(kept->bytes, 4321);
    QCOMPARE(kept->memory, 1 << 20);
    QCOMPARE(kept->zeros, 0.25);
    QCOMPARE(kept->samples, 90);
    QVERIFY(kept->eachSampleOnce);
    QCOMPARE(kept->values.size(), std::size_t{2});
    QVERIFY(std::isnan(kept->values[0].second));
    QCOMPARE(kept->values[1], (std::pair<std::string, double>("accuracy", 0.75)));
    QCOMPARE(kept->device, "cpu");
    QCOMPARE(kept->latencies.size(), std::size_t{2});
    QVERIFY(std::abs(kept->latencies[1].p99 - 2e-3) < 1e-12);
}

/// A run that was trained further has to be measured again; one that returned to an earlier checkpoint has not.
void TestChain::measuresOfOtherWeightsAreNone()
{
    const QTemporaryDir folder;
    const std::filesystem::path run = folder.path().toStdString();
    setSteps(run, 12);
    keepMeasures(run, {.step = 12});
    QVERIFY(keptMeasures(run));
    setSteps(run, 13);
    QVERIFY(!keptMeasures(run));
    setSteps(run, 13, 12);
    QVERIFY(keptMeasures(run));
}

void TestChain::damagedMeasuresAreNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("not JSON") << QByteArray("{");
    QTest::newRow("a list") << QByteArray("[]");
    QTest::newRow("of later") << QByteArray(R"({"version": 99})");
    QTest::newRow("incomplete") << QByteArray(R"({"version": 1, "step": 3})");
    QTest::newRow("another type") << QByteArray(R"({"version": 1, "step": "three"})");
}

void TestChain::damagedMeasuresAreNone()
{
    QFETCH(QByteArray, text);
    const QTemporaryDir folder;
    setSteps(folder.path().toStdString(), 3);
    QFile file(folder.filePath(QString::fromLatin1(measuresName)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    QVERIFY(!keptMeasures(folder.path().toStdString()));
}

NETSMITH_TEST(TestChain)

} // namespace test_chain

#include "test_chain.moc"
