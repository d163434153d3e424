#include "engine/compress/weights/clusters.h"

#include "engine/compress/importance/importance.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <random>
#include <set>

namespace test_clusters {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

namespace {

using Numbers = std::vector<float>;

double errorWith(const Numbers& numbers, const Numbers& centres)
{
    double sum = 0.0;
    for (const float number : numbers)
        sum += std::pow(double{number} - nearestCentre(centres, number), 2);
    return sum;
}

} // namespace

/// Weights that share values, against centres worked by hand.
class TestClusters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void centres_data();
    void centres();
    void orderDoesNotMatter();
    void noCentreCanMove();
    void nearestOfTwo();
    void kernelsShareValues();
};

void TestClusters::centres_data()
{
    QTest::addColumn<QList<float>>("numbers");
    QTest::addColumn<int>("clusters");
    QTest::addColumn<QList<float>>("expected");
    using L = QList<float>;
    QTest::newRow("two heaps") << L{0, 1, 2, 10, 11, 12} << 2 << L{1, 11};
    QTest::newRow("few values") << L{5, 3, 5, 3, -1} << 3 << L{-1, 3, 5};
    QTest::newRow("fewer than that") << L{5, 3} << 16 << L{3, 5};
    // From 0, 4, 8: {0, 1}, {3, 5}, {8} → 0.5, 4, 8, where nothing moves.
    QTest::newRow("three") << L{0, 1, 3, 5, 8} << 3 << L{0.5f, 4, 8};
    // From 0, 10, 20, 30: nothing is nearest to 10.
    QTest::newRow("an empty one") << L{0, 1, 2, 3, 30, 29, 21} << 4 << L{1.5f, 21, 29.5f};
    QTest::newRow("none") << L{} << 4 << L{};
}

void TestClusters::centres()
{
    QFETCH(QList<float>, numbers);
    QFETCH(int, clusters);
    QFETCH(QList<float>, expected);
    const Numbers found = clusterCentres({numbers.begin(), numbers.end()}, clusters);
    QCOMPARE(QList<float>(found.begin(), found.end()), expected);
}

void TestClusters::orderDoesNotMatter()
{
    std::mt19937 generator(5);
    std::normal_distribution<float> normal;
    Numbers numbers(5000);
    std::ranges::generate(numbers, [&] { return normal(generator); });
    const Numbers first = clusterCentres(numbers, 16);
    QCOMPARE(first.size(), std::size_t{16});
    std::ranges::shuffle(numbers, generator);
    QVERIFY(clusterCentres(numbers, 16) == first);
    QVERIFY(std::ranges::is_sorted(first));
}

/// Each centre is the mean of what is nearest to it, and more of them are closer.
void TestClusters::noCentreCanMove()
{
    std::mt19937 generator(6);
    std::normal_distribution<float> normal;
    Numbers numbers(3000);
    std::ranges::generate(numbers, [&] { return normal(generator); });
    double before = 1e9;
    for (const int clusters : {2, 4, 16, 64, 256}) {
        const Numbers found = clusterCentres(numbers, clusters);
        std::map<float, std::pair<double, int>> sums;
        for (const float number : numbers) {
            auto& [sum, count] = sums[nearestCentre(found, number)];
            sum += number;
            ++count;
        }
        QCOMPARE(sums.size(), found.size());
        for (const auto& [centre, sum] : sums)
            QVERIFY(std::abs(sum.first / sum.second - centre) < 1e-5);
        const double error = errorWith(numbers, found);
        QVERIFY(error < before / 2.0);
        before = error;
    }
}

void TestClusters::nearestOfTwo()
{
    const Numbers some{-1.0f, 1.0f, 4.0f};
    QCOMPARE(nearestCentre(some, -7.0f), -1.0f);
    QCOMPARE(nearestCentre(some, 0.0f), -1.0f);
    QCOMPARE(nearestCentre(some, 0.1f), 1.0f);
    QCOMPARE(nearestCentre(some, 3.0f), 4.0f);
    QCOMPARE(nearestCentre(some, 9.0f), 4.0f);
}

void TestClusters::kernelsShareValues()
{
    NetworkSketch sketch;
    (void)sketch.add("dense", {sketch.add("flatten", {"input"})}, units(3, "softmax"));
    SavedRun run{.project = sketch.project(), .record = {}, .checkpoint = {}};
    run.record.fields = imageFields();
    std::mt19937 generator(8);
    std::normal_distribution<float> normal;
    Numbers kernel(128 * 3);
    for (std::size_t i = 0; i < kernel.size(); ++i)
        kernel[i] = i % 5 == 0 ? 0.0f : normal(generator);
    run.checkpoint.weights = arraysFile({{"dense_1.kernel", {128, 3}, kernel}, {"dense_1.bias", {3}, {1, 2, 3}}});
    const SharedNetwork network = sharing(run, 8, {});
    QCOMPARE(network.arrays.size(), std::size_t{1});
    QCOMPARE(network.arrays[0].values, 8);
    const SafetensorsFile file = parseSafetensors(network.weights, "weights").take();
    const std::vector<double> numbers = numbersIn(file, "dense_1.kernel");
    std::set<double> values(numbers.begin(), numbers.end());
    QCOMPARE(values.size(), std::size_t{9});
    double squares = 0.0;
    for (std::size_t i = 0; i < kernel.size(); ++i) {
        QCOMPARE(numbers[i] == 0.0, kernel[i] == 0.0f);
        squares += std::pow(numbers[i] - double{kernel[i]}, 2);
    }
    QVERIFY(std::abs(network.arrays[0].error - std::sqrt(squares / 384.0)) < 1e-9);
    QVERIFY(network.arrays[0].error > 0.0);
    QCOMPARE(numbersIn(file, "dense_1.bias"), (std::vector<double>{1, 2, 3}));
    QVERIFY(network.weights.size() < 1000); // of 1,536 bytes of the kernel alone
    QVERIFY(network.project.graph.nodes == run.project.graph.nodes);
}

NETSMITH_TEST(TestClusters)

} // namespace test_clusters

#include "test_clusters.moc"
