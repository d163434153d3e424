#include "engine/backend/host_values.h"
#include "engine/catalog/catalog.h"
#include "engine/data/order.h"
#include "engine/predict/field_types.h"
#include "engine/predict/prediction.h"
#include "engine/schedules/registry.h"
#include "engine/train/evaluation.h"
#include "engine/train/setup.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <map>
#include <memory>
#include <sstream>

namespace test_trainer {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

double valueOf(const NamedValues& values, std::string_view name)
{
    for (const auto& [key, value] : values)
        if (key == name)
            return value;
    return std::nan("");
}

bool close(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max(std::abs(a), std::abs(b));
}

/// A linear network with a rate too small to change a weight: the loss of a sample is the same in every epoch.
Project stillProject()
{
    Project project = tinyProject();
    Graph& graph = project.graph;
    std::erase_if(graph.nodes,
                  [](const Node& node) { return node.id != "input_1" && node.id != "flatten_1" && node.id != "dense_2"; });
    graph.edges = {{{"input_1", "output"}, {"flatten_1", "input"}, Json::object()},
                   {{"flatten_1", "output"}, {"dense_2", "input"}, Json::object()}};
    project.data.divide = 255.0;
    project.training.optimizer.parameters = {{"learning_rate", 1e-30}};
    project.training.schedule = {"constant", {}};
    project.training.batch = 1;
    return project;
}

/// The loss of each training sample in the order of the data, with the weights of the run's checkpoint.
std::vector<double> lossesAsTheyLie(const fs::path& checkpoint)
{
    std::map<std::string, std::vector<double>> weights;
    const Checkpoint read = readCheckpoint(checkpoint).take();
    for (const TensorView& array : read.weights.tensors) {
        std::vector<double>& values = weights[array.name];
        values.resize(static_cast<std::size_t>(array.shape.elements()));
        toDoubles(array.type, array.bytes.data(), values); // f64 where such a rate changed a 0
    }
    const std::vector<double>&kernel = weights["dense_2.kernel"], &bias = weights["dense_2.bias"];
    const LoadedData data = tinyData();
    const data::Field &images = data.set.train.fields[0], &labels = data.set.train.fields[1];
    std::vector<double> losses;
    for (std::int64_t sample = 0; sample < images.count; ++sample) {
        double logits[3] = {}, sum = 0.0;
        for (std::size_t c = 0; c < 3; ++c) {
            logits[c] = bias[c];
            for (std::size_t pixel = 0; pixel < 16; ++pixel)
                logits[c] += std::to_integer<int>(images.sample(sample)[pixel]) / 255.0 * kernel[pixel * 3 + c];
            sum += std::exp(logits[c]);
        }
        losses.push_back(std::log(sum) - logits[std::to_integer<std::size_t>(labels.sample(sample)[0])]);
    }
    return losses;
}

bool near(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::ranges::equal(a, b, [](double left, double right) { return std::abs(left - right) < 1e-5; });
}

std::vector<double> sorted(std::vector<double> values)
{
    std::ranges::sort(values);
    return values;
}

} // namespace

/// What a run computes and reports, against what is computed without it.
class TestTrainer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void learns_data() { devices(); }
    void learns();
    void tellsWhatItDoes();
    void samplesAreCountedByTheClock();
    void tableHoldsEveryStep();
    void epochsAreMeansOverSamples();
    void lastBatchIsTrainedAsItIs_data() { devices(); }
    void lastBatchIsTrainedAsItIs();
    void validatesEverySampleOnce();
    void splitsOffValidation();
    void trainsWithoutValidation();
    void keepsTheOrderUnshuffled();
    void shufflesEachEpoch();
    void firstWeightsDependOnIdsAlone();
    void warnsOfTablesThatAreDividedAgain();

