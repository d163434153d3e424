#include "engine/compress/weights/sparsity.h"

#include "engine/compress/importance/importance.h"
#include "engine/core/error.h"
#include "engine/graph/specs/kept_zeros.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_sparsity {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

namespace {

using Numbers = std::vector<float>;

/// The mean of each of two channels → dense_1, 2 × 3 → dense_2, 3 × 3, with these weights.
SavedRun runOf(const Numbers& first, const Numbers& second)
{
    NetworkSketch sketch;
    const std::string hidden = sketch.add("dense", {sketch.add("global_average_pooling2d", {"input"})}, units(3));
    (void)sketch.add("dense", {hidden}, units(3, "softmax"));
    SavedRun run{.project = sketch.project(), .record = {}, .checkpoint = {}};
    run.record.fields = imageFields();
    run.checkpoint.weights = arraysFile({{"dense_1.kernel", {2, 3}, first},
                                         {"dense_1.bias", {3}, {0.0f, 0.01f, 0.02f}},
                                         {"dense_2.kernel", {3, 3}, second},
                                         {"dense_2.bias", {3}, {0.0f, 0.0f, 0.03f}}});
    return run;
}

SavedRun someRun()
{
    return runOf({0.5f, -0.1f, 2.0f, -3.0f, 0.2f, 0.0f}, {1.0f, -0.3f, 0.4f, 0.05f, -5.0f, 6.0f, 0.7f, -0.8f, 0.9f});
}

Numbers left(const SparseNetwork& network, const std::string& id)
{
    const SafetensorsFile file = parseSafetensors(network.weights, "weights").take();
    const std::vector<double> numbers = numbersIn(file, id);
    return {numbers.begin(), numbers.end()};
}

} // namespace

/// Which weights are set to zero, against values worked by hand.
class TestSparsity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSmallestGo_data();
    void theSmallestGo();
    void averagesDecide();
    void equalOnesGoInOrder();
    void randomFollowsTheSeed();
    void layersKeepTheirZeros();
    void stepsMayFindNothing();
    void followsTheSchedule();
    void twoOfFour();
    void twoOfFourInConvolutions();
    void refuses_data();
    void refuses();
};

void TestSparsity::theSmallestGo_data()
{
    QTest::addColumn<double>("share");
    QTest::addColumn<bool>("isLayer");
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QList<float>>("first");
    QTest::addColumn<QList<float>>("second");
    using L = QList<float>;
    const L first{0.5f, -0.1f, 2.0f, -3.0f, 0.2f, 0.0f}, second{1.0f, -0.3f, 0.4f, 0.05f, -5.0f, 6.0f, 0.7f, -0.8f, 0.9f};
    // Of 15 weights 6 go: 0, 0.05, 0.1, 0.2, 0.3 and 0.4.
    QTest::newRow("network") << 0.4 << false << QString() << L{0.5f, 0, 2, -3, 0, 0} << L{1, 0, 0, 0, -5, 6, 0.7f, -0.8f, 0.9f};
    // 3 of 6, and llround(4.5) = 5 of 9.
    QTest::newRow("layers") << 0.5 << true << QString() << L{0.5f, 0, 2, -3, 0, 0} << L{1, 0, 0, 0, -5, 6, 0, 0, 0.9f};
    QTest::newRow("first") << 0.5 << false << "dense_1" << L{0.5f, 0, 2, -3, 0, 0} << second;
    QTest::newRow("second") << 0.34 << false << "dense_2" << first << L{1, 0, 0, 0, -5, 6, 0.7f, -0.8f, 0.9f};
}

void TestSparsity::theSmallestGo()
{
    QFETCH(double, share);
    QFETCH(bool, isLayer);
    QFETCH(QString, layer);
    QFETCH(QList<float>, first);
    QFETCH(QList<float>, second);
    SparsityOptions options{.share = share, .scope = isLayer ? Scope::layer : Scope::global};
    if (!layer.isEmpty())
        options.layers = {layer.toStdString()};
    const SavedRun run = someRun();
    const SparseNetwork network = sparsified(run, options);
    QVERIFY(left(network, "dense_1.kernel") == Numbers(first.begin(), first.end()));
    QVERIFY(left(network, "dense_2.kernel") == Numbers(second.begin(), second.end()));
    QVERIFY(left(network, "dense_1.bias") == (Numbers{0.0f, 0.01f, 0.02f}));
    QCOMPARE(network.arrays.size(), std::size_t(layer.isEmpty() ? 2 : 1));
    QCOMPARE(network.zeros(), (layer == u"dense_2" ? 0 : first.count(0.0f)) + (layer == u"dense_1" ? 0 : second.count(0.0f)));
    QCOMPARE(network.zerosBefore(), layer == u"dense_2" ? 0 : 1);
}

