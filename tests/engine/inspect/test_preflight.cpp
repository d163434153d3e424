#include "engine/catalog/catalog.h"
#include "engine/inspect/preflight.h"
#include "engine/predict/memory_check.h"

#include "engine/predict/field_types.h"
#include "engine/train/setup.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <set>

namespace test_preflight {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

/// A backend on a machine with little memory.
class Cramped : public Backend {
public:
    Cramped(Backend& backend, std::int64_t free)
        : m_backend(backend)
        , m_free(free)
    {
    }
    std::string_view name() const override { return m_backend.name(); }
    std::vector<DeviceInfo> devices() override
    {
        std::vector<DeviceInfo> devices = m_backend.devices();
        devices[0].memoryFree = m_free;
        return devices;
    }
    std::optional<Message> unsupported(const LogicalPlan& plan, const Op& op) const override
    {
        return m_backend.unsupported(plan, op);
    }
    Expected<MemoryUse> estimate(const LogicalPlan& plan, const CompileOptions& options) override
    {
        return m_backend.estimate(plan, options);
    }
    Expected<std::unique_ptr<State>> createState(const LogicalPlan& plan) override
    {
        ++states;
        return m_backend.createState(plan);
    }
    Expected<std::unique_ptr<Executable>> compile(const LogicalPlan& plan, State& state, const CompileOptions& options) override
    {
        return m_backend.compile(plan, state, options);
    }

    int states = 0;

private:
    Backend& m_backend;
    std::int64_t m_free;
};

PreflightOptions quick()
{
    PreflightOptions options;
    options.data = tinyData();
    options.timing = {3, 0.0};
    return options;
}

Project on(const std::string& device, Project project = tinyProject())
{
    project.training.device = device;
    return project;
}

bool warns(const Preflight& found, const char* id)
{
    return std::ranges::any_of(found.warnings, [&](const Message& warning) { return warning.id() == id; });
}

} // namespace

/// What is known about a run before it starts.
class TestPreflight : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatACrashMayLose();
    void tellsWhatTheRunWillBe_data() { devices(); }
    void tellsWhatTheRunWillBe();
    void timesAreOfTheSamples();
    void takesNoiseForDataThatWasNotRead();
    void saysWhatFits_data();
    void saysWhatFits();
    void largestBatchIsTheLargest();
    void warnsOfStepsThatDiverge();
    void refusesWhatCannotBeTrained();
    void cancels();
    void layersTakeShares_data() { devices(); }
    void layersTakeShares();
    void layersSayTheirPrecision();
    void stepsGoOnAsATrainersDo();
    void timesTheMedianBehindAWarmUp();
    void endsInTime();

private:
    void devices();
};

void TestPreflight::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestPreflight::tellsWhatTheRunWillBe()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = on(device.toStdString());
    project.training.gradientAccumulationSteps = 2; // three steps an epoch instead of five
    Backend& backend = *backendFor(device.toStdString()).take();
    PreflightOptions options = quick();
    std::set<PreparingStage> stages;
    options.watch.report = [&](const PreparingEvent& event) {
        stages.insert(event.stage);
        QVERIFY(event.done <= event.total);
    };
    const Preflight found = preflight(project, backend, options);

    train::TrainOptions run;
    QTemporaryDir folder;
    run.runFolder = folder.filePath(QStringLiteral("run")).toStdString();
    train::StartEvent start;
    run.events.start = [&](const train::StartEvent& event) { start = event; };
    trainTiny(device.toStdString(), run, project);
    QCOMPARE(found.device, start.device);
    QCOMPARE(found.deviceName, start.deviceName);
    QCOMPARE(found.precision, start.precision);
    QCOMPARE(found.batch, start.batch);
    QCOMPARE(found.epochs, start.epochs);
    QCOMPARE(found.stepsPerEpoch, 3);
    QCOMPARE(found.stepsPerEpoch, start.stepsPerEpoch);
    QCOMPARE(found.parameters, start.parameters);
    QCOMPARE(found.samples.train, start.trainSamples);
    QCOMPARE(found.samples.validation, start.validationSamples);
    QCOMPARE(found.data.text(), start.data.text());
    QCOMPARE(found.memory.total(), start.memory.total());
    QCOMPARE(found.memory.workspace, start.memory.workspace);
    QCOMPARE(found.memory.data, start.memory.data);
    QVERIFY(found.fits && found.memoryFree > 0 && found.memoryTotal >= found.memoryFree);
    QCOMPARE(found.largestBatch, 23);
    QVERIFY(found.time && found.time->step > 0.0);
    QCOMPARE(stages, (std::set{PreparingStage::planning, PreparingStage::compiling, PreparingStage::measuring}));
    if (found.faster)
        QVERIFY(found.faster->batch <= found.largestBatch && found.faster->epoch < found.time->epoch);
}