private:
    void devices();
    /// The loss of every step.
    std::vector<std::vector<double>> lossesByEpoch(const char* name, const Project& project);
    fs::path at(const char* name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestTrainer::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestTrainer::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestTrainer::learns()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.epochs = 30;
    const DoneEvent done = trainTiny(device.toStdString(), optionsFor(at("run")), project);
    QVERIFY(valueOf(done.values, "loss") < 0.5); // ln 3 = 1.1 for guessing
    QVERIFY(valueOf(done.values, "accuracy") > 0.9);
}

void TestTrainer::tellsWhatItDoes()
{
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 2;
    options.peakFlops = 1e12;
    std::vector<std::string> order;
    StartEvent start;
    std::vector<StepEvent> steps;
    std::vector<EpochEvent> epochs;
    DoneEvent told;
    options.events.start = [&](const StartEvent& event) { start = event; };
    options.events.step = [&](const StepEvent& event) { steps.push_back(event); };
    options.events.epoch = [&](const EpochEvent& event) { epochs.push_back(event); };
    options.events.done = [&](const DoneEvent& event) { told = event; };
    const DoneEvent done = trainTiny("reference", options);

    QCOMPARE(start.title, std::string("tiny"));
    QCOMPARE(start.device, std::string("reference"));
    QCOMPARE(start.stepsPerEpoch, 5);
    QCOMPARE(start.trainSamples, 23);
    QCOMPARE(start.validationSamples, 7);
    QCOMPARE(start.parameters, 16 * 6 + 6 + 2 * 6 + 6 * 3 + 3);
    QVERIFY(start.memory.total() > 0 && start.memory.data >= 30 * 17);
    QVERIFY(fs::exists(start.run / "run.json"));

    // Four whole batches in two launches, then the last one by itself.
    QCOMPARE(steps.size(), std::size_t{9});
    QCOMPARE(steps[0].step, 2);
    QCOMPARE(steps[2].step, 5);
    QCOMPARE(steps[3].epoch, 2);
    QCOMPARE(steps[8].totalSteps, 15);
    QVERIFY(std::isfinite(valueOf(steps[0].values, "loss")) && steps[0].samplesPerSecond > 0.0);
    // The work of a step from the rate a second: the same for every launch of whole batches, and less for a smaller batch.
    const auto flopsOfStep = [](const StepEvent& event, double samples) {
        return event.rate.flops / event.samplesPerSecond * samples;
    };
    TrainingSetup setup(tinyProject(), tinyData(), *backendFor("reference").take(), {});
    const auto& whole = setup.network().at(5);
    double flops = 0.0;
    for (const int program : whole.step(1))
        for (const KernelInfo& kernel : whole.executable->kernels(program))
            flops += kernel.flops;
    QVERIFY(flops > 2.0 * 5 * 16 * 6 * 2);
    QCOMPARE(flopsOfStep(steps[0], 5.0), flops);
    QCOMPARE(flopsOfStep(steps[1], 5.0), flops);
    QVERIFY(flopsOfStep(steps[2], 3.0) < flops);
    QCOMPARE(steps[0].rate.share(), std::optional(steps[0].rate.flops / 1e12));
    QCOMPARE(epochs.size(), std::size_t{3});
    QCOMPARE(epochs[1].epoch, 2);
    QCOMPARE(epochs[1].step, 10);
    QVERIFY(epochs[0].best);
    QVERIFY(epochs[0].rate.flops > 0.0 && epochs[0].rate.share());
    QVERIFY(std::isfinite(valueOf(epochs[2].values, "val_accuracy")));
    QCOMPARE(done.state, RunState::done);
    QCOMPARE(told.run, done.run);
    QVERIFY(done.values == epochs[2].values);
    QCOMPARE(done.checkpoint, at("run") / "checkpoints/000015");

    const RunRecord record = readRunRecord(at("run")).take();
    QCOMPARE(record.state, RunState::done);
    QCOMPARE(record.epochsDone, 3);
    QCOMPARE(record.steps, 15);
    QVERIFY(record.values == done.values);
    QVERIFY(record.fingerprint.contains("build") && record.fingerprint.contains("kernels"));
    QVERIFY(loadProject(projectPathOf(at("run"))).take().graph == tinyProject().graph);
}

