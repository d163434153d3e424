#include "engine/catalog/catalog.h"
#include "engine/graph/project/settings.h"
#include "engine/inspect/estimate.h"
#include "engine/predict/field_types.h"
#include "engine/train/evaluation.h"
#include "engine/train/feature_cache.h"
#include "engine/train/project_checks.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

namespace test_feature_cache {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

using Edit = std::function<void(Project&)>;

Node& nodeOf(Project& project, const std::string& id)
{
    return *std::ranges::find(project.graph.nodes, id, &Node::id);
}

void freeze(Project& project, const std::string& id)
{
    nodeOf(project, id).parameters["trainable"] = false;
}

/// The tiny project with its first two layers with weights frozen: dropout and the last dense layer learn from their output.
Project frozenTiny()
{
    Project project = tinyProject();
    freeze(project, "dense_1");
    freeze(project, "batch_normalization_1");
    return project;
}

void wire(Project& project, const std::string& from, const std::string& to)
{
    project.graph.edges.push_back({{from, "output"}, {to, "input"}, Json::object()});
}

void unwire(Project& project, const std::string& to)
{
    std::erase_if(project.graph.edges, [&](const Edge& edge) { return edge.to.node == to; });
}

/// The frozen dense layer and the frozen normalization after it are added after dropout: two outputs are read.
void addShortcut(Project& project)
{
    project.graph.nodes.push_back({.id = "add_1", .layer = "add", .version = 1, .title = {}, .parameters = {}});
    unwire(project, "dense_2");
    project.graph.edges.push_back({{"dropout_1", "output"}, {"add_1", "inputs"}, Json::object()});
    project.graph.edges.push_back({{"dense_1", "output"}, {"add_1", "inputs"}, Json::object()});
    wire(project, "add_1", "dense_2");
}

/// What a project's plan reads from a cache: "dense_1.output, …", or the id of the obstacle.
std::string foundIn(const Project& project)
{
    const LoadedData data = tinyData();
    const CheckedProject checked = checkProject(project, fieldTypes(data.set.train));
    const FrozenPart part = frozenPart(checked);
    std::string text;
    for (const CachedFeature& feature : part.features)
        text += (text.empty() ? "" : ", ") + feature.node + '.' + feature.port;
    return part.obstacle ? std::string(part.obstacle->id()) : text;
}

} // namespace

/// The outputs of frozen layers are computed once, and nothing else changes.
class TestFeatureCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsTheFrozenPart_data();
    void findsTheFrozenPart();
    void trainsToTheSameBits_data();
    void trainsToTheSameBits();
    void goesOnToTheSameBits_data();
    void goesOnToTheSameBits();
    void goesOnAsItBegan();
    void leavesOutTheFrozenLayers();
    void isKeptOnDiskWhereItIsLarge();
    void isNotComputedWithoutAStep();
    void endsWhenCancelled();
    void showsTheWholeNetwork();
    void tellsWhatItSaves();

