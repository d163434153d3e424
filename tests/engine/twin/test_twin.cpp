#include "engine/catalog/catalog.h"
#include "engine/predict/memory_check.h"
#include "engine/twin/twin.h"

#include "engine/predict/field_types.h"
#include "tests/engine/twin/twin_projects.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstring>

namespace test_twin {

using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::twin;

namespace {

/// The numbers in a checkpoint: floats, or doubles of the reference.
std::vector<double> numbersOf(const TensorView& array)
{
    std::vector<double> numbers;
    const std::size_t size = sizeOf(array.type);
    for (std::size_t at = 0; at < array.bytes.size(); at += size) {
        double wide = 0.0;
        float narrow = 0.0f;
        std::memcpy(size == 8 ? static_cast<void*>(&wide) : &narrow, array.bytes.data() + at, size);
        numbers.push_back(size == 8 ? wide : static_cast<double>(narrow));
    }
    return numbers;
}

/// A backend that fails to compile the next `failures` times.
class Fragile final : public Backend {
public:
    explicit Fragile(Backend& backend)
        : m_backend(backend)
    {
    }
    std::string_view name() const override { return m_backend.name(); }
    std::vector<DeviceInfo> devices() override { return m_backend.devices(); }
    std::optional<Message> unsupported(const LogicalPlan& plan, const Op& op) const override
    {
        return m_backend.unsupported(plan, op);
    }
    Expected<MemoryUse> estimate(const LogicalPlan& plan, const CompileOptions& options) override
    {
        return m_backend.estimate(plan, options);
    }
    Expected<std::unique_ptr<State>> createState(const LogicalPlan& plan) override { return m_backend.createState(plan); }
    Expected<std::unique_ptr<Executable>> compile(const LogicalPlan& plan, State& state, const CompileOptions& options) override
    {
        if (failures > 0 && failures-- > 0)
            return Error(ErrorKind::resources, NS_MESSAGE("test.full", "no memory is left"));
        return m_backend.compile(plan, state, options);
    }

    int failures = 0;

private:
    Backend& m_backend;
};

} // namespace

/// Two copies of a network in lockstep: equal where they must be, and different where the precision makes them so.
class TestTwin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void devices_data();
    void sameNumbersDifferByNothing_data() { devices_data(); }
    void sameNumbersDifferByNothing();
    void theExactCopyIsAnOrdinaryTraining_data() { devices_data(); }
    void theExactCopyIsAnOrdinaryTraining();
    void roundingShows_data() { devices_data(); }
    void roundingShows();
    void theLayerThatUnderflowsIsNamed_data() { devices_data(); }
    void theLayerThatUnderflowsIsNamed();
    void theScaleAdvisedFixesIt_data() { devices_data(); }
    void theScaleAdvisedFixesIt();
    void aLayerKeptInFp32LosesNothing_data() { devices_data(); }
    void aLayerKeptInFp32LosesNothing();
    void aLayerIsPinnedOnTheWay_data() { devices_data(); }
    void aLayerIsPinnedOnTheWay();
    void aLayerThatCannotBePinnedChangesNothing();
    void aCopyThatCannotBeMadeAgainIsLost();
    void aScaleThatOverflowsEndsIt();
    void itStopsAsItIsTold();
    void bothCopiesAreEstimated();
    void whatDoesNotFitIsRefused();
};

void TestTwin::init()
{
    if (QTest::currentDataTag() && !hasBackend(QTest::currentDataTag()))
        QSKIP("this build has no such device");
}

void TestTwin::devices_data()
{
    QTest::addColumn<QString>("device");
    QTest::newRow("cpu") << "cpu";
    QTest::newRow("reference") << "reference";
}