/// All time of training counts, not only the launches; time between two epochs does not.
void TestTrainer::samplesAreCountedByTheClock()
{
    constexpr double told = 0.004, between = 0.02; // seconds lost, at least
    const auto lose = [](double seconds) {
        for (const Stopwatch watch; watch.seconds() < seconds;) { }
    };
    std::vector<StepEvent> steps;
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 1;
    options.events.step = [&](const StepEvent& event) {
        steps.push_back(event);
        lose(told);
    };
    options.events.epoch = [&](const EpochEvent&) { lose(between); };
    const DoneEvent done = trainTiny("reference", options);
    QCOMPARE(steps.size(), std::size_t{15});
    double seconds = 0.0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const double samples = i % 5 == 4 ? 3.0 : 5.0;
        seconds += samples / steps[i].samplesPerSecond;
        if (i % 5 > 0) // the event of the previous step
            QVERIFY2(samples / steps[i].samplesPerSecond >= told, qPrintable(QString::number(i)));
    }
    QVERIFY(seconds <= done.seconds - 3 * between);
    const RunRecord record = readRunRecord(at("run")).take();
    const double counted = 3 * 23 / record.samplesPerSecond;
    QVERIFY2(counted >= 15 * told && counted <= done.seconds - 3 * between, qPrintable(QString::number(counted)));
    // The FLOP/s refer to the same time.
    double flops = 0.0;
    for (std::size_t i = 0; i < steps.size(); ++i)
        flops += steps[i].rate.flops * (i % 5 == 4 ? 3.0 : 5.0) / steps[i].samplesPerSecond;
    QVERIFY(std::abs(record.rate.flops * counted - flops) <= 1e-6 * flops);
}

void TestTrainer::tableHoldsEveryStep()
{
    trainTiny("reference", optionsFor(at("run")));
    const auto rows = tableOf(at("run") / "metrics.csv");
    QCOMPARE(rows.size(), std::size_t{1 + 15 + 3});
    QCOMPARE(rows[0], (std::vector<std::string>{"kind", "epoch", "step", "lr", "loss", "accuracy", "val_loss", "val_accuracy"}));
    for (const auto& row : rows)
        QCOMPARE(row.size(), std::size_t{8});
    QCOMPARE(rows[1], (std::vector<std::string>{"step", "1", "1", "0", rows[1][4], rows[1][5], "", ""}));
    QCOMPARE(rows[6][0], std::string("epoch"));
    QCOMPARE(rows[6][2], std::string("5"));
    // Warm-up over 3 of 15 steps towards 0.02, then half a cosine over 12.
    QCOMPARE(std::stod(rows[2][3]), 0.00666666667);
    QCOMPARE(std::stod(rows[4][3]), 0.02);
    QVERIFY(close(std::stod(rows[11][3]), 0.01));
    const auto times = tableOf(at("run") / "timing.csv");
    QCOMPARE(times.back()[0], std::string("15"));
}

void TestTrainer::epochsAreMeansOverSamples()
{
    trainTiny("reference", optionsFor(at("run")));
    const auto rows = tableOf(at("run") / "metrics.csv");
    double sum = 0.0;
    for (int step = 0; step < 5; ++step)
        sum += std::stod(rows[static_cast<std::size_t>(1 + step)][4]) * (step < 4 ? 5 : 3);
    QVERIFY(close(std::stod(rows[6][4]), sum / 23.0));
}