private:
    fs::path at(const std::string& name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestFeatureCache::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestFeatureCache::findsTheFrozenPart_data()
{
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* expected, const Edit& edit) { QTest::newRow(name) << edit << expected; };
    row("up to the first random layer", "batch_normalization_1.output", [](Project&) {});
    row("up to the first trained layer", "dropout_1.output", [](Project& p) { nodeOf(p, "dropout_1").parameters["rate"] = 0.0; });
    row("statistics that move", "dense_1.output",
        [](Project& p) { nodeOf(p, "batch_normalization_1").parameters.erase("trainable"); });
    row("two outputs", "dense_1.output, batch_normalization_1.output", addShortcut);
    row("nothing frozen", "", [](Project& p) { p = tinyProject(); });
    row("a trained layer first", "feature_cache.trained", [](Project& p) {
        p = tinyProject();
        freeze(p, "dense_2");
    });
    row("statistics before", "feature_cache.statistics", [](Project& p) {
        p = tinyProject();
        freeze(p, "dense_1");
        p.training.groups = {{.name = "head", .layers = {"dense_2"}}};
        p.training.phases = {{.name = "odd", .groups = {"head"}, .steps = 1}, {.name = "even", .groups = {"head"}, .steps = 1}};
        unwire(p, "dense_1");
        unwire(p, "batch_normalization_1");
        unwire(p, "dropout_1");
        wire(p, "flatten_1", "batch_normalization_1");
        wire(p, "batch_normalization_1", "dense_1");
        wire(p, "dense_1", "dropout_1");
    });
    row("dropout before", "feature_cache.random", [](Project& p) {
        unwire(p, "flatten_1");
        unwire(p, "dropout_1");
        unwire(p, "dense_2");
        wire(p, "input_1", "dropout_1");
        wire(p, "dropout_1", "flatten_1");
        wire(p, "batch_normalization_1", "dense_2");
    });
    row("augmented samples", "feature_cache.transform", [](Project& p) { p.data.transforms = {{"random_flip", {}}}; });
    row("layers that no phase trains", "batch_normalization_1.output", [](Project& p) {
        p = tinyProject();
        p.training.groups = {{.name = "head", .layers = {"dense_2"}}};
        p.training.phases = {{.name = "only", .groups = {"head"}, .epochs = 3}};
    });
    row("a group that a later phase trains", "", [](Project& p) {
        p = tinyProject();
        p.training.groups = {{.name = "base", .layers = {"dense_1", "batch_normalization_1"}},
                             {.name = "head", .layers = {"dense_2"}}};
        p.training.phases = {{.name = "first", .groups = {"head"}, .epochs = 1}, {.name = "all", .groups = {"base", "head"}}};
    });
}

void TestFeatureCache::findsTheFrozenPart()
{
    QFETCH(Edit, edit);
    QFETCH(QString, expected);
    Project project = frozenTiny();
    edit(project);
    QCOMPARE(QString::fromStdString(foundIn(project)), expected);
}

void TestFeatureCache::trainsToTheSameBits_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("fused");
    QTest::addColumn<int>("samplesAtOnce");
    QTest::addColumn<Edit>("edit");
    const std::vector<std::pair<const char*, Edit>> edits{
        {"plain", [](Project&) {}},
        {"held out",
         [](Project& p) {
             p.data.validation = "split";
             p.data.validationSplit = 0.3;
         }},
        {"accumulating", [](Project& p) { p.training.gradientAccumulationSteps = 2; }},
        {"averaged", [](Project& p) { p.training.emaMomentum = 0.9; }},
        {"unvalidated", [](Project& p) { p.data.validation = "none"; }},
        {"emulated", [](Project& p) { p.training.precision = "bf16-emulated"; }},
        {"two outputs", addShortcut},
        {"a frozen teacher", [](Project& p) {
             p.training.objectives[0].output = "dense_2";
             p.training.objectives.push_back({.output = "dense_3", .loss = {"mean_squared_error", {}}});
             p.training.objectives[1].targetLayer = "dense_1";
             p.training.objectives[1].metrics.clear();
             p.graph.nodes.push_back(
                 {.id = "dense_3", .layer = "dense", .version = 1, .title = {}, .parameters = {{"units", std::int64_t{6}}}});
             wire(p, "dropout_1", "dense_3");
         }}};
    for (const char* device : {"cpu", "reference", "cuda:0"})
        for (const bool fused : {true, false})
            for (const int atOnce : {0, 10})
                for (const auto& [name, edit] : std::span(edits).first(atOnce > 0 ? 2 : edits.size()))
                    QTest::addRow("%s%s%s %s", device, fused ? "" : " unfused", atOnce ? " in parts" : "", name)
                        << device << fused << atOnce << edit;
}

