#include "engine/catalog/catalog.h"
#include "engine/cuda/backend.h"
#include "engine/predict/field_types.h"
#include "engine/store/checkpoint_store.h"
#include "tests/engine/cuda/host_device.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace test_failures {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// A device that runs out of memory, or is lost, at every possible moment: the run ends with one error, the training so far can be
/// resumed, and no memory is leaked.
class TestFailures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { renewHostDevice(); }
    void memoryEndsAnywhere_data() { runs(); }
    void memoryEndsAnywhere();
    void memoryEndsForAMoment();
    void theBatchThatFitsIsTold();
    void samplesOnTheDeviceAreEstimated();
    void isLostAnywhere_data() { runs(); }
    void isLostAnywhere();
    void aSmallerNetworkOutlivesALargerOne();

private:
    void runs();
    fs::path at(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }

    cuda::CudaBackend m_backend;
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

/// Launches of a fixed number of steps: the second consists of two recordings, one of which is new.
TrainOptions runIn(const fs::path& folder, int samplesAtOnce)
{
    TrainOptions options = optionsFor(folder);
    options.between = [](LiveRun& run) { return LaunchOrder{run.position().step == 0 ? 2 : 3}; };
    options.samplesAtOnce = samplesAtOnce;
    return options;
}

struct Kind {
    QString precision = QStringLiteral("fp32");
    int accumulate = 1;
    int samplesAtOnce = 0;
};

Project projectFor(const Kind& kind)
{
    Project project = tinyProject();
    project.training.precision = kind.precision.toStdString();
    project.training.gradientAccumulationSteps = kind.accumulate;
    project.training.keepCheckpoints = 100; // all
    return project;
}

/// The state of a run that failed after `steps` steps were reported.
void examine(const fs::path& run, const Error& error, std::int64_t told, bool keepsLast)
{
    const RunRecord record = readRunRecord(run).take();
    QCOMPARE(record.state, RunState::failed);
    QCOMPARE(record.error, std::string(error.what()));
    const CheckpointStore checkpoints(run / "checkpoints");
    QVERIFY(!checkpoints.steps().empty());
    for (const std::int64_t step : checkpoints.steps())
        QVERIFY(readCheckpoint(checkpoints.at(step)));
    if (keepsLast)
        QCOMPARE(checkpoints.steps().back(), told);
    else
        QVERIFY(checkpoints.steps().back() <= told);
}

} // namespace

void TestFailures::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
    renewHostDevice();
}

void TestFailures::runs()
{
    QTest::addColumn<QString>("precision");
    QTest::addColumn<int>("accumulate");
    QTest::addColumn<int>("samplesAtOnce");
    QTest::newRow("fp32") << "fp32" << 1 << 0;
    QTest::newRow("fp16") << "fp16" << 1 << 0;
    QTest::newRow("several batches a step") << "fp32" << 2 << 0;
    QTest::newRow("streamed") << "fp32" << 1 << 10;
}

void TestFailures::memoryEndsAnywhere()
{
    QFETCH(QString, precision);
    QFETCH(int, accumulate);
    QFETCH(int, samplesAtOnce);
    const Project project = projectFor({precision, accumulate, samplesAtOnce});
    trainTiny(m_backend, runIn(at("straight"), samplesAtOnce), project);
    const std::string whole = contentOf(at("straight") / "metrics.csv");
    const int takes = hostDevice.takes;
    QVERIFY(takes > 20);
    int begun = 0;
    for (int n = 0; n < takes; ++n) {
        renewHostDevice();
        hostDevice.memoryEndsAt = n;
        const fs::path folder = at(std::to_string(n));
        TrainOptions options = runIn(folder, samplesAtOnce);
        std::int64_t told = 0;
        options.events.step = [&](const StepEvent& event) { told = event.step; };
        const Error error = errorOf([&] { trainTiny(m_backend, options, project); });
        QVERIFY2(error.kind() == ErrorKind::resources, error.what());
        QVERIFY2(mentions(error, "cuda:0 ran out of memory: training with a batch of 5 needs"), error.what());
        QCOMPARE(hostPieces, 0);
        QVERIFY(!m_backend.problem());
        renewHostDevice();
        if (!fs::exists(folder)) { // before anything was written
            QVERIFY2(error.message().id().starts_with("memory.ran_out"), error.what());
            continue;
        }
        ++begun;
        QVERIFY2(error.message().id() == "train.memory" && mentions(error, "(epoch "), error.what());
        examine(folder, error, told, true);
        TrainOptions resumed = runIn({}, samplesAtOnce);
        resumed.resume = folder;
        trainTiny(m_backend, resumed, project);
        QVERIFY(contentOf(folder / "metrics.csv") == whole);
        QCOMPARE(hostPieces, 0);
    }
    QVERIFY2(begun >= 2 && begun < takes, qPrintable(QString::number(begun)));
}

/// As when another program takes memory and frees it: the next run succeeds.
void TestFailures::memoryEndsForAMoment()
{
    hostDevice.memoryEndsAt = 12;
    hostDevice.failures = 1;
    const Error error = errorOf([&] { trainTiny(m_backend, runIn(at("run"), 0)); });
    QCOMPARE(error.message().id(), std::string("memory.ran_out_passing"));
    Project smaller = tinyProject();
    smaller.training.batch = 4;
    trainTiny(m_backend, runIn(at("smaller"), 0), smaller);
    QVERIFY(fs::exists(at("smaller")));
}