void TestPreflight::timesAreOfTheSamples()
{
    Project project = on("reference");
    project.training.epochs = 7;
    Backend& backend = *backendFor("reference").take();
    const Preflight judged = preflight(project, backend, quick());
    // 23 samples are 4.6 batches of 5; validation takes some time too.
    QVERIFY(judged.time->epoch > 4.6 * judged.time->step * (1.0 + 1e-9));
    QCOMPARE(judged.time->run, 7.0 * judged.time->epoch);
    project.data.validation = "none";
    const Preflight alone = preflight(project, backend, quick());
    QCOMPARE(alone.samples.validation, 0);
    QCOMPARE(alone.time->epoch, 4.6 * alone.time->step);
}

void TestPreflight::takesNoiseForDataThatWasNotRead()
{
    Project project = on("reference");
    project.graph.nodes[0].parameters["shape"] = std::vector<std::int64_t>{28, 28, 1};
    project.graph.find("dense_2")->parameters["units"] = std::int64_t{10};
    project.data.source = "mnist";
    QTemporaryDir nowhere;
    for (const char* variable : {"HOME", "XDG_CACHE_HOME", "NETSMITH_DATA_DIR"})
        qputenv(variable, nowhere.path().toUtf8());
    PreflightOptions options = quick();
    options.data.reset();
    const Preflight found = preflight(project, *backendFor("reference").take(), options);
    QVERIFY(found.standIn); // synthetic digits in place of MNIST
    QCOMPARE(found.data.id(), std::string("data.stand_in"));
    QCOMPARE(found.samples.train, data::source("synthetic_digits").info().trainCount);
    QVERIFY(found.time && found.memory.data == found.samples.bytes);
}

void TestPreflight::saysWhatFits_data()
{
    QTest::addColumn<int>("batch");
    QTest::newRow("a smaller one") << 9;
    QTest::newRow("none") << 0;
}

void TestPreflight::saysWhatFits()
{
    QFETCH(int, batch);
    const Project project = on("reference", [] {
        Project larger = tinyProject();
        larger.training.batch = 20;
        return larger;
    }());
    Backend& reference = *backendFor("reference").take();
    const CheckedProject checked(project, catalog(), fieldTypes(tinyData().set.train));
    const std::int64_t free = estimateMemory(reference, {checked}, {batch + 1}).total() - 1;
    Cramped backend(reference, free);
    const Preflight found = preflight(project, backend, quick());
    QVERIFY(!found.fits && !found.time && found.layers.empty());
    QCOMPARE(found.largestBatch, batch);
    QCOMPARE(found.memoryFree, free);
    QVERIFY(found.memory.total() > free);
    QVERIFY(warns(found, batch > 0 ? "preflight.memory" : "preflight.memory_never"));
    QCOMPARE(backend.states, 0); // and no state was allocated
    QCOMPARE(found.parameters, 16 * 6 + 6 + 2 * 6 + 6 * 3 + 3);
}

void TestPreflight::largestBatchIsTheLargest()
{
    Project project = on("reference");
    Backend& reference = *backendFor("reference").take();
    const CheckedProject checked(project, catalog(), fieldTypes(tinyData().set.train));
    // The run itself has three batch sizes; room for those, or for a single size of 14 or more.
    const std::int64_t free =
        std::max(estimateMemory(reference, {checked}, {5, 3, 2}).total(), estimateMemory(reference, {checked}, {15}).total() - 1);
    Cramped backend(reference, free);
    const Preflight found = preflight(project, backend, quick());
    QVERIFY(found.fits && found.time);
    const auto alone = [&](std::int64_t batch) { return estimateMemory(reference, {checked}, {batch}).total(); };
    QVERIFY(alone(found.largestBatch) <= free);
    QVERIFY(found.largestBatch == 23 || alone(found.largestBatch + 1) > free);
}