void TestFeatureCache::trainsToTheSameBits()
{
    QFETCH(QString, device);
    QFETCH(bool, fused);
    QFETCH(int, samplesAtOnce);
    QFETCH(Edit, edit);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend was not built");
    Project project = frozenTiny();
    edit(project);
    if (device == "reference" && project.training.precision != "fp32")
        QSKIP("the reference backend computes in double precision");
    std::vector<RunRecord> records;
    std::int64_t step = 0;
    for (const bool cached : {false, true}) {
        TrainOptions options = optionsFor(at(cached ? "cached" : "plain"));
        options.fuse = fused;
        options.samplesAtOnce = samplesAtOnce;
        options.featureCache = cached;
        step = trainTiny(device.toStdString(), options, project).step;
        records.push_back(readRunRecord(options.runFolder).take());
        QCOMPARE(cachesFeatures(records.back().fingerprint), cached);
    }
    const Checkpoint plain = checkpointOf(at("plain"), step), cached = checkpointOf(at("cached"), step);
    if (device == "cpu") {
        QCOMPARE(contentOf(at("cached") / "metrics.csv"), contentOf(at("plain") / "metrics.csv"));
        for (const char* file : {"weights.safetensors", "optimizer.safetensors"})
            QCOMPARE(contentOf(cached.folder / file), contentOf(plain.folder / file));
        return;
    }
    // Features are kept in single precision, and a GPU may choose other kernels for a network without its frozen part.
    const Arrays weights = arraysOf(plain.weights);
    for (const auto& [name, numbers] : arraysOf(cached.weights))
        for (std::size_t i = 0; i < numbers.size(); ++i)
            QVERIFY2(std::abs(numbers[i] - weights.at(name)[i]) <= 1e-5, name.c_str());
}

void TestFeatureCache::goesOnToTheSameBits_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("stopAt");
    for (const char* device : {"cpu", "reference", "cuda:0"})
        for (const int stopAt : {1, 5, 7})
            QTest::addRow("%s after %d", device, stopAt) << device << stopAt;
}

void TestFeatureCache::goesOnToTheSameBits()
{
    QFETCH(QString, device);
    QFETCH(int, stopAt);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend was not built");
    QCOMPARE(differsAfterResume(m_root, device.toStdString(), stopAt, frozenTiny()), std::string());
}

void TestFeatureCache::goesOnAsItBegan()
{
    TrainOptions begun = optionsFor(at("run"));
    begun.featureCache = false;
    trainUntil("reference", 4, begun, frozenTiny());
    TrainOptions resumed;
    resumed.resume = at("run");
    trainTiny("reference", resumed, frozenTiny());
    QVERIFY(!cachesFeatures(readRunRecord(at("run")).take().fingerprint));
}

void TestFeatureCache::leavesOutTheFrozenLayers()
{
    Project project = frozenTiny();
    project.training.device = "reference";
    Backend& backend = *backendFor("reference").take();
    TrainingSetup setup(project, tinyData(), backend, {}, {}, 0, true);
    QCOMPARE(setup.features().size(), std::size_t{1});
    const LogicalPlan& plan = setup.network().plan();
    for (const std::string_view program : {programs::forwardBackward, programs::evaluate})
        for (const Op& op : plan.program(program).ops)
            QVERIFY2(std::ranges::find(op.origin, "dense_1") == op.origin.end(), op.spec->name.data());
    for (const std::string_view program : {programs::trainFeatures, programs::evaluateFeatures, programs::predict}) {
        const auto isFrozen = [](const Op& op) { return std::ranges::find(op.origin, "dense_1") != op.origin.end(); };
        QVERIFY(std::ranges::any_of(plan.program(program).ops, isFrozen));
    }
    for (const std::string_view program : {programs::trainFeatures, programs::evaluateFeatures})
        for (const Op& op : plan.program(program).ops)
            QVERIFY2(std::ranges::find(op.origin, "dense_2") == op.origin.end(), op.spec->name.data());
}

void TestFeatureCache::isKeptOnDiskWhereItIsLarge()
{
    const Project project = frozenTiny();
    Backend& backend = *backendFor("reference").take();
    const TrainingData data = divideData(project, tinyData());
    const CheckedProject checked = checkProject(project, fieldTypes(data.trainSplit()));
    const std::vector<CachedFeature> features = frozenPart(checked).features;
    CompiledNetwork network(backend, {checked, Precision::fp32, {}, {}, {}, features}, batchesFor(5, 23, 7));
    network.drawWeights();
    std::vector<std::vector<double>> sums;
    for (const std::int64_t memory : {std::int64_t{1} << 30, std::int64_t{0}}) {
        FeatureCache cache(data, features, network.plan(), memory);
        QCOMPARE(cache.bytes(), std::int64_t{(23 + 7) * 6 * 4});
        QCOMPARE(cache.extent().mapped, memory == 0);
        cache.compute(network, data, 0, {});
        cache.bind(network, data, memory == 0 ? 10 : 0);
        LaunchPacer pacer;
        sums.push_back(evaluateSums(network, 7, pacer, {}).value());
    }
    QCOMPARE(sums[1], sums[0]);
    QVERIFY(sums[0][0] > 0.0);
}

