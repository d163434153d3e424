#include "engine/backend/binary_id.h"
#include "engine/data/content_hash.h"
#include "engine/graph/project/project_hash.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace test_run_provenance {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// What a run records about its origin: hashes of network, settings, data and binaries, and where it was resumed.
class TestRunProvenance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void graphHashSeesWhatTrains();
    void settingsHashLeavesOutTheSeed();
    void contentHashSeesEveryByte();
    void binaryIdNamesTheLibraries();
    void runsKeepIt();
    void resumptionsAreKept();
    void energyIsAddedUp();
    void energyOfEpochsIsTold();

private:
    fs::path at(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRunProvenance::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestRunProvenance::graphHashSeesWhatTrains()
{
    const Graph graph = tinyProject().graph;
    const std::string hash = graphHash(graph);
    QCOMPARE(hash.size(), std::size_t{64});
    Graph moved = graph;
    moved.nodes[1].x = 40.0;
    moved.nodes[1].title = "another title";
    moved.notes.push_back({.text = "a thought"});
    QCOMPARE(graphHash(moved), hash);
    Graph wider = graph;
    wider.find("dense_1")->parameters["units"] = std::int64_t{7};
    QVERIFY(graphHash(wider) != hash);
    Graph cut = graph;
    cut.edges.pop_back();
    QVERIFY(graphHash(cut) != hash);
}

void TestRunProvenance::settingsHashLeavesOutTheSeed()
{
    const Project project = tinyProject();
    const std::string hash = settingsHash(project);
    Project same = project;
    same.training.seed = 99;
    same.training.device = "cuda:3";
    same.training.keepCheckpoints = 9;
    same.data.path = "/elsewhere";
    same.title = "another";
    same.graph.nodes.clear();
    QCOMPARE(settingsHash(same), hash);
    Project other = project;
    other.training.batch = 6;
    QVERIFY(settingsHash(other) != hash);
    other = project;
    other.training.optimizer.parameters["learning_rate"] = 0.03;
    QVERIFY(settingsHash(other) != hash);
    other = project;
    other.data.divide = 1.0;
    QVERIFY(settingsHash(other) != hash);
}

void TestRunProvenance::contentHashSeesEveryByte()
{
    data::DataSet set = tinyData().set;
    const std::string hash = data::contentHash(set);
    QCOMPARE(data::contentHash(tinyData().set), hash);
    const auto flip = [](data::DataSet changed, data::DataSplit data::DataSet::*split, std::size_t field, std::int64_t place) {
        data::Field& of = (changed.*split).fields[field];
        auto [copy, bytes] = data::makeField(of.spec, of.count);
        std::ranges::copy(of.all(), bytes);
        bytes[place] ^= std::byte{1};
        of = copy;
        return data::contentHash(changed);
    };
    QVERIFY(flip(set, &data::DataSet::train, 0, 0) != hash);
    QVERIFY(flip(set, &data::DataSet::train, 0, 23 * 16 - 1) != hash);
    QVERIFY(flip(set, &data::DataSet::train, 1, 22) != hash);
    QVERIFY(flip(set, &data::DataSet::test, 0, 5) != hash);
    // The hash of the files is used for the samples.
    set.fingerprint = "one";
    const std::string ofFiles = data::contentHash(set);
    QVERIFY(ofFiles != hash);
    QCOMPARE(flip(set, &data::DataSet::train, 0, 0), ofFiles);
    set.fingerprint = "two";
    QVERIFY(data::contentHash(set) != ofFiles);
}

void TestRunProvenance::binaryIdNamesTheLibraries()
{
    QVERIFY(backendFor("reference"));
    const QRegularExpression computing("^libnetsmith-core [0-9a-f]{16,} netsmith_reference [0-9a-f]{16,}$"),
        all("^(libnetsmith-(core|data|input|train) [0-9a-f]{16,} ){4}netsmith_reference [0-9a-f]{16,}$");
    const QString id = QString::fromStdString(binaryId("reference"));
    if (id.isEmpty())
        QSKIP("the linker writes no build ids here");
    QVERIFY2(computing.match(id).hasMatch(), qPrintable(id));
    QVERIFY(all.match(QString::fromStdString(binaryId("reference", Binaries::all))).hasMatch());
    QVERIFY(binaryId("nowhere").find("nowhere") == std::string::npos);
}

void TestRunProvenance::runsKeepIt()
{
    const DoneEvent done = trainTiny("reference", optionsFor(at("run")));
    const RunRecord record = readRunRecord(done.run).take();
    QCOMPARE(record.graphHash, graphHash(tinyProject().graph));
    QCOMPARE(record.settingsHash, settingsHash(tinyProject()));
    QCOMPARE(record.dataHash, data::contentHash(tinyData().set));
    QCOMPARE(record.binary, binaryId("reference", Binaries::all));
    QVERIFY(record.memoryBytes > 0 && record.samplesPerSecond > 0.0);
    QVERIFY(record.rate.flops > 0.0 && !record.rate.share()); // nothing was measured
    QVERIFY(record.resumptions.empty() && !record.joules);
}

void TestRunProvenance::resumptionsAreKept()
{
    // The end of an epoch: a checkpoint within one is removed when the run goes on.
    trainUntil("reference", 10, optionsFor(at("run")));
    const auto goOn = [&](const fs::path& from, std::int64_t until, std::int64_t epochs) {
        TrainOptions options;
        options.resume = from;
        Project project = tinyProject();
        project.training.epochs = epochs;
        project.training.keepCheckpoints = 100;
        trainUntil("reference", until, std::move(options), std::move(project));
        return readRunRecord(at("run")).take().resumptions;
    };
    QVERIFY((goOn(at("run"), 11, 3) == std::vector<RunResumption>{{.step = 10, .epochsBefore = 3}}));
    QVERIFY((goOn(at("run"), 13, 4) == std::vector<RunResumption>{{10, 3, false}, {11, 3, false}}));
    QVERIFY((goOn(at("run"), 14, 4) == std::vector<RunResumption>{{10, 3, false}, {11, 3, false}, {13, 4, false}}));
    // Back to where it had three epochs: what came after step 10 is undone.
    QVERIFY((goOn(CheckpointStore(at("run") / "checkpoints").at(10), 12, 4)
             == std::vector<RunResumption>{{10, 3, false}, {10, 3, false}}));
}

void TestRunProvenance::energyIsAddedUp()
{
    double meter = 1000.0;
    const auto options = [&](TrainOptions made) {
        made.joules = [&meter] { return std::optional(meter += 1.0); };
        return made;
    };
    trainUntil("reference", 5, options(optionsFor(at("run"))));
    const double first = readRunRecord(at("run")).take().joules.value_or(0.0);
    QVERIFY(first > 0.0 && first < 100.0);
    meter = 5.0; // a restarted driver counts from another value
    TrainOptions more;
    more.resume = at("run");
    trainTiny("reference", options(std::move(more)));
    const double both = readRunRecord(at("run")).take().joules.value_or(0.0);
    QVERIFY(both > first && both < 200.0);
}

/// Only of epochs that one process trained from beginning to end.
void TestRunProvenance::energyOfEpochsIsTold()
{
    double meter = 1000.0;
    std::vector<std::optional<double>> told;
    const auto options = [&](TrainOptions made) {
        made.joules = [&meter] { return std::optional(meter); };
        made.events.step = [&meter](const StepEvent&) { meter += 2.0; };
        made.events.epoch = [&told](const EpochEvent& event) { told.push_back(event.joules); };
        made.stepsPerLaunch = 1;
        return made;
    };
    trainTiny("reference", options(optionsFor(at("whole"))));
    const std::vector<std::optional<double>> each(3, 10.0); // 5 steps
    QVERIFY(told == each);
    QVERIFY(readRunRecord(at("whole")).take().epochJoules == each);

    TrainOptions parted = optionsFor(at("parted")); // without a meter at first
    trainUntil("reference", 7, std::move(parted));
    QVERIFY(readRunRecord(at("parted")).take().epochJoules.empty());
    TrainOptions more;
    more.resume = at("parted");
    trainTiny("reference", options(std::move(more)));
    QVERIFY((readRunRecord(at("parted")).take().epochJoules == std::vector<std::optional<double>>{{}, {}, 10.0}));
}

NETSMITH_TEST(TestRunProvenance)

} // namespace test_run_provenance

#include "test_run_provenance.moc"