void TestTwin::sameNumbersDifferByNothing()
{
    QFETCH(QString, device);
    const auto twin = twinOf(device.toStdString(), tinyProject(), "fp32");
    const TwinResult result = runTwin(*twin, {.steps = 100, .every = 4});
    QCOMPARE(result.steps.size(), 15u); // those of the project
    QVERIFY(!result.ended);
    std::vector<std::int64_t> at;
    for (const TwinMoment& moment : result.moments) {
        at.push_back(moment.step);
        QCOMPARE(moment.layers.size(), 6u);
        for (const TwinLayer& layer : moment.layers)
            for (const auto& part : {layer.activation, layer.arriving, layer.gradient, layer.weights})
                if (part)
                    QCOMPARE(*part, (Comparison{0.0, part->numbers, part->nonzero, 0, 0}));
        QVERIFY(layerOf(moment, "dense_1").gradient->nonzero > 0);
        QVERIFY(layerOf(moment, "dense_1").arriving->nonzero > 0);
        QVERIFY(layerOf(moment, "dense_1").activation->nonzero > 0);
        QCOMPARE(layerOf(moment, "dense_1").weights->numbers, 6 * 17);
        QVERIFY(!layerOf(moment, "dropout_1").weights);
    }
    QCOMPARE(at, (std::vector<std::int64_t>{0, 5, 10, 15})); // the fourth of five steps is followed by a smaller batch
    for (const TwinStep& step : result.steps)
        QCOMPARE(*step.loss, *step.lowLoss);
    QVERIFY(result.advice.node.empty());
}

void TestTwin::theExactCopyIsAnOrdinaryTraining()
{
    QFETCH(QString, device);
    for (const char* schedule : {"cosine", "reduce_on_plateau"})
        for (const std::int64_t accumulate : {1, 3}) {
            Project project = tinyProject();
            project.training.gradientAccumulationSteps = accumulate;
            project.training.schedule = {schedule, {}};
            if (project.training.schedule.id == "reduce_on_plateau") // no loss improves by that much
                project.training.schedule.parameters = {{"factor", 0.5}, {"patience", std::int64_t{1}}, {"min_delta", 100.0}};
            if (accumulate > 1) { // by two optimizers in turn
                project.training.groups = {{"head", {"dense_2"}}, {"below", {"dense_1", "batch_normalization_1"}}};
                project.training.groups[0].optimizer = {"sgd", {{"learning_rate", 0.1}, {"momentum", 0.9}}};
                project.training.phases = {{.name = "a", .groups = {"head"}, .steps = 1},
                                           {.name = "b", .groups = {"below"}, .steps = 1}};
            }
            QTemporaryDir folder;
            train::TrainOptions options = optionsFor(std::filesystem::path(folder.path().toStdString()) / "run");
            std::vector<double> losses, rates;
            options.events.step = [&](const train::StepEvent& event) {
                for (const train::StepValues& step : event.steps) {
                    losses.push_back(step.values.front());
                    rates.push_back(step.learningRate);
                }
            };
            const train::DoneEvent done = trainTiny(device.toStdString(), options, project);

            const auto twin = twinOf(device.toStdString(), project, "fp16-emulated");
            const TwinResult result = runTwin(*twin, {.steps = 1000, .every = 1});
            QCOMPARE(result.steps.size(), losses.size());
            for (std::size_t i = 0; i < losses.size(); ++i) {
                QCOMPARE(result.steps[i].learningRate, rates[i]);
                QVERIFY2(*result.steps[i].loss == losses[i], qPrintable(QString::number(i)));
            }
            const SavedRun saved = openSavedRun(done.run, {});
            for (const char* name : {"dense_1.kernel", "dense_2.bias", "batch_normalization_1.gamma"}) {
                const TensorView* array = saved.checkpoint.weights.find(name);
                QVERIFY(array);
                QVERIFY2(twin->exactWeights(name) == numbersOf(*array), name);
            }
        }
}