void TestPreflight::warnsOfStepsThatDiverge()
{
    PreflightOptions options = quick();
    auto [image, bytes] = data::makeField({.name = "image", .type = DataType::f32, .shape = {4, 4, 1}}, 23);
    const float noNumber = std::nanf("");
    for (int i = 0; i < 23 * 16; ++i)
        std::memcpy(bytes + i * 4, &noNumber, 4);
    options.data->set.train.fields[0] = image;
    options.data->set.test = {};
    Project project = on("reference");
    project.data.validation = "none";
    const Preflight found = preflight(project, *backendFor("reference").take(), options);
    QVERIFY(found.fits && !found.time && found.layers.empty());
    QVERIFY(warns(found, "steps.diverged"));
}

void TestPreflight::refusesWhatCannotBeTrained()
{
    Backend& backend = *backendFor("reference").take();
    Project project = on("reference");
    project.training.batch = 24;
    QCOMPARE(errorOf([&] { preflight(project, backend, quick()); }).message().id(), std::string("train.batch"));
    project = on("reference");
    project.graph.edges.pop_back();
    QCOMPARE(errorOf([&] { preflight(project, backend, quick()); }).kind(), ErrorKind::input);
    project = on("reference");
    project.training.precision = "tf32";
    QCOMPARE(errorOf([&] { preflight(project, backend, quick()); }).kind(), ErrorKind::input);
}

void TestPreflight::cancels()
{
    Backend& backend = *backendFor("reference").take();
    std::size_t events = 0;
    PreflightOptions options = quick();
    options.watch.report = [&](const PreparingEvent&) { ++events; };
    preflight(on("reference"), backend, options);
    QVERIFY(events > 6);
    for (std::size_t which = 0; which < std::min<std::size_t>(events, 12); ++which) {
        std::stop_source stop;
        std::size_t seen = 0;
        options.watch.stop = stop.get_token();
        options.watch.report = [&](const PreparingEvent&) {
            if (seen++ == which)
                stop.request_stop();
        };
        QCOMPARE(errorOf([&] { preflight(on("reference"), backend, options); }).message().id(), std::string("data.cancelled"));
        QCOMPARE(seen, which + 1);
    }
}

void TestPreflight::layersTakeShares()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const Preflight found = preflight(on(device.toStdString()), *backendFor(device.toStdString()).take(), quick());
    std::set<std::string> nodes;
    double shares = 0.0;
    for (const LayerTime& layer : found.layers) {
        QVERIFY2(nodes.insert(layer.node).second, layer.node.c_str());
        QVERIFY2(layer.seconds >= 0.0 && !layer.kernels.empty(), layer.node.c_str());
        shares += layer.share;
    }
    QVERIFY(std::abs(shares - 1.0) < 1e-9);
    for (const char* node : {"", "input_1", "dense_1", "batch_normalization_1", "dropout_1", "dense_2"})
        QVERIFY2(nodes.contains(node), node);
    QVERIFY(std::ranges::is_sorted(found.layers, std::ranges::greater(), &LayerTime::seconds));
}

void TestPreflight::layersSayTheirPrecision()
{
    Project project = tinyProject();
    const auto precisionsIn = [&](Precision precision) {
        std::map<std::string, std::string> found;
        const CheckedProject checked(project, catalog(), fieldTypes(tinyData().set.train));
        for (const LayerPrecision& layer : layerPrecisions(planFor({checked, precision}, 5)))
            found[layer.node] = layer.precision;
        return found;
    };
    const auto plain = precisionsIn(Precision::fp32);
    QVERIFY(plain.contains("dense_1") && !plain.contains("input_1"));
    for (const auto& [node, precision] : plain)
        QCOMPARE(precision, std::string("fp32"));
    const auto low = precisionsIn(Precision::bf16);
    QCOMPARE(low.at("dense_1"), std::string("bf16"));
    QCOMPARE(low.at("dense_2"), std::string("bf16")); // its softmax is computed in FP32, but the product is what costs
    QCOMPARE(low.at("batch_normalization_1"), std::string("bf16"));
    const auto tensor = precisionsIn(Precision::tf32);
    QCOMPARE(tensor.at("dense_1"), std::string("tf32"));
    QCOMPARE(tensor.at("batch_normalization_1"), std::string("fp32"));
    // A softmax on its own stays in FP32.
    project.graph.find("dense_2")->parameters["activation"] = std::string("none");
    project.graph.nodes.push_back({.id = "softmax_1", .layer = "softmax", .version = 1, .title = {}, .parameters = {}});
    project.graph.edges.push_back({{"dense_2", "output"}, {"softmax_1", "input"}, Json::object()});
    QCOMPARE(precisionsIn(Precision::bf16).at("softmax_1"), std::string("fp32"));
}