/// The average is what is evaluated; the weight goes with it.
void TestSparsity::averagesDecide()
{
    SavedRun run = someRun();
    run.checkpoint.weights = arraysFile({{"dense_1.kernel", {2, 3}, {1, 2, 3, 4, 5, 6}},
                                         {"dense_1.kernel/average", {2, 3}, {6, 5, 4, 3, 2, 1}},
                                         {"dense_1.bias", {3}, {0, 0, 0}},
                                         {"dense_2.kernel", {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}},
                                         {"dense_2.bias", {3}, {0, 0, 0}}});
    const SparseNetwork network = sparsified(run, {.share = 0.5, .layers = {"dense_1"}});
    QVERIFY(left(network, "dense_1.kernel") == (Numbers{6, 5, 4, 0, 0, 0}));
    const SafetensorsFile file = parseSafetensors(network.weights, "weights").take();
    float trained[6];
    std::memcpy(trained, file.find("dense_1.kernel")->bytes.data(), sizeof trained);
    QVERIFY(std::ranges::equal(trained, Numbers{1, 2, 3, 0, 0, 0}));
}

void TestSparsity::equalOnesGoInOrder()
{
    const SparseNetwork network = sparsified(runOf(Numbers(6, 1.0f), Numbers(9, -1.0f)), {.share = 0.2});
    QVERIFY(left(network, "dense_1.kernel") == (Numbers{0, 0, 0, 1, 1, 1}));
    QVERIFY(left(network, "dense_2.kernel") == Numbers(9, -1.0f));
}

void TestSparsity::randomFollowsTheSeed()
{
    const SavedRun run = someRun();
    const auto with = [&](std::uint64_t seed) {
        return sparsified(run, {.share = 0.4, .criterion = WeightCriterion::random, .seed = seed});
    };
    const SparseNetwork network = with(1);
    QCOMPARE(network.zeros(), 6);
    QCOMPARE(left(network, "dense_1.kernel").back(), 0.0f); // what was zero stays so
    QVERIFY(with(1).weights == network.weights);
    QVERIFY(with(2).weights != network.weights || with(3).weights != network.weights);
    QVERIFY(left(network, "dense_2.kernel") != left(sparsified(run, {.share = 0.4}), "dense_2.kernel"));
}

void TestSparsity::layersKeepTheirZeros()
{
    const SparseNetwork network = sparsified(someRun(), {.share = 0.5, .layers = {"dense_2"}});
    QVERIFY(keepsZeros(network.project.graph.find("dense_2")->parameters));
    QVERIFY(!keepsZeros(network.project.graph.find("dense_1")->parameters));
    QVERIFY(checkedImages(network.project).problems().empty());
}

/// The last steps of a schedule are small, and a training may have left more zeros than the next one asks for.
void TestSparsity::stepsMayFindNothing()
{
    for (const Scope scope : {Scope::global, Scope::layer}) {
        const SparseNetwork network = sparsified(someRun(), {.share = 0.01, .scope = scope});
        QCOMPARE(network.zeros(), 1);
        QCOMPARE(left(network, "dense_1.kernel").back(), 0.0f);
        QCOMPARE(left(network, "dense_1.kernel")[1], -0.1f);
    }
}

void TestSparsity::followsTheSchedule()
{
    using train::scheduledShare;
    QCOMPARE(scheduledShare(0.0, 0.8, 0.5), 0.8 * (1.0 - 0.125));
    QCOMPARE(scheduledShare(0.2, 0.8, 1.0 / 3.0), 0.8 - 0.6 * 8.0 / 27.0);
    QCOMPARE(scheduledShare(0.2, 0.8, 1.0), 0.8);
    QCOMPARE(scheduledShare(0.0, 0.9, 1.0), 0.9);
    // What is left of a schedule is one itself.
    const double reached = scheduledShare(0.1, 0.9, 0.4);
    for (const double time : {0.6, 0.8, 1.0})
        QVERIFY(std::abs(scheduledShare(reached, 0.9, time, 0.4) - scheduledShare(0.1, 0.9, time)) < 1e-12);
}

