#include "engine/inspect/weights/weight_history.h"

#include "engine/ops/control.h"
#include "engine/train/setup.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace test_weight_history {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

namespace fs = std::filesystem;

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

/// Numbers as bytes of a file.
void setNumbers(SafetensorsFile& file, std::vector<std::vector<std::byte>>& kept, const std::string& id,
                const std::vector<float>& numbers)
{
    for (TensorView& tensor : file.tensors)
        if (tensor.name == id) {
            std::vector<std::byte> bytes;
            for (std::int64_t i = 0; i < tensor.shape.elements(); ++i) {
                const float number = i < std::ssize(numbers) ? numbers[static_cast<std::size_t>(i)] : 0.0f;
                const double wide = static_cast<double>(number);
                const auto* from = tensor.type == DataType::f64 ? reinterpret_cast<const std::byte*>(&wide)
                                                                : reinterpret_cast<const std::byte*>(&number);
                bytes.insert(bytes.end(), from, from + sizeOf(tensor.type));
            }
            kept.push_back(std::move(bytes));
            tensor.bytes = kept.back();
        }
}

/// Writes a checkpoint of this step like `other`, where "dense_1.kernel" begins with these numbers and is 0 else.
void writeMoment(const fs::path& run, const Checkpoint& other, std::int64_t step, const std::vector<float>& kernel)
{
    SafetensorsFile weights = other.weights;
    std::vector<std::vector<std::byte>> kept;
    setNumbers(weights, kept, "dense_1.kernel", kernel);
    CheckpointState state = other.state;
    state.position.counters[control::step] = step;
    const OpenFolder store = OpenFolder::open(run / "checkpoints").take();
    const std::string name = CheckpointStore(run / "checkpoints").at(step).filename().string();
    writeCheckpoint(store, name, {ArraysToWrite(weights), ArraysToWrite(other.optimizer), stateToJson(state)}).take();
}

} // namespace

/// The change of a run's weights over its kept checkpoints.
class TestWeightHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void normsOverThreeCheckpoints();
    void theFirstWeightsAreDrawnAgain();
    void aRunFromAnotherBeginsWithItsWeights();
    void brokenCheckpointsAreLeftOut();
    void aLiveNetworkGivesTheSame();
    void otherNetworksAreRefused();

private:
    fs::path path(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
    fs::path trained(const char* name)
    {
        Project project = tinyProject();
        project.training.keepCheckpoints = 20;
        trainTiny("reference", optionsFor(path(name)), project);
        return path(name);
    }

    QTemporaryDir m_folder;
};

void TestWeightHistory::normsOverThreeCheckpoints()
{
    const fs::path run = trained("three");
    const Checkpoint made = test::checkpointOf(run, CheckpointStore(run / "checkpoints").steps().back());
    fs::remove_all(run / "checkpoints");
    fs::create_directory(run / "checkpoints");
    writeMoment(run, made, 0, {});
    writeMoment(run, made, 4, {3, 4});
    writeMoment(run, made, 6, {0, 4, 12});
    const RunWeights weights(run);
    QCOMPARE(weights.step(), 6);
    const WeightHistory history = weightHistory(weights, weights.layer("dense_1"), {.bins = 4});
    QCOMPARE(history.steps, (std::vector<std::int64_t>{0, 4, 6}));
    QVERIFY(!history.beginsWithFirst && !history.firstUnknown && history.skipped.empty());
    const ArrayHistory& kernel = history.arrays[0];
    QCOMPARE(kernel.name, std::string("kernel"));
    QCOMPARE(kernel.shape, Shape({16, 6}));
    QCOMPARE(kernel.points[0].norm, 0.0);
    QCOMPARE(kernel.points[1].norm, 5.0);
    QCOMPARE(kernel.points[1].rms, 5.0 / std::sqrt(96.0));
    QCOMPARE(*kernel.points[1].distance, 5.0);
    QCOMPARE(*kernel.points[1].update, 1.25); // 5 in 4 steps
    QVERIFY(std::abs(kernel.points[2].norm - std::sqrt(160.0)) < 1e-12);
    QVERIFY(std::abs(*kernel.points[2].change - std::sqrt(153.0)) < 1e-12); // −3, 0, 12
    QVERIFY(std::abs(*kernel.points[2].update - std::sqrt(153.0) / 2.0) < 1e-12);
    QVERIFY(!kernel.points[0].change && !kernel.points[0].update);
    QCOMPARE(kernel.least, 0.0);
    QCOMPARE(kernel.most, 12.0);
    QCOMPARE(kernel.counts[1], (std::vector<std::int64_t>{94, 2, 0, 0})); // 3 begins the second interval
    QCOMPARE(kernel.counts[2], (std::vector<std::int64_t>{94, 1, 0, 1}));

    writeMoment(run, made, 8, {1, notANumber, std::numeric_limits<float>::infinity()});
    const WeightHistory broken = weightHistory(RunWeights(run), weights.layer("dense_1"), {.bins = 4});
    QCOMPARE(broken.arrays[0].points[3].notFinite, 2);
    QVERIFY(std::isnan(broken.arrays[0].points[3].norm));
    QCOMPARE(std::accumulate(broken.arrays[0].counts[3].begin(), broken.arrays[0].counts[3].end(), std::int64_t{0}), 94);
    QCOMPARE(broken.arrays[0].most, 12.0);
}

