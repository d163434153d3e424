#include "engine/inspect/measures/live_measures.h"
#include "engine/inspect/measures/step_profile.h"
#include "engine/inspect/measures/unit_activity.h"
#include "engine/losses/registry.h"
#include "engine/store/checkpoint_store.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <map>
#include <set>

namespace test_layer_measures {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

/// A network with one dense layer each of a ReLU, a tanh and a softmax, trained by plain SGD.
Project sgdProject(double rate)
{
    Project project = withoutBatchNorm();
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.layer == "dropout"; });
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    project.training.optimizer = {"sgd", {{"learning_rate", rate}}};
    project.training.schedule = {"constant", {}};
    project.training.batch = 5;
    return project;
}

const LayerMeasures& layerOf(const StepMeasures& all, const std::string& node)
{
    static const LayerMeasures none;
    const auto found = std::ranges::find(all.layers, node, &LayerMeasures::node);
    return found == all.layers.end() ? none : *found;
}

/// A training in memory.
struct Training {
    Training(Project project, const std::string& device)
        : setup(
            [&] {
                project.training.device = backendFor(device).take()->devices().front().id;
                return project;
            }(),
            tinyData(), *backendFor(device).take(), {})
        , loop(setup, setup.project().training)
        , probe(setup, loop, 1e9)
    {
        setup.network().drawWeights();
        loop.beginEpoch();
    }

    std::map<std::string, std::vector<double>> weights()
    {
        std::map<std::string, std::vector<double>> all;
        for (const Segment& segment : setup.network().plan().parameters.segments) {
            std::vector<double>& values = all[segment.id];
            values.resize(static_cast<std::size_t>(segment.elements()));
            setup.network().state().readPart(Arena::weights, segment.offset, values).take();
        }
        return all;
    }

    train::TrainingSetup setup;
    train::TrainingLoop loop;
    LayerProbe probe;
};

std::string weightsOf(const fs::path& run)
{
    return contentOf(CheckpointStore(run / "checkpoints").newest().value() / "weights.safetensors");
}

} // namespace

/// What a training step costs each layer and does to it.
class TestLayerMeasures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void slopesWorkedByHand();
    void deadUnitsWorkedByHand();
    void saturationWorkedByHand();
    void theStepIsWhatSgdDid_data() { devices(); }
    void theStepIsWhatSgdDid();
    void accumulatedAndScaledGradientsAreMeans_data();
    void accumulatedAndScaledGradientsAreMeans();
    void aStepThatEndsItsEpochIsMeasured();
    void otherStepsAreNotMeasured();
    void timesBelongToTheirLayers_data() { devices(); }
    void timesBelongToTheirLayers();
    void theWayBackBeginsWithTheLoss_data();
    void theWayBackBeginsWithTheLoss();
    void unitsAreThoseOfTheSet();
    void trainingKeepsItsBits_data() { devices(); }
    void trainingKeepsItsBits();
    void aPausedRunIsMeasuredWithoutAStep();
    void aProfileIsWhole();

private:
    void devices()
    {
        QTest::addColumn<QString>("device");
        for (const char* device : {"reference", "cpu"})
            if (hasBackend(device))
                QTest::newRow(device) << device;
    }
};

void TestLayerMeasures::slopesWorkedByHand()
{
    QCOMPARE(*slopeAt("sigmoid", 0.5), 1.0);
    QVERIFY(std::abs(*slopeAt("sigmoid", 0.9) - 0.36) < 1e-12); // 4 · 0.9 · 0.1
    QCOMPARE(*slopeAt("tanh", 0.0), 1.0);
    QCOMPARE(*slopeAt("tanh", 0.5), 0.75);
    QCOMPARE(*slopeAt("softsign", -0.5), 0.25);
    QCOMPARE(*slopeAt("hard_sigmoid", 1.0), 0.0);
    QCOMPARE(*slopeAt("hard_tanh", -0.99), 1.0);
    QCOMPARE(*slopeAt("hard_tanh", -1.0), 0.0);
    QCOMPARE(*slopeAt("relu6", 6.0), 0.0);
    QCOMPARE(*slopeAt("relu6", 0.0), 1.0);
    for (const char* unbounded : {"none", "relu", "passed", "gelu", "leaky_relu"})
        QVERIFY(!slopeAt(unbounded, 0.0));
}