void TestTrainer::lastBatchIsTrainedAsItIs()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    // The fifth step, of 3 samples, from a checkpoint of the fourth: by the trainer, and on a network with only this batch size.
    Project project = tinyProject();
    project.training.device = device.toStdString();
    trainUntil(device.toStdString(), 4, optionsFor(at("run")), project);
    const Checkpoint before = readCheckpoint(at("run") / "checkpoints/000004").take();
    TrainOptions options;
    options.resume = at("run");
    trainUntil(device.toStdString(), 5, options, project);

    const LoadedData data = tinyData();
    const auto order = data::epochOrder(23, 1, 0);
    const std::vector<std::int32_t> last(order.begin() + 20, order.end());
    const auto fields = fieldTypes(data.set.train);
    CompiledNetwork network(*backendFor(device.toStdString()).take(), {CheckedProject(project, catalog(), fields)}, {3});
    network.bind("train", data.set.train, last);
    restoreWeights(network.state(), network.plan(), before.weights, "");
    restoreSlots(network.state(), network.plan(), before.optimizer, "");
    network.state().writeCounters("train", std::array<std::int64_t, control::counterCount>{4, 0, 20, 0}).take();
    const auto& sized = network.at(3);
    const std::vector<int> programs = sized.step(1);
    const double rate = schedules().find("cosine")->rate(project.training.schedule.parameters, {0.02, 4, 15, 5});
    const std::vector<float> rates{static_cast<float>(rate)};
    std::vector<float> row(network.plan().columns.size());
    QCOMPARE(sized.executable->run(programs, 1, rates, row).take(), 1);
    QCOMPARE(row[1], 3.0f);
    const auto rows = tableOf(at("run") / "metrics.csv");
    QCOMPARE(csvNumber(static_cast<double>(row[0]) / 3.0), rows[5][4]);

    const Checkpoint after = readCheckpoint(at("run") / "checkpoints/000005").take();
    const SafetensorsFile weights = captureWeights(network.state(), network.plan());
    for (const TensorView& array : weights.tensors)
        QVERIFY2(std::ranges::equal(array.bytes, after.weights.find(array.name)->bytes), array.name.c_str());
    const SafetensorsFile moments = captureSlots(network.state(), network.plan());
    for (const TensorView& array : moments.tensors)
        QVERIFY2(std::ranges::equal(array.bytes, after.optimizer.find(array.name)->bytes), array.name.c_str());
}

void TestTrainer::validatesEverySampleOnce()
{
    const DoneEvent done = trainTiny("reference", optionsFor(at("run")));
    const Checkpoint checkpoint = readCheckpoint(done.checkpoint).take();
    // Batches of 5 and 2 against one of 7.
    const Project project = tinyProject();
    const LoadedData data = tinyData();
    const auto fields = fieldTypes(data.set.test);
    CompiledNetwork network(*backendFor("reference").take(), {CheckedProject(project, catalog(), fields)}, {7});
    restoreWeights(network.state(), network.plan(), checkpoint.weights, "");
    const auto samples = data::identityOrder(7);
    network.bind("evaluate", data.set.test, samples);
    LaunchPacer pacer;
    const auto sums = evaluateSums(network, 7, pacer, {});
    const MetricTable table(network.plan(), project);
    QVERIFY(close(table.means(*sums)[0], valueOf(done.values, "val_loss")));
    QVERIFY(close(table.means(*sums)[1], valueOf(done.values, "val_accuracy")));
}

void TestTrainer::splitsOffValidation()
{
    Project project = tinyProject();
    project.data.validation = "split";
    project.data.validationSplit = 0.3;
    StartEvent start;
    TrainOptions options = optionsFor(at("run"));
    options.events.start = [&](const StartEvent& event) { start = event; };
    const DoneEvent done = trainTiny("reference", options, project);
    QCOMPARE(start.validationSamples, 7);
    QCOMPARE(start.trainSamples, 16);
    QVERIFY(std::isfinite(valueOf(done.values, "val_loss")));
}

void TestTrainer::trainsWithoutValidation()
{
    Project project = tinyProject();
    project.data.validation = "none";
    const DoneEvent done = trainTiny("reference", optionsFor(at("run")), project);
    QCOMPARE(done.values.size(), std::size_t{2});
    QCOMPARE(tableOf(at("run") / "metrics.csv")[0].size(), std::size_t{6});
    QVERIFY(readRunRecord(at("run")).take().bestEpoch);
}