void TestWeightHistory::theFirstWeightsAreDrawnAgain()
{
    Project project = tinyProject();
    project.training.seed = 5;
    train::TrainOptions options = optionsFor(path("drawn"));
    Arrays first;
    options.events.start = [](const train::StartEvent&) {};
    options.between = [&](train::LiveRun& live) {
        if (first.empty())
            first = arraysOf(captureWeights(live.setup().network().state(), live.setup().network().plan()));
        return train::LaunchOrder{1};
    };
    trainTiny("reference", options, project);
    const RunWeights weights(path("drawn"));
    for (const WeighedLayer& layer : weights.layers()) {
        const WeightHistory history = weightHistory(weights, layer);
        QVERIFY(history.beginsWithFirst);
        QCOMPARE(history.steps.front(), 0);
        for (const ArrayHistory& array : history.arrays) {
            double squares = 0.0;
            for (const double number : first.at(layer.node + '.' + array.name))
                squares += number * number;
            QVERIFY2(std::abs(array.points[0].norm - std::sqrt(squares)) <= 1e-12 * std::sqrt(squares), array.name.c_str());
            QCOMPARE(*array.points[0].distance, 0.0);
        }
    }
}

void TestWeightHistory::aRunFromAnotherBeginsWithItsWeights()
{
    const fs::path before = trained("before");
    train::TrainOptions options = optionsFor(path("after"));
    options.weights = before;
    trainTiny("reference", options);
    const RunWeights weights(path("after"));
    const RunWeights source(before);
    const WeightHistory history = weightHistory(weights, weights.layer("dense_2"));
    QVERIFY(history.beginsWithFirst);
    const LayerWeights last = source.weightsOf(source.layer("dense_2"));
    double squares = 0.0;
    for (const float number : last.find("kernel")->numbers)
        squares += static_cast<double>(number) * static_cast<double>(number);
    QCOMPARE(history.arrays[0].points[0].norm, std::sqrt(squares));

    fs::remove_all(before);
    const WeightHistory without = weightHistory(weights, weights.layer("dense_2"));
    QVERIFY(!without.beginsWithFirst);
    QVERIFY(without.firstUnknown && without.firstUnknown->text().find("before") != std::string::npos);
    QVERIFY(!without.arrays[0].points[0].distance);
}

void TestWeightHistory::brokenCheckpointsAreLeftOut()
{
    const fs::path run = trained("broken");
    const CheckpointStore store(run / "checkpoints");
    const std::vector<std::int64_t> steps = store.steps();
    QVERIFY(steps.size() >= 3);
    fs::remove(store.at(steps[0]) / "weights.safetensors");
    fs::resize_file(store.at(steps[1]) / "weights.safetensors", 100);
    const RunWeights weights(run);
    const WeightHistory history = weightHistory(weights, weights.layer("dense_1"));
    std::vector<std::int64_t> kept{0};
    kept.insert(kept.end(), steps.begin() + 2, steps.end());
    QCOMPARE(history.steps, kept);
    QCOMPARE(std::ssize(history.skipped), 2);
    QVERIFY(history.skipped[0].text().find("is missing; use an older checkpoint") != std::string::npos);
    QVERIFY(history.skipped[1].text().find("is truncated") != std::string::npos);
    QVERIFY(mentions(errorOf([&] { RunWeights broken(store.at(steps[1])); }), "is truncated"));
    for (std::size_t i = 2; i < steps.size(); ++i)
        fs::remove(store.at(steps[i]) / "weights.safetensors");
    QVERIFY(mentions(errorOf([&] { weightHistory(weights, weights.layer("dense_1")); }), "no checkpoint of"));
}

void TestWeightHistory::aLiveNetworkGivesTheSame()
{
    train::TrainOptions options = optionsFor(path("live"));
    std::map<std::int64_t, LayerWeights> seen;
    Error tooLarge(ErrorKind::failed, NS_MESSAGE("test.none", "none"));
    options.between = [&](train::LiveRun& live) {
        train::TrainingSetup& setup = live.setup();
        seen[live.position().step] = weightsIn(setup.network(), setup.checked(), live.inputs(), "dense_1", 1000);
        tooLarge = errorOf([&] { weightsIn(setup.network(), setup.checked(), live.inputs(), "dense_1", 101); });
        return train::LaunchOrder{1};
    };
    Project project = tinyProject();
    project.training.keepCheckpoints = 20;
    trainTiny("reference", options, project);
    QVERIFY(mentions(tooLarge, "the 102 weights of \"dense_1\" are too many"));
    int compared = 0;
    for (const std::int64_t step : CheckpointStore(path("live") / "checkpoints").steps()) {
        const auto live = seen.find(step);
        if (live == seen.end())
            continue;
        const RunWeights saved(CheckpointStore(path("live") / "checkpoints").at(step));
        const LayerWeights weights = saved.weightsOf(saved.layer("dense_1"));
        QCOMPARE(weights.step, step);
        QCOMPARE(weights.arrays.size(), live->second.arrays.size());
        for (std::size_t i = 0; i < weights.arrays.size(); ++i)
            QVERIFY(std::ranges::equal(weights.arrays[i].numbers, live->second.arrays[i].numbers));
        ++compared;
    }
    QVERIFY(compared >= 2);
}

void TestWeightHistory::otherNetworksAreRefused()
{
    const fs::path run = trained("other");
    Project project = loadProject(projectPathOf(run)).take();
    project.graph.find("dense_1")->parameters["units"] = std::int64_t{7};
    saveProject(project, projectPathOf(run)).take();
    const RunWeights weights(run);
    QVERIFY(mentions(errorOf([&] { weights.weightsOf(weights.layer("dense_1")); }),
                     "the weights \"dense_1.kernel\" are 16×6 of f64, and this network has 16×7"));
    // What stands on it has other sizes, too.
    QVERIFY(mentions(errorOf([&] { weightHistory(weights, weights.layer("dense_2")); }), "use another checkpoint"));
}

NETSMITH_TEST(TestWeightHistory)

} // namespace test_weight_history

#include "test_weight_history.moc"