void TestLayerMeasures::deadUnitsWorkedByHand()
{
    // Two positions of four channels: the second is never active, the last is at one position of one sample.
    UnitActivity units("relu", {2, 4});
    QVERIFY(!units.dead());
    units.add(std::vector<float>{1.0F, 0.0F, 0.0F, 0.0F, 2.0F, 0.0F, 0.0F, 0.0F});
    QCOMPARE(*units.dead(), 0.75);
    units.add(std::vector<float>{0.0F, 0.0F, 3.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.5F});
    QCOMPARE(*units.dead(), 0.25);
    QVERIFY(!units.saturated());
    UnitActivity other("tanh", {4});
    other.add(std::vector<float>(4, 0.0F));
    QVERIFY(!other.dead()); // 0 is where a tanh learns fastest
    UnitActivity broken("relu", {1});
    broken.add(std::vector<float>{std::nanf("")});
    QCOMPARE(*broken.dead(), 0.0);
}

void TestLayerMeasures::saturationWorkedByHand()
{
    UnitActivity tanh("tanh", {4});
    tanh.add(std::vector<float>{0.97F, 0.98F, -0.98F, 0.0F}); // 1 − y² is 0.0591, 0.0396, 0.0396, 1
    QCOMPARE(*tanh.saturated(), 0.5);
    // A softmax by its largest probability: 4 · 0.99 · 0.01 is under a twentieth, 4 · 0.9 · 0.1 is not.
    UnitActivity softmax("softmax", {2, 2});
    softmax.add(std::vector<float>{0.99F, 0.01F, 0.1F, 0.9F});
    QCOMPARE(*softmax.saturated(), 0.5);
    UnitActivity relu("relu", {2});
    relu.add(std::vector<float>{0.0F, 100.0F});
    QVERIFY(!relu.saturated());
}

/// SGD changes each weight by the rate times its gradient: what was read before and after the step tells the gradient's size.
void TestLayerMeasures::theStepIsWhatSgdDid()
{
    QFETCH(const QString, device);
    constexpr double rate = 0.5;
    Training training(sgdProject(rate), device.toStdString());
    for (int step = 0; step < 5; ++step) { // the fifth has the last 3 of 23 samples
        const auto before = training.weights();
        training.probe.beginStep();
        QCOMPARE(training.loop.launch(1, 1).done, 1);
        training.probe.endStep();
        const auto after = training.weights();
        const StepMeasures& measures = training.probe.measures();
        QCOMPARE(measures.step, step + 1);
        for (const char* node : {"dense_1", "dense_2"}) {
            double changes = 0.0, weights = 0.0, count = 0.0;
            for (const auto& [id, values] : before) {
                if (!id.starts_with(node))
                    continue;
                for (std::size_t i = 0; i < values.size(); ++i) {
                    const double change = after.at(id)[i] - values[i];
                    changes += change * change;
                    weights += values[i] * values[i];
                    count += 1.0;
                }
            }
            const LayerMeasures& layer = layerOf(measures, node);
            QVERIFY(layer.gradient && layer.update);
            const double gradient = std::sqrt(changes / count) / rate, update = std::sqrt(changes / weights);
            QVERIFY2(std::abs(*layer.gradient / gradient - 1.0) < 1e-4, qPrintable(QString::number(*layer.gradient / gradient)));
            QVERIFY(std::abs(*layer.update / update - 1.0) < 1e-6);
        }
        QVERIFY(!layerOf(measures, "flatten_1").gradient);
    }
}