/// Worked by hand: two zeros for each four inputs of a unit, wherever the others are.
void TestSparsity::twoOfFour()
{
    const Numbers first{1, -9, 2, 7, -3, 6, -4, 0, // two units, four inputs: columns
                        5, 1,  1, 2, 9,  8, 9,  -7};
    NetworkSketch sketch;
    const std::string map = sketch.add("conv2d", {"input"}, filters(8));
    const std::string hidden = sketch.add("dense", {sketch.add("global_average_pooling2d", {map})}, units(2));
    (void)sketch.add("dense", {hidden}, units(3, "softmax"));
    SavedRun run{.project = sketch.project(), .record = {}, .checkpoint = {}};
    run.record.fields = imageFields();
    run.checkpoint.weights = arraysFile({{"conv2d_1.kernel", {3, 3, 2, 8}, Numbers(144, 1.0f)},
                                         {"conv2d_1.bias", {8}, Numbers(8, 0.0f)},
                                         {"dense_1.kernel", {8, 2}, first},
                                         {"dense_1.bias", {2}, {0, 0}},
                                         {"dense_2.kernel", {2, 3}, Numbers(6, 1.0f)},
                                         {"dense_2.bias", {3}, {0, 0, 0}}});
    const SparseNetwork network = sparsified(run, {.isTwoOfFour = true});
    QVERIFY(network.arrays[0].kept && !network.arrays[1].kept && network.arrays[2].kept); // two inputs each but one
    QVERIFY(left(network, "conv2d_1.kernel") == Numbers(144, 1.0f));
    QVERIFY(left(network, "dense_1.kernel") == (Numbers{0, -9, 0, 7, -3, 0, -4, 0, 0, 0, 0, 0, 9, 8, 9, -7}));
    QVERIFY(left(network, "dense_2.kernel") == Numbers(6, 1.0f));
    QCOMPARE(network.zeros(), 8);
    QVERIFY(keepsZeros(network.project.graph.find("dense_1")->parameters));
    try {
        (void)sparsified(run, {.isTwoOfFour = true, .layers = {"dense_2"}});
        QFAIL("nothing was said");
    } catch (const Error& error) {
        QVERIFY2(QByteArray(error.what()).contains("multiple of 4"), error.what());
    }
}

/// Random kernels of convolutions: each four inputs of each filter keep the two largest.
void TestSparsity::twoOfFourInConvolutions()
{
    NetworkSketch sketch;
    const std::string hidden = sketch.add("conv2d", {"input"}, filters(8));
    (void)sketch.add("dense", {sketch.add("flatten", {sketch.add("conv2d", {hidden}, filters(5))})}, units(3, "softmax"));
    SavedRun run{.project = sketch.project(), .record = {}, .checkpoint = {}};
    run.record.fields = imageFields();
    run.checkpoint.weights = drawnWeights(checkedImages(run.project), 3);
    const SparseNetwork network = sparsified(run, {.isTwoOfFour = true});
    QVERIFY(network.arrays[0].kept); // of two channels
    QVERIFY(!network.arrays[1].kept && !network.arrays[2].kept);
    const std::vector<double> before = numbersIn(run.checkpoint.weights, "conv2d_2.kernel");
    const Numbers after = left(network, "conv2d_2.kernel");
    for (std::size_t row = 0; row < 72; row += 4)
        for (std::size_t filter = 0; filter < 5; ++filter) {
            double leastKept = 1e9, mostGone = 0.0;
            int zeros = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                const std::size_t at = (row + i) * 5 + filter;
                zeros += after[at] == 0.0f ? 1 : 0;
                if (after[at] == 0.0f)
                    mostGone = std::max(mostGone, std::abs(before[at]));
                else
                    leastKept = std::min(leastKept, std::abs(before[at]));
                QVERIFY(after[at] == 0.0f || after[at] == static_cast<float>(before[at]));
            }
            QCOMPARE(zeros, 2);
            QVERIFY(mostGone <= leastKept);
        }
}

void TestSparsity::refuses_data()
{
    QTest::addColumn<double>("share");
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("none") << 0.0 << QString() << QByteArray("above 0 and below 1");
    QTest::newRow("all") << 1.0 << QString() << QByteArray("above 0 and below 1");
    QTest::newRow("negative") << -0.5 << QString() << QByteArray("above 0 and below 1");
    QTest::newRow("NaN") << std::nan("") << QString() << QByteArray("above 0 and below 1");
    QTest::newRow("as many as there are") << 0.05 << QString() << QByteArray("are zero already");
    QTest::newRow("no such layer") << 0.5 << "dense_3" << QByteArray("there is no layer \"dense_3\" with a kernel");
    QTest::newRow("a layer without weights") << 0.5 << "global_average_pooling2d_1" << QByteArray("there are: dense_1, dense_2");
    QTest::newRow("nothing left") << 0.95 << "dense_1" << QByteArray("nothing is left of dense_1.kernel");
}

void TestSparsity::refuses()
{
    QFETCH(double, share);
    QFETCH(QString, layer);
    QFETCH(QByteArray, words);
    SparsityOptions options{.share = share};
    if (!layer.isEmpty())
        options.layers = {layer.toStdString()};
    QByteArray said;
    try {
        requireMoreZeros(withItsZeros(someRun(), options.layers), options.share);
        (void)sparsified(someRun(), options);
    } catch (const Error& error) {
        said = error.what();
    }
    QVERIFY2(said.contains(words), said);
}

NETSMITH_TEST(TestSparsity)

} // namespace test_sparsity

#include "test_sparsity.moc"