void TestPreflight::stepsGoOnAsATrainersDo()
{
    const Project project = on("reference");
    Backend& backend = *backendFor("reference").take();
    TrainingSteps one(project, true, backend, tinyData().set.train), many(project, true, backend, tinyData().set.train);
    std::vector<double> losses;
    for (int i = 0; i < 6; ++i)
        losses.push_back(one.run(1)[0]);
    QVERIFY(many.run(6) == losses); // however they are launched
    QVERIFY(losses[4] < losses[0]); // the fifth step sees the first batch again: an epoch has four whole ones
    QCOMPARE(one.timeKernels().size(), one.kernels().size());
    QVERIFY(one.launch().steps >= 1);
    QVERIFY(one.evaluate().steps >= 1);
    QCOMPARE(errorOf([&] {
                 Project large = project;
                 large.training.batch = 24;
                 TrainingSteps(large, true, backend, tinyData().set.train);
             })
                 .message()
                 .id(),
             std::string("steps.batch"));
}

void TestPreflight::timesTheMedianBehindAWarmUp()
{
    // A slow first launch, as usual, then one in three is disturbed.
    int launches = 0;
    const auto launch = [&]() -> TrainingSteps::Launch {
        ++launches;
        return launches == 1 ? TrainingSteps::Launch{2, 8.0} : TrainingSteps::Launch{2, launches % 3 == 0 ? 1.0 : 0.2};
    };
    QCOMPARE(secondsOf(launch, {12, 1.0}, {}), 0.1);
    launches = 0;
    std::vector<std::int64_t> told;
    const PreparingWatch watch{.report = [&](const PreparingEvent& event) { told.push_back(event.done); }, .stop = {}};
    secondsOf(launch, {12, 0.1}, watch);
    QVERIFY(std::ranges::is_sorted(told));
    QCOMPARE(told.front(), 0);
    launches = 0;
    secondsOf(launch, {3, 0.0}, {});
    QCOMPARE(launches, 2); // one to warm up and one that is timed: no seconds were requested
}

void TestPreflight::endsInTime()
{
    // Steps of ten seconds: one to warm up and one that is timed are enough, whatever number is requested.
    int launches = 0;
    const auto slow = [&] {
        ++launches;
        return TrainingSteps::Launch{1, 10.0};
    };
    QCOMPARE(secondsOf(slow, {3, 1.0}, {}), 10.0);
    QCOMPARE(launches, 2);
    // Steps that take half a second: as many as requested.
    launches = 0;
    const auto medium = [&] {
        ++launches;
        return TrainingSteps::Launch{1, 0.5};
    };
    secondsOf(medium, {3, 1.0}, {});
    QCOMPARE(launches, 4);
    // Steps that take a millisecond: a second of them, after a quarter of a second to warm up.
    launches = 0;
    const auto fast = [&] {
        ++launches;
        return TrainingSteps::Launch{1, 1.0 / 1024};
    };
    secondsOf(fast, {3, 1.0}, {});
    QCOMPARE(launches, 1024 + 256);
}

void TestPreflight::saysWhatACrashMayLose()
{
    TrainingSettings training;
    QVERIFY(!crashWarning(300'000'000, training)); // 1.5 s are a twentieth of half a minute
    const auto warning = crashWarning(1'200'000'000, training);
    QVERIFY(warning);
    QVERIFY2(warning->text().find("about 6 s") != std::string::npos && warning->text().find("up to 2 min") != std::string::npos,
             warning->text().c_str());
    QVERIFY(crashWarning(660'000'000, training)->text().find("up to 2 min") != std::string::npos); // 66 s, rounded up
    training.checkpointEvery = 100;
    QVERIFY(!crashWarning(1'200'000'000, training));
}

NETSMITH_TEST(TestPreflight)

} // namespace test_preflight

#include "test_preflight.moc"