void TestTwin::roundingShows()
{
    QFETCH(QString, device);
    for (const char* precision : {"bf16-emulated", "fp16-emulated"}) {
        const auto twin = twinOf(device.toStdString(), tinyProject(), precision);
        const TwinMoment first = twin->measure();
        const TwinLayer& layer = layerOf(first, "dense_1");
        QCOMPARE(layer.weights->difference, 0.0); // both started with the same
        QVERIFY(layer.activation->difference > 1e-5 && layer.activation->difference < 1e-2);
        QVERIFY(layer.arriving->difference > 1e-5 && layer.arriving->difference < 0.1);
        QVERIFY(layer.gradient->difference > 1e-5 && layer.gradient->difference < 0.1);
        QVERIFY(*layer.gradientCosine() > 0.99 && *layer.gradientCosine() < 1.0);
        QCOMPARE(layer.arrivingExponents.total() + layer.arrivingExponents.zeros, layer.arriving->numbers);
        for (int i = 0; i < 3; ++i)
            twin->step();
        QVERIFY(layerOf(twin->measure(), "dense_1").weights->difference > 0.0);
        // With equal weights the error of a step is that of the precision, however far the copies have drifted.
        QCOMPARE(layer.stepGradient->difference, layer.gradient->difference);
        QCOMPARE(layer.stepArriving->difference, layer.arriving->difference);
        for (int i = 0; (i < 40 && !twin->over()) || !twin->canMeasure(); ++i)
            twin->step();
        const TwinMoment later = twin->measure();
        const TwinLayer& drifted = layerOf(later, "dense_1");
        QVERIFY(drifted.stepDifference() > 0.0 && drifted.stepDifference() < drifted.gradientDifference());
        QCOMPARE(twin->measure(), later); // measuring changes nothing
    }
}

void TestTwin::theLayerThatUnderflowsIsNamed()
{
    QFETCH(QString, device);
    const auto twin = twinOf(device.toStdString(), underflowingProject(), "fp16-emulated");
    const TwinResult result = runTwin(*twin, {.steps = 4, .every = 2});
    const TwinMoment& last = result.moments.back();
    QCOMPARE(*last.lossScale, 1.0);
    QCOMPARE(layerOf(last, "faint").arriving->lostShare(), 1.0);
    QCOMPARE(layerOf(last, "faint").gradient->lostShare(), 1.0);
    QCOMPARE(layerOf(last, "faint").gradientCosine(), std::optional(0.0));
    QVERIFY(layerOf(last, "plain").arriving->lostShare() < 0.05);
    QVERIFY(layerOf(last, "faint").arrivingExponents.first < last.range.smallest);
    QCOMPARE(result.advice.node, std::string("faint"));
    QCOMPARE(result.advice.lost, 1.0);
    QVERIFY(*result.advice.lossScale > 1.0);
    QVERIFY(result.advice.keptThen > result.advice.keptNow);
    QVERIFY(result.advice.words[0].text().starts_with("faint loses most: 100 %"));
}

void TestTwin::theScaleAdvisedFixesIt()
{
    QFETCH(QString, device);
    Project project = underflowingProject();
    const TwinResult lost = runTwin(*twinOf(device.toStdString(), project, "fp16-emulated"), {.steps = 4, .every = 2});
    // The advised scale, and one found while training.
    for (const double scale : {*lost.advice.lossScale, 0.0}) {
        project.training.lossScale = scale;
        const TwinResult kept = runTwin(*twinOf(device.toStdString(), project, "fp16-emulated"), {.steps = 4, .every = 2});
        QVERIFY(!kept.ended);
        const TwinLayer& layer = layerOf(kept.moments.back(), "faint");
        QVERIFY(layer.arriving->lostShare() < 0.1);
        QVERIFY(layer.gradient->lostShare() < 0.1);
        QVERIFY(layer.gradient->difference < 0.1); // the scale is divided out again
        QVERIFY(kept.advice.keptNow > lost.advice.keptNow);
    }
}

void TestTwin::aLayerKeptInFp32LosesNothing()
{
    QFETCH(QString, device);
    Project project = underflowingProject();
    project.training.fp32Layers = {"faint", "rescaling_1"};
    const TwinResult result = runTwin(*twinOf(device.toStdString(), project, "fp16-emulated"), {.steps = 2, .every = 1});
    const TwinLayer& layer = layerOf(result.moments.back(), "faint");
    QCOMPARE(layer.arriving->lost, 0);
    QCOMPARE(layer.gradient->lost, 0);
    QCOMPARE(layer.arriving->subnormal, 0);
    QVERIFY(layer.gradient->difference < 0.1);
    QCOMPARE(result.advice.lost, 0.0);
}