void TestLayerMeasures::accumulatedAndScaledGradientsAreMeans_data()
{
    QTest::addColumn<int>("accumulated");
    QTest::addColumn<QString>("precision");
    QTest::newRow("two batches") << 2 << "fp32";
    QTest::newRow("scaled loss") << 1 << "fp16-emulated";
    QTest::newRow("two of a scaled loss") << 2 << "fp16-emulated";
}

void TestLayerMeasures::accumulatedAndScaledGradientsAreMeans()
{
    QFETCH(const int, accumulated);
    QFETCH(const QString, precision);
    constexpr double rate = 0.5;
    Project project = sgdProject(rate);
    project.training.gradientAccumulationSteps = accumulated;
    project.training.precision = precision.toStdString();
    Training training(std::move(project), "reference");
    const auto before = training.weights();
    training.probe.beginStep();
    QVERIFY(training.probe.isInStep());
    const train::TrainingLoop::Launch launch = training.loop.launch(1, 1);
    QCOMPARE(launch.samples, 5 * accumulated);
    training.probe.endStep();
    const auto after = training.weights();
    double changes = 0.0;
    for (const auto& [id, values] : before)
        if (id == "dense_2.kernel" || id == "dense_2.bias")
            for (std::size_t i = 0; i < values.size(); ++i)
                changes += std::pow(after.at(id)[i] - values[i], 2);
    const double gradient = std::sqrt(changes / 21.0) / rate; // 6 × 3 and 3
    const double measured = layerOf(training.probe.measures(), "dense_2").gradient.value_or(0.0);
    QVERIFY2(std::abs(measured / gradient - 1.0) < 1e-3, qPrintable(QString::number(measured / gradient)));
}

/// An epoch of one batch, as of a few points in the plane.
void TestLayerMeasures::aStepThatEndsItsEpochIsMeasured()
{
    constexpr double rate = 0.5;
    Project project = sgdProject(rate);
    project.training.batch = 23;
    project.data.validation = "none";
    Training training(std::move(project), "reference");
    const auto before = training.weights();
    training.probe.beginStep();
    training.loop.launch(1, 1);
    QVERIFY(training.loop.isAtEpochEnd());
    QVERIFY(training.loop.endEpoch());
    training.probe.endStep();
    const auto after = training.weights();
    double changes = 0.0;
    for (const char* id : {"dense_2.kernel", "dense_2.bias"})
        for (std::size_t i = 0; i < before.at(id).size(); ++i)
            changes += std::pow(after.at(id)[i] - before.at(id)[i], 2);
    const double gradient = std::sqrt(changes / 21.0) / rate;
    QVERIFY(std::abs(layerOf(training.probe.measures(), "dense_2").gradient.value_or(0.0) / gradient - 1.0) < 1e-6);
}

void TestLayerMeasures::otherStepsAreNotMeasured()
{
    Training training(sgdProject(0.1), "reference");
    training.probe.endStep(); // never begun
    QCOMPARE(training.probe.measures().step, 0);
    training.probe.beginStep();
    training.loop.launch(2, 2);
    training.probe.endStep();
    QVERIFY(!training.probe.isInStep());
    QCOMPARE(training.probe.measures().step, 0);
    QVERIFY(!layerOf(training.probe.measures(), "dense_1").update);
    training.probe.beginStep();
    training.probe.endStep(); // no step between
    QVERIFY(!layerOf(training.probe.measures(), "dense_1").update);
}

