#include "engine/catalog/catalog.h"
#include "engine/inspect/estimate.h"
#include "engine/predict/memory_check.h"

#include "engine/predict/field_types.h"
#include "engine/train/setup.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <malloc.h>

namespace test_estimate {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

/// What this process has allocated, as counted by the C library; 0 where a sanitizer replaces its allocator.
std::int64_t allocatedBytes()
{
    const struct mallinfo2 counts = ::mallinfo2();
    return static_cast<std::int64_t>(counts.uordblks + counts.hblkhd);
}

} // namespace

/// The estimated memory of a run against what it takes.
class TestEstimate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheRun_data();
    void agreesWithTheRun();
    void agreesWithWhatIsAllocated_data();
    void agreesWithWhatIsAllocated();
    void countsWhatIsPublished();
    void moreThanMemoryIsToldByItsWindows();
    void findsTheLargestBatch_data();
    void findsTheLargestBatch();
};

void TestEstimate::agreesWithTheRun_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("validation");
    for (const char* device : {"reference", "cpu"})
        for (const char* validation : {"test", "split", "none"})
            QTest::addRow("%s %s", device, validation) << device << validation;
}

void TestEstimate::agreesWithTheRun()
{
    QFETCH(QString, device);
    QFETCH(QString, validation);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.graph.nodes[0].parameters["shape"] = std::vector<std::int64_t>{32, 32, 3};
    project.graph.find("dense_2")->parameters["units"] = std::int64_t{10};
    project.data.source = "random_images";
    project.data.validation = validation.toStdString();
    project.data.validationSplit = 0.013; // 65 of 5000 samples
    project.training.batch = 48; // divides none of 5000, 4935, 1000 and 65
    project.training.device = device.toStdString();
    const data::Source& source = data::source(project.data.source);
    Backend& backend = *backendFor(device.toStdString()).take();
    const MemoryUse estimate =
        memoryEstimate({project, catalog(), fieldTypes(source.fields())}, sampleCounts(project, source), backend);

    const train::TrainingSetup setup(project, train::loadData(project, {}), backend, {});
    const MemoryUse& taken = setup.memory();
    QCOMPARE(estimate.weights, taken.weights);
    QCOMPARE(estimate.gradients, taken.gradients);
    QCOMPARE(estimate.optimizer, taken.optimizer);
    QCOMPARE(estimate.activations, taken.activations);
    QCOMPARE(estimate.workspace, taken.workspace);
    QCOMPARE(estimate.data, taken.data);
    const SampleCounts counts = sampleCounts(setup.data());
    QCOMPARE(counts.train, validation == "split" ? 4935 : 5000);
    QCOMPARE(counts.validation, validation == "split" ? 65 : validation == "test" ? 1000 : 0);
    QCOMPARE(counts.bytes, estimate.data);
}

void TestEstimate::agreesWithWhatIsAllocated_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("bytes"); // of a number
    QTest::newRow("reference") << "reference" << 8;
    QTest::newRow("cpu") << "cpu" << 4;
}

/// Each part by hand, as far as possible, and the total by the C library: a part that is left out, or counted twice, would be
/// larger than everything that is not estimated.
void TestEstimate::agreesWithWhatIsAllocated()
{
    QFETCH(QString, device);
    QFETCH(int, bytes);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.graph.nodes[0].parameters["shape"] = std::vector<std::int64_t>{32, 32, 3};
    project.graph.find("dense_1")->parameters["units"] = std::int64_t{1024};
    project.graph.find("dense_2")->parameters["units"] = std::int64_t{10};
    project.data.source = "random_images";
    project.training.batch = 500;
    project.training.device = device.toStdString();
    const data::Source& source = data::source(project.data.source);
    Backend& backend = *backendFor(device.toStdString()).take();
    const std::int64_t before = allocatedBytes();
    const MemoryUse estimate =
        memoryEstimate({project, catalog(), fieldTypes(source.fields())}, sampleCounts(project, source), backend);
    // Kernels, biases, and batch norm's gamma and beta; each begins at a multiple of 16 numbers.
    constexpr std::int64_t weights = 3072 * 1024 + 1024 + 1024 + 1024 + 1024 * 10 + 16;
    QCOMPARE(estimate.weights, (weights + 2 * 1024) * bytes); // and the norm's statistics
    QCOMPARE(estimate.gradients, weights * bytes);
    QCOMPARE(estimate.optimizer, 2 * weights * bytes); // Adam's two slots
    QCOMPARE(estimate.data, 6000 * (32 * 32 * 3 + 1)); // 5000 to train with, 1000 to validate
    QVERIFY(estimate.activations >= 500 * (3072 + 1024) * bytes);

    train::LoadedData data = train::loadData(project, {});
    const train::TrainingSetup setup(project, std::move(data), backend, {});
    const std::int64_t taken = allocatedBytes() - before;
    if (taken == 0)
        QSKIP("allocated memory is not counted here");
    const std::int64_t smallest = std::min(estimate.gradients, estimate.activations) / 2;
    QVERIFY2(std::abs(taken - estimate.total()) < smallest,
             qPrintable(QString("%1 bytes estimated, %2 allocated").arg(estimate.total()).arg(taken)));
}

