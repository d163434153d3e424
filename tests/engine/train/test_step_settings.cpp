#include "engine/catalog/catalog.h"
#include "engine/predict/field_types.h"
#include "engine/train/evaluation.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <memory>

namespace test_step_settings {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

double largestDifference(const Arrays& a, const Arrays& b)
{
    double largest = 0.0;
    for (const auto& [name, values] : a)
        for (std::size_t i = 0; i < values.size(); ++i)
            largest = std::max(largest, std::abs(values[i] - b.at(name)[i]));
    return largest;
}

} // namespace

/// Training settings that change a step: several batches, limits on the gradient, the average of the weights.
class TestStepSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void severalBatchesAreOneLargerOne_data();
    void severalBatchesAreOneLargerOne();
    void scaledBatchesOfAStepCountAlike_data() { devices(); }
    void scaledBatchesOfAStepCountAlike();
    void batchesOfAStepAreCountedOnce();
    void heldBatchesGoOnToTheSameBits_data() { devices(); }
    void heldBatchesGoOnToTheSameBits();
    void divergenceAmongHeldBatchesIsFound();
    void averageFollowsTheWeights_data() { devices(); }
    void averageFollowsTheWeights();
    void averageIsWhatIsJudged_data() { devices(); }
    void averageIsWhatIsJudged();
    void averageGoesOnToTheSameBits_data() { devices(); }
    void averageGoesOnToTheSameBits();
    void valuesAreClipped_data() { devices(); }
    void valuesAreClipped();
    void layersWithoutDecayKeepTheirWeights();
    void plateauGoesOnToTheSameBits();
    void allTogetherGoesOnToTheSameBits_data();
    void allTogetherGoesOnToTheSameBits();
    void keptZerosGoOnToTheSameBits_data();
    void keptZerosGoOnToTheSameBits();

private:
    void devices();
    fs::path at(const std::string& name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestStepSettings::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestStepSettings::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestStepSettings::severalBatchesAreOneLargerOne_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("accumulate");
    QTest::addColumn<double>("tolerance");
    // 23 samples: the epoch's last step ends in the middle of a batch, after whole ones, or has only one batch.
    for (const auto& [batch, accumulate] : {std::pair(2, 5), {5, 2}, {5, 3}, {4, 5}, {11, 2}, {23, 4}, {1, 23}}) {
        const std::string words = std::to_string(accumulate) + " of " + std::to_string(batch);
        QTest::newRow(("reference, " + words).c_str()) << "reference" << batch << accumulate << 1e-12;
        QTest::newRow(("cpu, " + words).c_str()) << "cpu" << batch << accumulate << 2e-5;
    }
}

void TestStepSettings::severalBatchesAreOneLargerOne()
{
    QFETCH(QString, device);
    QFETCH(int, batch);
    QFETCH(int, accumulate);
    QFETCH(double, tolerance);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = withoutBatchNorm();
    project.training.globalClipnorm = 0.5; // of the whole step
    project.training.batch = std::min(batch * accumulate, 23);
    const DoneEvent whole = trainTiny(device.toStdString(), optionsFor(at("whole")), project);
    project.training.batch = batch;
    project.training.gradientAccumulationSteps = accumulate;
    const DoneEvent parts = trainTiny(device.toStdString(), optionsFor(at("parts")), project);
    QCOMPARE(parts.step, whole.step);
    const Arrays a = arraysOf(checkpointOf(at("whole"), whole.step).weights);
    const Arrays b = arraysOf(checkpointOf(at("parts"), parts.step).weights);
    QVERIFY2(largestDifference(a, b) < tolerance, qPrintable(QString::number(largestDifference(a, b))));
    for (std::size_t i = 0; i < whole.values.size(); ++i)
        QVERIFY(std::abs(whole.values[i].second - parts.values[i].second) < std::max(tolerance, 1e-6));
}