void TestLayerMeasures::timesBelongToTheirLayers()
{
    QFETCH(const QString, device);
    Training training(sgdProject(0.1), device.toStdString());
    const auto before = training.weights();
    for (int pass = 0; pass < 7; ++pass)
        training.probe.time();
    const StepMeasures& measures = training.probe.measures();
    for (const char* node : {"dense_1", "dense_2"}) {
        const LayerMeasures& layer = layerOf(measures, node);
        QVERIFY2(layer.forward > 0.0 && layer.backward > 0.0, node);
        QVERIFY(layer.bytes > 0.0);
    }
    // Of a batch of 5: 16 × 6 products forward and as many for the weights; the input needs no gradient.
    QVERIFY(layerOf(measures, "dense_1").flops >= 2.0 * 2.0 * 5.0 * 16.0 * 6.0);
    QVERIFY(layerOf(measures, "dense_1").flops < 1.2 * 2.0 * 2.0 * 5.0 * 16.0 * 6.0);
    QCOMPARE(layerOf(measures, "input_1").backward, 0.0);
    double sum = measures.other;
    for (const LayerMeasures& layer : measures.layers)
        sum += layer.forward + layer.backward;
    QCOMPARE(measures.seconds(), sum);
    QCOMPARE(training.weights(), before);
    QCOMPARE(training.loop.step(), 0);
    // At the end of an epoch there is no whole batch.
    training.loop.launch(4, 4);
    const double known = measures.seconds();
    training.probe.time();
    QCOMPARE(measures.seconds(), known);
}

void TestLayerMeasures::theWayBackBeginsWithTheLoss_data()
{
    QTest::addColumn<QString>("loss");
    for (const LossSpec& loss : losses())
        QTest::newRow(loss.id.c_str()) << QString::fromStdString(loss.id);
}

/// Whatever the loss, its gradient is the first kernel of the way back: all layers have run before it, and none after it.
void TestLayerMeasures::theWayBackBeginsWithTheLoss()
{
    QFETCH(const QString, loss);
    Project project = sgdProject(0.1);
    const bool classes = loss.startsWith(u"sparse_categorical");
    Objective objective;
    objective.loss = {loss.toStdString(), {}};
    objective.metrics.clear();
    if (!classes)
        objective.targetValue = 1.0;
    project.training.objectives = {objective};
    project.graph.nodes.back().parameters["activation"] = std::string(loss.contains(u"categorical") ? "softmax"
                                                                          : loss.contains(u"hinge") ? "tanh"
                                                                                                    : "sigmoid");
    Training training(project, "reference");
    const std::vector<train::KernelTime> kernels = training.loop.timeKernels();
    const auto isDense = [](const train::KernelTime& time) { return time.kernel.op == "dense"; };
    const auto isBack = [](const train::KernelTime& time) { return time.kernel.op.find("_backward") != std::string::npos; };
    const auto first = std::ranges::find_if(kernels, isBack);
    QVERIFY(first != kernels.end());
    QCOMPARE(first->kernel.origin, std::vector<std::string>{"dense_2"});
    QCOMPARE(std::count_if(kernels.begin(), first, isDense), 2);
    QCOMPARE(std::count_if(first, kernels.end(), isDense), 0);
}

void TestLayerMeasures::unitsAreThoseOfTheSet()
{
    Project project = sgdProject(0.1);
    project.graph.nodes[2].parameters["activation"] = std::string("relu");
    Training training(std::move(project), "reference");
    // The first unit can't be active: all its weights are 0, and its bias is below.
    const Segment& kernel = *training.setup.network().plan().parameters.find("dense_1.kernel");
    const Segment& bias = *training.setup.network().plan().parameters.find("dense_1.bias");
    std::vector<double> weights(16 * 6, 0.25), biases(6, 0.0);
    for (std::size_t i = 0; i < 16; ++i)
        weights[i * 6] = 0.0;
    biases[0] = -1.0;
    training.setup.network().state().writePart(Arena::weights, kernel.offset, std::span<const double>(weights)).take();
    training.setup.network().state().writePart(Arena::weights, bias.offset, std::span<const double>(biases)).take();
    const auto observed = training.setup.observe();
    training.probe.lookAtUnits(*observed);
    const StepMeasures& measures = training.probe.measures();
    QCOMPARE(measures.unitSamples, 23); // all there are
    QCOMPARE(*layerOf(measures, "dense_1").dead, 1.0 / 6.0);
    QVERIFY(!layerOf(measures, "dense_1").saturated);
    QVERIFY(layerOf(measures, "dense_2").saturated && !layerOf(measures, "dense_2").dead);
    QVERIFY(!layerOf(measures, "flatten_1").dead);
}