void TestTwin::aLayerIsPinnedOnTheWay()
{
    QFETCH(QString, device);
    const auto twin = twinOf(device.toStdString(), underflowingProject(), "fp16-emulated");
    for (int i = 0; i < 7; ++i) // into the second epoch
        twin->step();
    const TwinMoment before = twin->measure();
    twin->keepInFp32({"faint", "rescaling_1"});
    const TwinMoment after = twin->measure();
    QCOMPARE(after.step, 7);
    for (const TwinLayer& layer : after.layers) // it goes on from the same weights
        QCOMPARE(layer.weights, layerOf(before, layer.node).weights);
    QCOMPARE(layerOf(before, "faint").arriving->lostShare(), 1.0);
    QCOMPARE(layerOf(after, "faint").arriving->lost, 0);
    QCOMPARE(layerOf(after, "plain").arrivingExponents, layerOf(before, "plain").arrivingExponents);
    const TwinStep step = twin->step();
    QCOMPARE(step.epoch, 2);
    QVERIFY(std::abs(*step.loss - *step.lowLoss) < 0.01);

    const Error error = errorOf([&] { twin->keepInFp32({"nobody"}); });
    QVERIFY2(mentions(error, "nobody"), error.what());
    QVERIFY(twin->step().loss);
}

/// A change that is stopped, or for which there is no memory, leaves the copies as they were.
void TestTwin::aLayerThatCannotBePinnedChangesNothing()
{
    std::stop_source stop;
    Project project = underflowingProject();
    Backend& backend = *backendFor("reference").take();
    project.training.device = backend.devices().front().id;
    Twin twin(project, tinyData(), backend, {.format = TwinFormat::named("fp16-emulated"), .watch = {.stop = stop.get_token()}});
    twin.step();
    const TwinMoment before = twin.measure();
    stop.request_stop();
    QCOMPARE(errorOf([&] { twin.keepInFp32({"faint"}); }).message().id(), std::string("data.cancelled"));
    QCOMPARE(twin.measure(), before);
    QVERIFY(twin.step().lowLoss);
}

/// If memory runs out once, the old state is restored; if it runs out twice, the twin ends, and its measurements can be read.
void TestTwin::aCopyThatCannotBeMadeAgainIsLost()
{
    Fragile backend(*backendFor("reference").take());
    Project project = underflowingProject();
    project.training.device = backend.devices().front().id;
    Twin twin(project, tinyData(), backend, {.format = TwinFormat::named("fp16-emulated")});
    twin.step();
    const TwinMoment before = twin.measure();
    backend.failures = 1;
    QVERIFY(errorOf([&] { twin.keepInFp32({"faint"}); }).message().id().starts_with("memory.ran_out"));
    QVERIFY(!twin.isLost() && !twin.over());
    QVERIFY(twin.fp32Layers().empty());
    QCOMPARE(twin.measure(), before);
    twin.keepInFp32({"faint", "rescaling_1"});
    QCOMPARE(twin.fp32Layers(), (std::vector<std::string>{"faint", "rescaling_1"}));

    backend.failures = 2;
    const Error error = errorOf([&] { twin.keepInFp32({}); });
    QCOMPARE(error.message().id(), std::string("twin.lost"));
    QVERIFY2(mentions(error, "emulated FP16") && mentions(error, "ran out"), error.what());
    QVERIFY(twin.isLost() && twin.over() && !twin.canMeasure());
    QCOMPARE(twin.steps(), 1);
    QCOMPARE(twin.format().id(), std::string("fp16-emulated"));
    QVERIFY(!twin.exactWeights("plain.kernel").empty());
}