/// A smaller last batch is scaled like the whole ones of its step.
void TestStepSettings::scaledBatchesOfAStepCountAlike()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = withoutBatchNorm();
    project.training.precision = "fp16-emulated";
    project.training.lossScale = 1024.0;
    project.training.epochs = 1;
    project.training.optimizer = {"sgd", {{"learning_rate", 0.1}}};
    project.training.schedule = {"constant", {}};
    project.training.batch = 23;
    const DoneEvent whole = trainTiny(device.toStdString(), optionsFor(at("whole")), project);
    project.training.batch = 5; // leaves a last batch of 3
    project.training.gradientAccumulationSteps = 5;
    const DoneEvent parts = trainTiny(device.toStdString(), optionsFor(at("parts")), project);
    QCOMPARE(whole.step, 1);
    QCOMPARE(parts.step, 1);
    const Arrays before = arraysOf(checkpointOf(at("whole"), 0).weights);
    const Arrays a = arraysOf(checkpointOf(at("whole"), 1).weights), b = arraysOf(checkpointOf(at("parts"), 1).weights);
    QVERIFY2(largestDifference(a, before) > 5e-3, qPrintable(QString::number(largestDifference(a, before))));
    QVERIFY2(largestDifference(a, b) < 5e-4, qPrintable(QString::number(largestDifference(a, b))));
}

void TestStepSettings::batchesOfAStepAreCountedOnce()
{
    Project project = tinyProject();
    project.training.gradientAccumulationSteps = 2;
    std::vector<std::int64_t> samples;
    TrainOptions options = optionsFor(at("run"));
    std::int64_t perEpoch = 0;
    options.events.start = [&](const StartEvent& event) { perEpoch = event.stepsPerEpoch; };
    const DoneEvent done = trainTiny("reference", options, project);
    QCOMPARE(perEpoch, 3); // batches of 5, 5 | 5, 5 | 3
    QCOMPARE(done.step, 9);
    QCOMPARE(checkpointOf(at("run"), 9).state.position.counters[control::samples], 69);
}

void TestStepSettings::heldBatchesGoOnToTheSameBits()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.gradientAccumulationSteps = 2;
    QCOMPARE(differsAfterResume(m_root, device.toStdString(), 4, project), std::string());
}

void TestStepSettings::divergenceAmongHeldBatchesIsFound()
{
    Project project = withoutBatchNorm();
    project.training.gradientAccumulationSteps = 3;
    project.training.optimizer = {"sgd", {{"learning_rate", 1e6}, {"weight_decay", 1e3}}};
    project.training.schedule = {"constant", {}};
    project.training.epochs = 100;
    const Error error = errorOf([&] { trainTiny("reference", optionsFor(at("run")), project); });
    QVERIFY2(error.kind() == ErrorKind::diverged, error.what());
}

void TestStepSettings::averageFollowsTheWeights()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.emaMomentum = 0.75;
    project.training.schedule = {"constant", {}}; // so that the first step moves the weights too
    project.training.batch = 23; // a step an epoch, so that each has a checkpoint
    project.training.keepCheckpoints = 20;
    trainTiny(device.toStdString(), optionsFor(at("run")), project);
    Arrays average;
    for (const std::int64_t step : {1, 2, 3}) {
        const Arrays arrays = arraysOf(checkpointOf(at("run"), step).weights);
        for (const auto& [name, values] : arrays) {
            if (!arrays.contains(name + "/average"))
                continue;
            for (std::size_t i = 0; i < values.size(); ++i) {
                std::vector<double>& kept = average[name];
                kept.resize(values.size());
                kept[i] = step == 1 ? values[i] : 0.75 * kept[i] + 0.25 * values[i];
                QVERIFY(std::abs(arrays.at(name + "/average")[i] - kept[i]) < 1e-6);
            }
        }
    }
    QCOMPARE(average.size(), 6u); // two dense layers and the batch norm, two each
}