void TestEstimate::countsWhatIsPublished()
{
    Project project;
    const data::Source& source = data::source("mnist");
    const SampleCounts counts = sampleCounts(project, source);
    QCOMPARE(counts.train, 60000);
    QCOMPARE(counts.validation, 10000);
    QCOMPARE(counts.bytes, 70000 * (784 + 1));
    project.data.validation = "split";
    QCOMPARE(sampleCounts(project, source).validation, 6000);
    QCOMPARE(sampleCounts(project, source).bytes, 60000 * (784 + 1));
}

void TestEstimate::moreThanMemoryIsToldByItsWindows()
{
    Project project = tinyProject();
    project.training.batch = 64;
    const std::vector<FieldType> fields = fieldTypes(tinyData().set.train);
    Backend& backend = *backendFor("reference").take();
    constexpr std::int64_t samples = std::int64_t{1} << 30, mebi = 1 << 20;
    SampleCounts counts{samples, 0, samples * (mebi / 64), samples, true}; // 16 TiB
    QCOMPARE(memoryEstimate({project, catalog(), fields}, counts, backend).data, 64 * mebi);
    const auto words = placementWords(project, counts, backend);
    QVERIFY(words.has_value());
    QVERIFY2(words->text().starts_with("16777216 MiB of samples"), words->text().c_str());
    counts.mapped = false; // in memory already
    QCOMPARE(memoryEstimate({project, catalog(), fields}, counts, backend).data, counts.bytes);
    QVERIFY(!placementWords(project, counts, backend));
}

void TestEstimate::findsTheLargestBatch_data()
{
    QTest::addColumn<qint64>("most");
    QTest::addColumn<qint64>("answer");
    QTest::newRow("all fit") << qint64{100} << qint64{100};
    QTest::newRow("some fit") << qint64{100000} << qint64{777};
    QTest::newRow("just one too many") << qint64{778} << qint64{777};
    QTest::newRow("one") << qint64{5000} << qint64{1};
    QTest::newRow("none") << qint64{5000} << qint64{0};
}

void TestEstimate::findsTheLargestBatch()
{
    QFETCH(qint64, most);
    QFETCH(qint64, answer);
    const Project project = tinyProject();
    const auto fields = fieldTypes(tinyData().set.train);
    const CheckedProject checked(project, catalog(), fields);
    const NetworkRequest request{checked};
    Backend& backend = *backendFor("reference").take();
    // As much memory as the answer needs, and a byte less than the next larger one.
    const auto needs = [&](std::int64_t batch) { return estimateMemory(backend, request, {batch}).total(); };
    for (const std::int64_t free : {answer == 0 ? 0 : needs(answer), needs(answer + 1) - 1}) {
        int tries = 0;
        const PreparingWatch watch{.report = [&](const PreparingEvent&) { ++tries; }, .stop = {}};
        QCOMPARE(largestBatch(backend, request, most, free, watch), answer);
        QVERIFY2(tries <= 12, qPrintable(QString::number(tries)));
    }
}

NETSMITH_TEST(TestEstimate)

} // namespace test_estimate

#include "test_estimate.moc"