std::vector<std::vector<double>> TestTrainer::lossesByEpoch(const char* name, const Project& project)
{
    std::vector<std::vector<double>> epochs;
    TrainOptions options = optionsFor(at(name));
    options.stepsPerLaunch = 1;
    options.events.step = [&](const StepEvent& event) {
        epochs.resize(static_cast<std::size_t>(event.epoch));
        epochs.back().push_back(valueOf(event.values, "loss"));
    };
    trainTiny("reference", options, project);
    return epochs;
}

void TestTrainer::keepsTheOrderUnshuffled()
{
    Project project = stillProject();
    project.data.shuffle = false;
    const auto epochs = lossesByEpoch("ordered", project);
    const std::vector<double> expected = lossesAsTheyLie(at("ordered") / "checkpoints/000069");
    QCOMPARE(expected.size(), std::size_t{23});
    QVERIFY(!near(expected, {expected.rbegin(), expected.rend()}));
    QCOMPARE(epochs.size(), std::size_t{3});
    for (const std::vector<double>& epoch : epochs)
        QVERIFY(near(epoch, expected));
}

/// Each sample once an epoch, in a different order for every epoch and every seed.
void TestTrainer::shufflesEachEpoch()
{
    Project project = stillProject();
    const auto epochs = lossesByEpoch("shuffled", project);
    const std::vector<double> asTheyLie = lossesAsTheyLie(at("shuffled") / "checkpoints/000069");
    QCOMPARE(epochs.size(), std::size_t{3});
    for (std::size_t i = 0; i < epochs.size(); ++i) {
        QVERIFY(near(sorted(epochs[i]), sorted(asTheyLie)));
        QVERIFY(!near(epochs[i], asTheyLie));
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(!near(epochs[i], epochs[j]));
    }
    QCOMPARE(lossesByEpoch("repeated", project), epochs);
    project.training.seed = 2; // also gives other weights: the ranks of the samples are compared
    const auto ranksOf = [](const std::vector<double>& epoch, const std::vector<double>& all) {
        std::vector<std::size_t> ranks;
        for (const double loss : epoch)
            ranks.push_back(static_cast<std::size_t>(
                std::ranges::min_element(all, {}, [&](double other) { return std::abs(other - loss); }) - all.begin()));
        return ranks;
    };
    const auto seeded = lossesByEpoch("seeded", project);
    QVERIFY(ranksOf(seeded[0], lossesAsTheyLie(at("seeded") / "checkpoints/000069")) != ranksOf(epochs[0], asTheyLie));
}

void TestTrainer::firstWeightsDependOnIdsAlone()
{
    const auto weightsOf = [](const Project& project) {
        TrainingSetup setup(project, tinyData(), *backendFor("reference").take(), {});
        setup.network().drawWeights();
        return captureWeights(setup.network().state(), setup.network().plan());
    };
    Project turned = tinyProject();
    std::ranges::reverse(turned.graph.nodes);
    const SafetensorsFile weights = weightsOf(tinyProject()), others = weightsOf(turned);
    for (const TensorView& array : others.tensors) {
        const TensorView* same = weights.find(array.name);
        QVERIFY2(same && std::ranges::equal(same->bytes, array.bytes), array.name.c_str());
    }
}

void TestTrainer::warnsOfTablesThatAreDividedAgain()
{
    const DeviceInfo device = deviceNamed(*backendFor("reference").take(), "reference");
    const auto warns = [&](const char* source, double divide) {
        Project project = tinyProject();
        project.data.source = source;
        project.data.divide = divide;
        const std::vector<Message> said = checkTraining(checkProject(project, fieldTypes(tinyData(23, 7).set.train)), 23, device);
        return std::ranges::count(said, "train.standardised", [](const Message& warning) { return warning.id(); });
    };
    QCOMPARE(warns("csv", 255.0), 1);
    QCOMPARE(warns("csv", 1.0), 0);
    QCOMPARE(warns("mnist", 255.0), 0);
}

NETSMITH_TEST(TestTrainer)

} // namespace test_trainer

#include "test_trainer.moc"