/// The weights themselves are trained as without it; validation gives another result.
void TestStepSettings::averageIsWhatIsJudged()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = withoutBatchNorm();
    const DoneEvent plain = trainTiny(device.toStdString(), optionsFor(at("plain")), project);
    project.training.emaMomentum = 0.9;
    const DoneEvent averaged = trainTiny(device.toStdString(), optionsFor(at("averaged")), project);
    const auto value = [](const DoneEvent& event, const char* name) {
        return std::ranges::find(event.values, name, &NamedValues::value_type::first)->second;
    };
    QCOMPARE(value(averaged, "loss"), value(plain, "loss"));
    QVERIFY(value(averaged, "val_loss") != value(plain, "val_loss"));
    const Arrays trained = arraysOf(checkpointOf(at("averaged"), averaged.step).weights);
    const Arrays without = arraysOf(checkpointOf(at("plain"), plain.step).weights);
    for (const auto& [name, values] : without)
        QCOMPARE(trained.at(name), values);

    // The same network with the average as its weights gives the same.
    Project swapped = project;
    swapped.training.emaMomentum = 0.0;
    const LoadedData data = tinyData();
    const auto fields = fieldTypes(data.set.test);
    CompiledNetwork network(*backendFor(device.toStdString()).take(), {CheckedProject(swapped, catalog(), fields)}, {7});
    std::vector<std::int32_t> order{0, 1, 2, 3, 4, 5, 6};
    network.bind("evaluate", data.set.test, order);
    std::vector<double> weights(static_cast<std::size_t>(network.plan().parameters.elements), 0.0);
    for (const Segment& segment : network.plan().parameters.segments)
        std::ranges::copy(trained.at(segment.id + "/average"), weights.begin() + segment.offset);
    network.state().writeArena(Arena::weights, std::span<const double>(weights)).take();
    network.state().writeCounters("evaluate", std::array<std::int64_t, control::counterCount>{}).take();
    std::vector<float> row(network.plan().columns.size());
    const int program = network.at(7).evaluate;
    network.at(7).executable->run(std::span(&program, 1), 1, {}, row).take();
    QVERIFY(std::abs(static_cast<double>(row[0]) / 7.0 - value(averaged, "val_loss")) < 1e-5);
}

void TestStepSettings::averageGoesOnToTheSameBits()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.emaMomentum = 0.9;
    QCOMPARE(differsAfterResume(m_root, device.toStdString(), 7, project), std::string());
}

/// With a plain step of rate 1 no weight can move by more than the limit.
void TestStepSettings::valuesAreClipped()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = withoutBatchNorm();
    project.training.optimizer = {"sgd", {{"learning_rate", 1.0}}};
    project.training.schedule = {"constant", {}};
    project.training.batch = 23;
    project.training.keepCheckpoints = 20;
    project.training.clipValue = 1.0 / 256.0;
    trainTiny(device.toStdString(), optionsFor(at("run")), project);
    const double moved =
        largestDifference(arraysOf(checkpointOf(at("run"), 0).weights), arraysOf(checkpointOf(at("run"), 1).weights));
    QVERIFY2(std::abs(moved - 1.0 / 256.0) < 1e-6, qPrintable(QString::number(moved)));
}

/// With a rate so small that the gradient moves hardly anything, only decay shows.
void TestStepSettings::layersWithoutDecayKeepTheirWeights()
{
    Project project = withoutBatchNorm();
    project.training.optimizer = {"sgd", {{"learning_rate", 1e-6}, {"weight_decay", 1e3}}};
    project.training.schedule = {"constant", {}};
    project.training.excludeFromWeightDecay = {"dense_2", "flatten_1"};
    project.training.keepCheckpoints = 20;
    trainTiny("reference", optionsFor(at("run")), project);
    const Arrays before = arraysOf(checkpointOf(at("run"), 0).weights);
    const Arrays after = arraysOf(checkpointOf(at("run"), 15).weights);
    const auto kept = [&](const std::string& name) { return after.at(name)[0] / before.at(name)[0]; };
    QVERIFY(std::abs(kept("dense_1.kernel") - std::pow(0.999, 15)) < 1e-3);
    QVERIFY(std::abs(kept("dense_2.kernel") - 1.0) < 1e-3);

    project.training.excludeFromWeightDecay = {"dense_7"};
    const Error error = errorOf([&] { trainTiny("reference", optionsFor(at("other")), project); });
    QVERIFY2(mentions(error, "dense_7"), error.what());
}

void TestStepSettings::plateauGoesOnToTheSameBits()
{
    Project project = tinyProject();
    project.training.epochs = 6;
    // No loss improves by that much, so every second epoch lowers the rate.
    project.training.schedule = {"reduce_on_plateau", {{"factor", 0.5}, {"patience", std::int64_t{2}}, {"min_delta", 100.0}}};
    QCOMPARE(differsAfterResume(m_root, "reference", 18, project), std::string()); // within the fourth epoch
    const Checkpoint last = checkpointOf(at("whole"), 30);
    QCOMPARE(last.state.position.schedules.front().factor, 0.25);
}

void TestStepSettings::allTogetherGoesOnToTheSameBits_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("stopAt");
    for (const char* device : {"reference", "cpu"})
        for (const int stopAt : {1, 3, 4, 8}) // the first, an epoch's last, one within an epoch, the last but one
            QTest::newRow((device + (" " + std::to_string(stopAt))).c_str()) << device << stopAt;
}