void TestTwin::aScaleThatOverflowsEndsIt()
{
    Project project = underflowingProject();
    project.training.lossScale = 1e12;
    const auto twin = twinOf("reference", project, "fp16-emulated");
    const TwinResult result = runTwin(*twin, {.steps = 9, .every = 3});
    QCOMPARE(result.steps.size(), 1u);
    QVERIFY(!result.steps[0].loss && !result.steps[0].lowLoss);
    QVERIFY(result.ended);
    QCOMPARE(result.moments.size(), 1u);
    QVERIFY(result.advice.overflowed > 0.0);
    QVERIFY(*result.advice.lossScale < 1e12);

    // With an automatic scale such steps are skipped, and the other copy goes on.
    project.training.lossScale = 0.0;
    project.training.objectives[0].weight = 1e3;
    const TwinResult found = runTwin(*twinOf("reference", project, "fp16-emulated"), {.steps = 9, .every = 9});
    QVERIFY(!found.ended);
    QVERIFY(found.steps.back().skipped > 0);
    QVERIFY(*found.steps.back().lossScale < 65536.0);
}

void TestTwin::itStopsAsItIsTold()
{
    std::stop_source stop;
    TwinRun run{.steps = 10, .every = 5, .stop = stop.get_token()};
    run.step = [&](const TwinStep& step) {
        if (step.step == 2)
            stop.request_stop();
    };
    const TwinResult result = runTwin(*twinOf("reference", tinyProject(), "bf16-emulated"), run);
    QCOMPARE(result.steps.size(), 2u);
    QCOMPARE(result.moments.back().step, 2);
    const auto twin = twinOf("reference", tinyProject(), "bf16-emulated");
    QCOMPARE(errorOf([&] { runTwin(*twin, {.steps = 10, .every = 0}); }).message().id(), std::string("twin.steps"));
}

void TestTwin::bothCopiesAreEstimated()
{
    Backend& backend = *backendFor("reference").take();
    const Project project = tinyProject();
    const std::vector<FieldType> fields = fieldTypes(tinyData().set.train);
    const CheckedProject checked(project, catalog(), fields);
    const NetworkRequest exact{checked, Precision::fp32}, low{checked, Precision::fp16Emulated};
    const TwinMemory memory = twinMemory(backend, exact, low, {5, 3});
    const MemoryUse alone = estimateMemory(backend, exact, {5, 3});
    QCOMPARE(memory.exact.weights, alone.weights);
    QVERIFY(memory.exact.total() > alone.total());
    QVERIFY(memory.low.total() >= memory.exact.total()); // rounding has tensors of its own
    QVERIFY(memory.compared > 0);
    QCOMPARE(memory.total(), memory.exact.total() + memory.low.total() + memory.compared);

    DeviceInfo device = backend.devices().front();
    device.memoryFree = memory.total();
    QCOMPARE(checkTwinMemory(backend, device, exact, low, {5, 3}).total(), memory.total());
    --device.memoryFree;
    const Error tight = errorOf([&] { checkTwinMemory(backend, device, exact, low, {5, 3}); });
    QCOMPARE(tight.message().id(), std::string("twin.memory"));
    QVERIFY2(mentions(tight, "a batch of 2"), tight.what());
    device.memoryFree = 1000;
    QCOMPARE(errorOf([&] {
                 checkTwinMemory(backend, device, exact, low, {5, 3});
             })
                 .message()
                 .id(),
             std::string("twin.memory_never"));
}

void TestTwin::whatDoesNotFitIsRefused()
{
    Project project = tinyProject();
    Node& dropout = project.graph.nodes[4]; // replaced by a layer with 2⁴⁸ weights
    dropout.layer = "dense";
    dropout.parameters = {{"units", std::int64_t{1} << 24}};
    project.graph.nodes[2].parameters["units"] = std::int64_t{1} << 24;
    const Error error = errorOf([&] { twinOf("reference", project, "fp16-emulated"); });
    QCOMPARE(error.kind(), ErrorKind::resources);
    QVERIFY2(error.message().id().starts_with("twin.memory"), error.what());
}

NETSMITH_TEST(TestTwin)

} // namespace test_twin

#include "test_twin.moc"
