#include "engine/backend/communicator.h"
#include "engine/core/philox.h"
#include "engine/optimizers/registry.h"
#include "tests/engine/train/rank_training.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <cstring>
#include <thread>

namespace test_ranks {

using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

/// Calls `body(rank)` on a thread for each rank, and returns once all have ended.
void onRanks(int count, const std::function<void(int rank)>& body)
{
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < count; ++rank)
        threads.emplace_back(body, rank);
}

std::vector<Arenas> trainedOnRanks(const Training& training, int count)
{
    const auto ranks = ranksInProcess(count);
    std::vector<Arenas> all(static_cast<std::size_t>(count));
    onRanks(count, [&](int rank) {
        all[static_cast<std::size_t>(rank)] = trained(training, ranks[static_cast<std::size_t>(rank)].get());
    });
    return all;
}

double furthest(const std::vector<double>& a, const std::vector<double>& b)
{
    double largest = a.size() == b.size() ? 0.0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

} // namespace

/// Several ranks train one network, each on its share of the samples.
class TestRanks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exchangeNumbersAndBytes();
    void missWhoHasLeft();
    void trainAsOne_data();
    void trainAsOne();
    void trainTheSampleAsOne();
    void agreeOnTheStatistics_data();
    void agreeOnTheStatistics();
    void keepTheSameZeros_data() { agreeOnTheStatistics_data(); }
    void keepTheSameZeros();
    void endWhereOneFails();
};

void TestRanks::exchangeNumbersAndBytes()
{
    constexpr int count = 3;
    constexpr std::size_t size = 1001; // no multiple of the ranks
    std::vector<std::vector<float>> given(count);
    RandomStream random(1, 0);
    for (std::vector<float>& numbers : given)
        for (std::size_t i = 0; i < size; ++i)
            numbers.push_back(static_cast<float>(random.below(1u << 30)) * 1.7e-7f - 20.0f);
    std::vector<float> expected = given[0];
    for (std::size_t i = 0; i < size; ++i)
        expected[i] = (given[0][i] + given[1][i]) + given[2][i];

    const auto ranks = ranksInProcess(count);
    std::vector<std::vector<float>> sums = given;
    std::vector<std::vector<std::byte>> gathered(count, std::vector<std::byte>(2 * count)), sent(count);
    std::vector<double> wide{1.5, 2.25, -8.0};
    onRanks(count, [&](int rank) {
        const auto own = static_cast<std::size_t>(rank);
        Communicator& here = *ranks[own];
        for (int again = 0; again < 50; ++again) {
            sums[own] = given[own];
            here.allReduce(std::span(sums[own])).take();
        }
        const std::array bytes{std::byte(rank), std::byte(10 + rank)};
        here.allGather(bytes, gathered[own]).take();
        sent[own].assign(4, std::byte(rank));
        here.broadcast(sent[own], 1).take();
        here.allReduce(std::span(wide).subspan(own, 1)).take();
    });
    for (std::size_t rank = 0; rank < count; ++rank) {
        QCOMPARE(ranks[rank]->rank(), static_cast<int>(rank));
        QCOMPARE(ranks[rank]->size(), count);
        QVERIFY(std::memcmp(sums[rank].data(), expected.data(), size * sizeof(float)) == 0);
        QCOMPARE(gathered[rank],
                 (std::vector<std::byte>{std::byte(0), std::byte(10), std::byte(1), std::byte(11), std::byte(2), std::byte(12)}));
        QCOMPARE(sent[rank], std::vector<std::byte>(4, std::byte(1)));
        QCOMPARE(wide[rank], -4.25);
    }
}

void TestRanks::missWhoHasLeft()
{
    const auto ranks = ranksInProcess(2);
    std::string said, saidLater;
    onRanks(2, [&](int rank) {
        if (rank == 1)
            return ranks[1]->leave();
        std::vector<float> numbers(10, 1.0f);
        said = errorOf([&] { ranks[0]->allReduce(std::span(numbers)).take(); }).what();
        saidLater = errorOf([&] { ranks[0]->broadcast(std::as_writable_bytes(std::span(numbers)), 0).take(); }).what();
    });
    QVERIFY2(said.find("another rank of this training has ended") != std::string::npos, said.c_str());
    QCOMPARE(saidLater, said);
}

void TestRanks::trainAsOne_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("batches");
    for (const char* device : {"reference", "cpu"})
        for (const auto& [ranks, batches] : {std::pair(2, 1), {3, 1}, {2, 2}})
            QTest::addRow("%s, %d ranks, %d batches a step", device, ranks, batches) << device << ranks << batches;
}