void TestLayerMeasures::trainingKeepsItsBits()
{
    QFETCH(const QString, device);
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    train::TrainOptions options = optionsFor(root / "straight");
    options.stepsPerLaunch = 2;
    trainTiny(device.toStdString(), options);

    LiveMeasures live(0.0);
    std::set<std::int64_t> measured;
    options = optionsFor(root / "measured");
    options.stepsPerLaunch = 2;
    options.between = [&](train::LiveRun& run) {
        live.hurry();
        const train::LaunchOrder order = live.between(run, {});
        if (live.latest())
            measured.insert(live.latest()->step);
        return order;
    };
    trainTiny(device.toStdString(), options);
    QVERIFY2(measured.size() >= 4, qPrintable(QString::number(measured.size())));
    QVERIFY(layerOf(*live.latest(), "dense_1").update && layerOf(*live.latest(), "dense_1").saturated);
    QCOMPARE(weightsOf(root / "measured"), weightsOf(root / "straight"));
    QCOMPARE(contentOf(root / "measured" / "metrics.csv"), contentOf(root / "straight" / "metrics.csv"));
}

void TestLayerMeasures::aPausedRunIsMeasuredWithoutAStep()
{
    QTemporaryDir folder;
    LiveMeasures live(0.0);
    train::TrainOptions options = optionsFor(folder.path().toStdString() + "/run");
    options.stepsPerLaunch = 1;
    std::int64_t launches = 0;
    options.between = [&](train::LiveRun& run) {
        if (run.position().validating)
            return train::LaunchOrder{};
        if (launches == 1) { // a step was measured up to here
            live.measure(run);
            [&] {
                QCOMPARE(live.latest()->step, 1);
                QVERIFY(layerOf(*live.latest(), "dense_1").update);
                QVERIFY(layerOf(*live.latest(), "dense_1").forward > 0.0);
            }();
        }
        ++launches;
        return launches == 1 ? live.between(run, {}) : train::LaunchOrder{};
    };
    trainTiny("reference", options);
    QVERIFY(launches > 1);
}

void TestLayerMeasures::aProfileIsWhole()
{
    Project project = tinyProject();
    project.training.device = "reference";
    train::TrainingSetup setup(project, tinyData(), *backendFor("reference").take(), {});
    setup.network().drawWeights();
    const StepProfile profile = profileSteps(setup, {.steps = 20}); // more than an epoch has
    QVERIFY(profile.step > 0.0);
    QCOMPARE(profile.layers.step, 41);
    QCOMPARE(profile.layers.batch, 5);
    for (const char* node : {"dense_1", "batch_normalization_1", "dense_2"}) {
        const LayerMeasures& layer = layerOf(profile.layers, node);
        QVERIFY2(layer.gradient && layer.update && layer.seconds() > 0.0, node);
    }
    // In the order of the graph.
    std::vector<std::string> order;
    for (const LayerMeasures& layer : profile.layers.layers)
        order.push_back(layer.node);
    std::vector<std::string> drawn;
    for (const Node& node : project.graph.nodes)
        drawn.push_back(node.id);
    QCOMPARE(order, drawn);

    project = sgdProject(1e6);
    project.training.device = "reference";
    project.graph.nodes.back().parameters["activation"] = std::string("none");
    project.training.objectives.front() = Objective();
    project.training.objectives.front().loss = {"mean_squared_error", {}};
    project.training.objectives.front().targetValue = 1.0;
    project.training.objectives.front().metrics.clear();
    train::TrainingSetup wild(project, tinyData(), *backendFor("reference").take(), {});
    wild.network().drawWeights();
    const Error error = errorOf([&] { profileSteps(wild, {.steps = 20}); });
    QCOMPARE(error.message().id(), std::string("profile.diverged"));
}

NETSMITH_TEST(TestLayerMeasures)

} // namespace test_layer_measures

#include "test_layer_measures.moc"