void TestFeatureCache::isNotComputedWithoutAStep()
{
    int computed = 0;
    const auto told = [&](const char* run, std::int64_t steps) {
        TrainOptions options = optionsFor(at(run));
        options.steps = steps;
        options.events.preparing = [&](const PreparingEvent& event) { computed += event.words.id() == "prepare.features" ? 1 : 0; };
        return options;
    };
    const DoneEvent none = trainTiny("reference", told("run", 0), frozenTiny());
    QCOMPARE(none.state, RunState::stopped);
    QCOMPARE(none.step, 0);
    QCOMPARE(computed, 0);
    QCOMPARE(CheckpointStore(at("run") / "checkpoints").steps(), std::vector<std::int64_t>{0});
    // Going on from there is as ever.
    TrainOptions resumed = told("", 5);
    resumed.runFolder.clear();
    resumed.resume = at("run");
    QCOMPARE(trainTiny("reference", resumed, frozenTiny()).epochsDone, 1);
    QVERIFY(computed > 0);
    trainTiny("reference", told("whole", 5), frozenTiny());
    QCOMPARE(contentOf(at("run") / "metrics.csv"), contentOf(at("whole") / "metrics.csv"));
}

void TestFeatureCache::endsWhenCancelled()
{
    std::stop_source stop;
    TrainOptions options = optionsFor(at("run"));
    options.stop = stop.get_token();
    options.events.preparing = [&](const PreparingEvent& event) {
        if (event.words.id() == "prepare.features" && event.done > 0)
            stop.request_stop();
    };
    const Error error = errorOf([&] { trainTiny("reference", options, frozenTiny()); });
    QCOMPARE(error.cause(), MessageFacts::Cause::cancelled);
    QVERIFY(!fs::exists(at("run")));
}

void TestFeatureCache::showsTheWholeNetwork()
{
    const LoadedData data = tinyData();
    std::vector<std::vector<std::vector<float>>> answers;
    for (const bool cached : {false, true}) {
        TrainOptions options = optionsFor(at(cached ? "cached" : "plain"));
        options.featureCache = cached;
        std::vector<std::vector<float>>& seen = answers.emplace_back();
        options.between = [&](LiveRun& run) {
            if (run.position().step == 3 && seen.empty())
                seen = run.observed().predict(std::span(&data.set.train.fields[0], 1));
            return LaunchOrder{1};
        };
        trainTiny("reference", options, frozenTiny());
    }
    QVERIFY(answers[0].size() >= 6); // the network's own, then those of all layers
    QCOMPARE(answers[1], answers[0]);
}

void TestFeatureCache::tellsWhatItSaves()
{
    const LoadedData data = tinyData();
    const inspect::SampleCounts counts = inspect::sampleCounts(divideData(frozenTiny(), data));
    const auto savingsOf = [&](const Project& project) {
        const CheckedProject checked = checkProject(project, fieldTypes(data.set.train));
        return inspect::featureSavings({checked}, counts);
    };
    const inspect::FeatureSavings savings = savingsOf(frozenTiny());
    QCOMPARE(savings.bytes, std::int64_t{(23 + 7) * 6 * 4});
    QVERIFY(savings.flops > 0.0 && savings.flops < 1.0);
    QVERIFY2(savings.words->text().starts_with("the outputs of frozen layers are computed once and kept, "),
             savings.words->text().c_str());
    QVERIFY(!savingsOf(tinyProject()).words);
    Project trained = tinyProject();
    freeze(trained, "dense_2");
    QCOMPARE(
        savingsOf(trained).words->text(),
        std::string("the outputs of frozen layers are computed in each step, because dense \"dense_1\" before them is trained"));
}

NETSMITH_TEST(TestFeatureCache)

} // namespace test_feature_cache

#include "test_feature_cache.moc"