/// With dropout, penalties and limits on the gradients: as one rank that has all samples of a step, and all ranks alike.
void TestRanks::trainAsOne()
{
    QFETCH(QString, device);
    QFETCH(int, ranks);
    QFETCH(int, batches);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const auto backend = backendFor(device.toStdString()).take();
    Project project = withoutBatchNorm();
    project.training.globalClipnorm = 0.5;
    project.training.gradientAccumulationSteps = batches;
    project.graph.find("dense_1")->parameters["max_norm"] = 1.5;
    const data::DataSplit samples = noiseOf({4, 4, 1}, 3, 120);
    const Training shared{*backend, project, samples, 5, 4};
    const std::vector<Arenas> all = trainedOnRanks(shared, ranks);
    const Arenas alone = trained({*backend, project, samples, 5 * ranks, 4}, nullptr);
    QVERIFY(!alone.empty());
    for (const Arenas& rank : all) {
        QCOMPARE(rank, all[0]);
        for (std::size_t i = 0; i < alone.size(); ++i)
            QVERIFY2(furthest(rank[i], alone[i]) < (device == u"cpu" ? 2e-5 : 1e-6),
                     qPrintable(QString::number(furthest(rank[i], alone[i]))));
    }
    QVERIFY(furthest(alone[1], trained({*backend, project, samples, 5, 4}, nullptr)[1]) > 1e-4);
}

void TestRanks::trainTheSampleAsOne()
{
    if (!hasBackend("cpu"))
        QSKIP("this backend is not built");
    const Project project = loadProject(std::filesystem::path(NETSMITH_PROJECTS) / "mnist_cnn/mnist_cnn.netsmith").take();
    const data::DataSplit samples = noiseOf({28, 28, 1}, 10, 640);
    const double rate = optimizers().find(project.training.optimizer.id)->learningRate(project.training.optimizer.parameters);
    const auto backend = backendFor("cpu").take();
    const std::vector<Arenas> all = trainedOnRanks({*backend, project, samples, 16, 20, rate}, 2);
    const Arenas alone = trained({*backend, project, samples, 32, 20, rate}, nullptr);
    QVERIFY(!alone.empty() && !all[0].empty());
    QCOMPARE(all[1], all[0]);
    QVERIFY2(furthest(all[0][1], alone[1]) <= 1e-5, qPrintable(QString::number(furthest(all[0][1], alone[1]))));
}

void TestRanks::agreeOnTheStatistics_data()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

/// After a step from the same weights they are the mean of what each rank would have alone, where each normalizes its own samples.
void TestRanks::agreeOnTheStatistics()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const auto backend = backendFor(device.toStdString()).take();
    Project project = tinyProject();
    project.graph.find("batch_normalization_1")->parameters["synchronized"] = false;
    const data::DataSplit samples = noiseOf({4, 4, 1}, 3, 20);
    data::DataSplit later = samples;
    for (data::Field& field : later.fields) { // the second rank's share
        const auto [copy, bytes] = data::makeField(field.spec, 10);
        const std::int64_t size = field.spec.shape.elements();
        std::memcpy(bytes, field.bytes.get() + 10 * size, static_cast<std::size_t>(10 * size));
        field = copy;
    }
    const std::vector<Arenas> all = trainedOnRanks({*backend, project, samples, 10, 1}, 2);
    const std::vector<double> first = trained({*backend, project, samples, 10, 1}, nullptr)[3],
                              second = trained({*backend, project, later, 10, 1}, nullptr)[3];
    QVERIFY(!first.empty() && furthest(first, second) > 1e-4);
    QCOMPARE(all[1][3], all[0][3]);
    for (std::size_t i = 0; i < first.size(); ++i)
        QVERIFY(std::abs(all[0][3][i] - (first[i] + second[i]) / 2.0) < 1e-6);
}

/// Those of a kernel that begins as the identity.
void TestRanks::keepTheSameZeros()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const auto backend = backendFor(device.toStdString()).take();
    Project project = withoutBatchNorm();
    ParameterMap& dense = project.graph.find("dense_1")->parameters;
    dense["kernel_initializer"] = std::string("identity");
    const data::DataSplit samples = noiseOf({4, 4, 1}, 3, 60);
    const auto zerosOf = [](const Arenas& arenas) { return std::ranges::count(arenas[1], 0.0); };
    const auto moved = zerosOf(trainedOnRanks({*backend, project, samples, 5, 4}, 2)[0]);
    dense["keep_zeros"] = true;
    const std::vector<Arenas> all = trainedOnRanks({*backend, project, samples, 5, 4}, 2);
    QCOMPARE(all[1], all[0]);
    QCOMPARE(zerosOf(all[0]) - moved, 16 * 6 - 6);
}

/// The second rank has no samples from the second step on: neither waits for the other for ever.
void TestRanks::endWhereOneFails()
{
    const Project project = withoutBatchNorm();
    const data::DataSplit samples = noiseOf({4, 4, 1}, 3, 15);
    const auto ranks = ranksInProcess(2);
    std::vector<Expected<int>> ran(2, 0);
    const auto backend = backendFor("reference").take();
    onRanks(2, [&](int rank) {
        trained({*backend, project, samples, 5, 2}, ranks[static_cast<std::size_t>(rank)].get(),
                &ran[static_cast<std::size_t>(rank)]);
    });
    QVERIFY(!ran[0] && !ran[1]);
    QVERIFY2(std::string_view(ran[0].error().what()).find("another rank") != std::string_view::npos, ran[0].error().what());
    QVERIFY2(std::string_view(ran[1].error().what()).find("an order of 15") != std::string_view::npos, ran[1].error().what());
}

NETSMITH_TEST(TestRanks)

} // namespace test_ranks

#include "test_ranks.moc"
