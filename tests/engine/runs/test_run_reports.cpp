#include "engine/backend/loader.h"
#include "engine/graph/project/project_hash.h"
#include "engine/runs/comparing/run_difference.h"
#include "engine/runs/run_card.h"
#include "engine/runs/run_project.h"
#include "engine/store/csv_log.h"
#include "engine/store/run_folder.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/engine/runs/made_runs.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>

namespace test_run_reports {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::runs;
using namespace netsmith::test;

namespace {

RunFacts factsOf(const Project& project, const RunRecord& record, const std::string& name)
{
    return {.folder = "/runs/" + name, .name = name, .project = project, .record = record};
}

std::optional<FactDifference> named(const std::vector<FactDifference>& facts, std::string_view name)
{
    const auto found = std::ranges::find(facts, name, &FactDifference::name);
    return found == facts.end() ? std::nullopt : std::optional(*found);
}

std::string factOf(const std::vector<CardSection>& card, std::string_view section, std::string_view id)
{
    for (const CardSection& one : card)
        for (const CardFact& fact : one.facts)
            if (one.id == section && fact.id == id)
                return fact.value;
    return {};
}

} // namespace

/// The differences between runs, a run's card, and making a project from a run.
class TestRunReports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void equalGraphsDoNotDiffer();
    void graphsDifferByNodes();
    void graphsDifferByWires();
    void graphsDifferWithinBlocks();
    void equalRunsDoNotDiffer();
    void runsDifferBySettings();
    void severalRunsDiffer();
    void cardTellsWhatIsNeeded();
    void partsOfFingerprintsHaveTitles();
    void oldCardsTellWhatTheyCan();
    void projectsComeBackByteForByte();
    void dataInTheRunIsStillFound();
    void projectsRefuse();

private:
    fs::path at(const char* name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestRunReports::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestRunReports::equalGraphsDoNotDiffer()
{
    const Graph graph = tinyProject().graph;
    QVERIFY(differenceOf(graph, graph).empty());
    Graph moved = graph;
    moved.nodes.front().x = 100.0;
    std::ranges::reverse(moved.nodes);
    std::ranges::reverse(moved.edges);
    moved.notes.push_back({.text = "a thought"});
    QVERIFY(differenceOf(graph, moved).empty());
}

void TestRunReports::graphsDifferByNodes()
{
    const Graph before = tinyProject().graph;
    Graph after = before;
    after.find("dense_1")->parameters["units"] = std::int64_t{9};
    after.find("dense_1")->parameters.erase("activation");
    after.find("dropout_1")->title = "half";
    std::erase_if(after.nodes, [](const Node& node) { return node.id == "flatten_1"; });
    after.nodes.push_back({.id = "relu_1", .layer = "relu", .title = {}, .parameters = {}});
    const GraphDifference difference = differenceOf(before, after);
    QCOMPARE(difference.nodes.size(), std::size_t{4});
    QVERIFY((difference.nodes[0]
             == NodeChange{Change::changed, "dense_1", "dense", {{"activation", "tanh", std::nullopt}, {"units", "6", "9"}}}));
    QVERIFY((difference.nodes[1] == NodeChange{Change::changed, "dropout_1", "dropout", {{"title", std::nullopt, "half"}}}));
    QVERIFY((difference.nodes[2] == NodeChange{Change::added, "relu_1", "relu", {}}));
    QVERIFY((difference.nodes[3] == NodeChange{Change::removed, "flatten_1", "flatten", {}}));
    // And vice versa: what was added is removed.
    const GraphDifference back = differenceOf(after, before);
    QCOMPARE(back.nodes.size(), std::size_t{4});
    QVERIFY(std::ranges::find(back.nodes, NodeChange{Change::removed, "relu_1", "relu", {}}) != back.nodes.end());
    QVERIFY(std::ranges::find(back.nodes, NodeChange{Change::added, "flatten_1", "flatten", {}}) != back.nodes.end());
}

void TestRunReports::graphsDifferByWires()
{
    const Graph before = tinyProject().graph;
    Graph after = before;
    after.edges[1].from = {"input_1", "output"};
    const GraphDifference difference = differenceOf(before, after);
    QVERIFY(difference.nodes.empty());
    QCOMPARE(difference.wires.size(), std::size_t{2});
    QVERIFY((difference.wires[0] == WireChange{Change::added, {"input_1", "output"}, before.edges[1].to}));
    QVERIFY((difference.wires[1] == WireChange{Change::removed, {"flatten_1", "output"}, before.edges[1].to}));
}

void TestRunReports::graphsDifferWithinBlocks()
{
    Graph before;
    before.blocks.push_back({.id = "cell", .title = {}});
    before.blocks[0].nodes.push_back({.id = "dense_1", .layer = "dense", .title = {}, .parameters = {{"units", std::int64_t{3}}}});
    Graph after = before;
    after.blocks[0].nodes[0].parameters["units"] = std::int64_t{4};
    after.blocks[0].edges.push_back({{"", "in"}, {"dense_1", "input"}});
    const GraphDifference difference = differenceOf(before, after);
    QVERIFY((difference.nodes == std::vector<NodeChange>{{Change::changed, "cell/dense_1", "dense", {{"units", "3", "4"}}}}));
    QCOMPARE(difference.wires.size(), std::size_t{1});
}

void TestRunReports::equalRunsDoNotDiffer()
{
    const RunFacts a = factsOf(tinyProject(), madeRecord(), "a"), b = factsOf(tinyProject(), madeRecord(), "b");
    QVERIFY(differenceOf(std::vector{a, b}).empty());
}

void TestRunReports::runsDifferBySettings()
{
    Project project = tinyProject();
    RunRecord record = madeRecord();
    project.training.batch = 7;
    project.training.optimizer = {"sgd", {{"momentum", 0.9}}};
    project.data.transforms = {{"random_flip", {{"mode", std::string("horizontal")}}}};
    project.graph.find("dense_1")->parameters["units"] = std::int64_t{9};
    record.fingerprint["threads"] = "4";
    record.dataHash = std::string(64, 'e');
    record.values[0].second = 0.25;
    const RunDifference difference =
        differenceOf(std::vector{factsOf(tinyProject(), madeRecord(), "a"), factsOf(project, record, "b")});
    QVERIFY(!difference.empty());
    using Values = std::vector<std::optional<std::string>>;
    QVERIFY((named(difference.settings, "training.batch")->values == Values{"5", "7"}));
    QVERIFY((named(difference.settings, "training.optimizer")->values == Values{"adam", "sgd"}));
    QVERIFY((named(difference.settings, "training.optimizer.momentum")->values == Values{std::nullopt, "0.9"}));
    QVERIFY((named(difference.settings, "data.transforms[1].mode")->values == Values{std::nullopt, "horizontal"}));
    QVERIFY(!named(difference.settings, "training.epochs"));
    QVERIFY((named(difference.environment, "threads")->values == Values{"2", "4"}));
    QVERIFY(named(difference.environment, "data_hash"));
    QVERIFY(named(difference.results, "loss") && !named(difference.results, "accuracy"));
    QCOMPARE(difference.graphs.size(), std::size_t{1});
    QCOMPARE(difference.graphs[0].nodes.front().node, std::string("dense_1"));
}

void TestRunReports::severalRunsDiffer()
{
    std::vector<RunFacts> runs;
    for (const std::int64_t seed : {1, 2, 1}) {
        Project project = tinyProject();
        project.training.seed = seed;
        runs.push_back(factsOf(project, madeRecord(), "run"));
    }
    const RunDifference difference = differenceOf(runs);
    QCOMPARE(difference.settings.size(), std::size_t{1});
    QVERIFY((difference.settings[0].values == std::vector<std::optional<std::string>>{"1", "2", "1"}));
    QCOMPARE(difference.graphs.size(), std::size_t{2});
}

void TestRunReports::cardTellsWhatIsNeeded()
{
    train::TrainOptions options = optionsFor(at("run"));
    const train::DoneEvent done = trainTiny("reference", std::move(options));
    const auto card = cardOf(readFacts(at("run")));
    QCOMPARE(factOf(card, "origin", "graph_hash"), graphHash(tinyProject().graph));
    QCOMPARE(factOf(card, "origin", "seed"), std::string("1"));
    QCOMPARE(factOf(card, "machine", "device"), std::string("reference"));
    QVERIFY(!factOf(card, "machine", "build").empty());
    QCOMPARE(factOf(card, "result", "steps"), std::to_string(done.step));
    QCOMPARE(factOf(card, "settings", "training.batch"), std::string("5"));
    QCOMPARE(factOf(card, "result", "judged_by"), done.judgedBy);
    QCOMPARE(factOf(card, "result", "best_epoch"), std::to_string(*done.bestEpoch));
    QCOMPARE(factOf(card, "result", "best"), csvNumber(*done.best));
    for (const auto& [section, id] :
         {std::pair("origin", "data_hash"), {"origin", "settings_hash"}, {"result", "weights_hash"}, {"result", "metrics_hash"}})
        QCOMPARE(factOf(card, section, id).size(), std::size_t{64});
    const Json json = cardJson(card);
    QCOMPARE(json.at("origin").at("seed").get<std::string>(), std::string("1"));
    const std::string markdown = cardMarkdown("a run", card);
    QVERIFY(markdown.starts_with("# a run\n") && markdown.find("| training.batch | 5 |") != std::string::npos);
    // The same training gives the same hashes; one byte more of metrics gives another.
    trainTiny("reference", optionsFor(at("again")));
    QCOMPARE(factOf(cardOf(readFacts(at("again"))), "result", "weights_hash"), factOf(card, "result", "weights_hash"));
    std::ofstream(at("again") / "metrics.csv", std::ios::app) << ' ';
    QVERIFY(factOf(cardOf(readFacts(at("again"))), "result", "metrics_hash") != factOf(card, "result", "metrics_hash"));
}

void TestRunReports::partsOfFingerprintsHaveTitles()
{
    std::set<std::string> parts{"compute capability", "driver", "multiprocessors"}; // of GPUs
    for (const char* backend : {"reference", "cpu"})
        if (const auto loaded = loadBackend(backend))
            for (const DeviceInfo& device : (*loaded)->devices())
                for (const auto& [name, value] : device.properties)
                    parts.insert(name);
    QVERIFY(parts.contains("arithmetic"));
    for (const std::string& part : parts)
        QVERIFY2(factTitle(part) != part, part.c_str());
}

void TestRunReports::oldCardsTellWhatTheyCan()
{
    RunRecord record = madeRecord();
    record.graphHash = record.settingsHash = record.dataHash = record.binary = {};
    const Project project = tinyProject();
    writeRun(at("old"), record, &project);
    const auto card = cardOf(readFacts(at("old")));
    QCOMPARE(factOf(card, "origin", "graph_hash"), graphHash(project.graph));
    QCOMPARE(factOf(card, "origin", "data_hash"), std::string());
    QCOMPARE(factOf(card, "result", "weights_hash"), std::string());
}

void TestRunReports::projectsComeBackByteForByte()
{
    Project project = tinyProject();
    project.title = "夜";
    project.graph.notes.push_back({.text = "kept"});
    writeRun(at("run"), madeRecord(), &project);
    // Also keys that this version does not know, and a layout that it would not write.
    std::string text = toJson(project);
    text.replace(text.find('{'), 1, "{\n\n   \"from_the_future\": [1, 2],");
    std::ofstream(at("run") / "project.netsmith") << text;
    QVERIFY(restoreProject(at("run"), at("back.netsmith"), false));
    QCOMPARE(contentOf(at("back.netsmith")), text);
    QCOMPARE(errorOf([&] { restoreProject(at("run"), at("back.netsmith"), false); }).message().id(),
             std::string("runs.file_exists"));
    QVERIFY(restoreProject(at("run"), at("back.netsmith"), true));
}

void TestRunReports::dataInTheRunIsStillFound()
{
    Project project = tinyProject();
    project.data.source = "csv";
    project.data.path = "table.csv";
    writeRun(at("run"), madeRecord(), &project);
    std::ofstream(at("run") / "table.csv") << "a,b\n1,2\n";
    fs::create_directories(at("elsewhere"));
    QVERIFY(!restoreProject(at("run"), at("elsewhere") / "back.netsmith", false));
    const Project back = loadProject(at("elsewhere") / "back.netsmith").take();
    QCOMPARE(fs::path(back.data.path), at("run") / "table.csv");
    QVERIFY(back.graph == project.graph && back.training == project.training);
}

void TestRunReports::projectsRefuse()
{
    const Project project = tinyProject();
    writeRun(at("run"), madeRecord(), &project);
    writeRun(at("bare"), madeRecord());
    const auto idOf = [&](const char* run, const fs::path& file) {
        return errorOf([&] { restoreProject(at(run), file, false); }).message().id();
    };
    QCOMPARE(idOf("nowhere", at("x.netsmith")), std::string("run.none"));
    QCOMPARE(idOf("bare", at("x.netsmith")), std::string("runs.no_project"));
    QVERIFY(!idOf("run", at("no folder") / "x.netsmith").empty() && !fs::exists(at("no folder")));
    {
        const FileSizeLimit limit(100); // a full disk
        QCOMPARE(errorOf([&] { restoreProject(at("run"), at("x.netsmith"), false); }).kind(), ErrorKind::resources);
    }
    QVERIFY(!fs::exists(at("x.netsmith")));
    std::ofstream(at("run") / "project.netsmith") << "{";
    QVERIFY(mentions(errorOf([&] { restoreProject(at("run"), at("x.netsmith"), false); }), "project.netsmith"));
    QVERIFY(!fs::exists(at("x.netsmith")));
}

NETSMITH_TEST(TestRunReports)

} // namespace test_run_reports

#include "test_run_reports.moc"