void TestFailures::theBatchThatFitsIsTold()
{
    TrainingSetup whole(tinyProject(), tinyData(), m_backend, {});
    const std::int64_t needed = whole.memory().total();
    const std::vector<FieldType> fields = fieldTypes(whole.data().trainSplit());
    const Project project = tinyProject();
    const CheckedProject checked(project, catalog(), fields);
    const NetworkRequest request{checked};
    for (const std::int64_t batch : {4, 2, 0}) {
        const std::int64_t network = m_backend.estimate(planFor(request, std::max<std::int64_t>(batch, 1)), {}).take().total();
        renewHostDevice();
        hostDevice.free = needed;
        hostDevice.freeAtEnd = whole.placement().ofDevice + network - (batch == 0 ? 1 : 0);
        hostDevice.memoryEndsAt = 12;
        const Error error = errorOf([&] { TrainingSetup(tinyProject(), tinyData(), m_backend, {}); });
        QCOMPARE(error.kind(), ErrorKind::resources);
        QVERIFY2(batch > 0 ? mentions(error, "; a batch of " + std::to_string(batch) + " fits")
                           : mentions(error, "no smaller batch fits"),
                 error.what());
    }
}

/// They are not in the device's memory yet when the free memory is read.
void TestFailures::samplesOnTheDeviceAreEstimated()
{
    std::int64_t needed = 0;
    {
        const TrainingSetup setup(tinyProject(), tinyData(), m_backend, {});
        QVERIFY(setup.placement().ofDevice > 0 && setup.placement().ofDevice == setup.memory().data);
        needed = setup.memory().total();
    }
    hostDevice.free = needed;
    TrainingSetup(tinyProject(), tinyData(), m_backend, {});
    hostDevice.free = needed - 1;
    const int takes = hostDevice.takes;
    const Error error = errorOf([&] { TrainingSetup(tinyProject(), tinyData(), m_backend, {}); });
    QVERIFY2(error.message().id() == "memory.estimate" && mentions(error, "a batch of 4 fits"), error.what());
    QCOMPARE(hostDevice.takes, takes);
}

void TestFailures::isLostAnywhere()
{
    QFETCH(QString, precision);
    QFETCH(int, accumulate);
    QFETCH(int, samplesAtOnce);
    const Project project = projectFor({precision, accumulate, samplesAtOnce});
    trainTiny(m_backend, runIn(at("straight"), samplesAtOnce), project);
    const std::string whole = contentOf(at("straight") / "metrics.csv");
    const int works = hostDevice.works;
    QVERIFY(works > 20);
    for (int n = 1; n <= works; ++n) {
        renewHostDevice();
        hostDevice.lostAt = n;
        const fs::path folder = at(std::to_string(n));
        TrainOptions options = runIn(folder, samplesAtOnce);
        std::int64_t told = 0;
        options.events.step = [&](const StepEvent& event) { told = event.step; };
        const Error error = errorOf([&] { trainTiny(m_backend, options, project); });
        QVERIFY2(error.kind() == ErrorKind::deviceLost && error.message().id() == "cuda.lost", error.what());
        QCOMPARE(hostPieces, 0);
        const std::optional<Error> problem = m_backend.problem();
        QVERIFY(problem && problem->kind() == ErrorKind::deviceLost);
        const Error again = errorOf([&] { trainTiny(m_backend, runIn(at("again"), samplesAtOnce), project); });
        QVERIFY2(again.kind() == ErrorKind::deviceLost && again.message() == problem->message(), again.what());
        QVERIFY(!fs::exists(at("again")));
        const std::vector<std::int64_t> steps = CheckpointStore(folder / "checkpoints").steps();
        if (steps.empty()) // not even the first weights could be read
            continue;
        examine(folder, error, told, false);
        renewHostDevice(); // as in another process
        TrainOptions resumed = runIn({}, samplesAtOnce);
        resumed.resume = folder;
        trainTiny(m_backend, resumed, project);
        QVERIFY(contentOf(folder / "metrics.csv") == whole);
    }
}

/// A query beside a run must not take its memory.
void TestFailures::aSmallerNetworkOutlivesALargerOne()
{
    const Project project = tinyProject();
    const LoadedData data = tinyData();
    const std::vector<FieldType> fields = fieldTypes(data.set.train);
    const CheckedProject checked(project, catalog(), fields);
    const NetworkRequest request{checked};
    std::vector<std::int32_t> order(23);
    for (const bool again : {true, false}) {
        CompiledNetwork network(m_backend, request, {5});
        network.bind("train", data.set.train, order);
        network.drawWeights();
        const CompiledNetwork::Sized& sized = network.at(5);
        std::vector<float> row(sized.plan.columns.size());
        const auto step = [&] { return sized.executable->run(sized.step(1), 1, std::vector<float>{0.1f}, row); };
        QVERIFY(step());
        const LogicalPlan large = planFor(request, 1000);
        hostDevice.memoryEndsAt = hostDevice.takes + 1; // its own bytes are allocated, the arena is not
        hostDevice.failures = again ? 1 : 0;
        const auto compiled = m_backend.compile(large, network.state(), {});
        QVERIFY(!compiled && compiled.error().kind() == ErrorKind::resources);
        const auto ran = step();
        QVERIFY(again ? ran.hasValue() : !ran && ran.error().kind() == ErrorKind::resources);
        renewHostDevice();
    }
}

NETSMITH_TEST(TestFailures)

} // namespace test_failures

#include "test_failures.moc"