/// Weight penalties, norm limits, the average of the weights and several batches a step.
void TestStepSettings::allTogetherGoesOnToTheSameBits()
{
    QFETCH(QString, device);
    QFETCH(int, stopAt);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    constexpr double longest = 0.5;
    Project project = tinyProject();
    for (Node& node : project.graph.nodes)
        if (node.layer == "dense")
            node.parameters.insert(
                {{"kernel_l1", 0.01}, {"kernel_l2", 0.02}, {"bias_l1", 0.01}, {"bias_l2", 0.02}, {"max_norm", longest}});
    project.training.gradientAccumulationSteps = 2;
    project.training.emaMomentum = 0.9;
    QCOMPARE(differsAfterResume(m_root, device.toStdString(), stopAt, project), std::string());

    // Each of them has an effect.
    const Arrays weights = arraysOf(checkpointOf(at("parts"), 9).weights);
    for (const char* dense : {"dense_1", "dense_2"}) {
        const std::vector<double>& kernel = weights.at(std::string(dense) + ".kernel");
        QVERIFY(weights.at(std::string(dense) + ".kernel/average") != kernel);
        const std::size_t units = weights.at(std::string(dense) + ".bias").size();
        std::vector<double> squares(units);
        for (std::size_t i = 0; i < kernel.size(); ++i)
            squares[i % units] += kernel[i] * kernel[i];
        QVERIFY(std::abs(std::sqrt(std::ranges::max(squares)) - longest) < 1e-5);
    }
    project.training.gradientAccumulationSteps = 1;
    project.training.emaMomentum = 0.0;
    project.training.epochs = 1;
    const DoneEvent penalised = trainTiny(device.toStdString(), optionsFor(at("penalised")), project);
    for (Node& node : project.graph.nodes)
        if (node.layer == "dense")
            for (const char* penalty : {"kernel_l1", "kernel_l2", "bias_l1", "bias_l2"})
                node.parameters[penalty] = 0.0;
    const DoneEvent free = trainTiny(device.toStdString(), optionsFor(at("free")), project);
    QVERIFY(penalised.values != free.values);
}

void TestStepSettings::keptZerosGoOnToTheSameBits_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("optimizer");
    for (const char* device : {"reference", "cpu"})
        for (const char* optimizer : {"adam", "muon", "lamb"})
            QTest::addRow("%s %s", device, optimizer) << device << optimizer;
}

/// Of a kernel that begins as the identity, most weights are zero; the checkpoints hold the others alone.
void TestStepSettings::keptZerosGoOnToTheSameBits()
{
    QFETCH(QString, device);
    QFETCH(QString, optimizer);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.optimizer = {optimizer.toStdString(), {}, Json::object()};
    project.training.gradientAccumulationSteps = 2;
    project.training.emaMomentum = 0.9;
    ParameterMap& dense = project.graph.find("dense_1")->parameters;
    dense["units"] = std::int64_t{32};
    dense.insert({{"keep_zeros", true}, {"kernel_initializer", std::string("identity")}});
    QCOMPARE(differsAfterResume(m_root, device.toStdString(), 4, project), std::string());

    const Checkpoint last = checkpointOf(at("parts"), 9);
    const Arrays weights = arraysOf(last.weights);
    for (const char* id : {"dense_1.kernel", "dense_1.kernel/average"}) {
        const std::vector<double>& kernel = weights.at(id);
        QCOMPARE(kernel.size(), std::size_t{16 * 32});
        for (std::size_t i = 0; i < kernel.size(); ++i)
            QCOMPARE(kernel[i] != 0.0, i % 32 == i / 32);
        QVERIFY(kernel[0] != 1.0);
    }
    if (device == u"cpu") // whose numbers are f32
        QVERIFY(contentOf(last.folder / "weights.safetensors").find("dense_1.kernel/average.mask") != std::string::npos);
    const std::string version = device == u"cpu" ? "\"schema\": 2" : "\"schema\": 1"; // which older programs refuse, or read
    QVERIFY(contentOf(last.folder / "manifest.json").find(version) != std::string::npos);
}

NETSMITH_TEST(TestStepSettings)

} // namespace test_step_settings

#include "test_step_settings.moc"
