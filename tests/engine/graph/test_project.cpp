#include "engine/graph/project/project.h"

#include "engine/core/files/safe_file.h"
#include "tests/test_program.h"

#include <QtTest>

#include <filesystem>

namespace test_project {

using namespace netsmith;

namespace {

const char* const golden = R"({
  "netsmith": 2,
  "title": "A “small” net",
  "description": "",
  "goal": "",
  "graph": {
    "nodes": [
      {
        "id": "input_1",
        "layer": "input",
        "version": 1,
        "parameters": {"field": "image", "shape": [28, 28, 1]},
        "position": [0, 0]
      },
      {
        "id": "dense_1",
        "layer": "dense",
        "version": 1,
        "title": "head",
        "parameters": {"activation": "softmax", "units": 10, "use_bias": false},
        "position": [220, -40.5]
      }
    ],
    "edges": [{"from": ["input_1", "output"], "to": ["dense_1", "input"]}],
    "groups": [{"id": "g1", "title": "All", "nodes": ["input_1", "dense_1"]}],
    "notes": [{"text": "why?", "position": [10, 20]}]
  },
  "data": {
    "source": "mnist",
    "validation": "test",
    "validation_split": 0.1,
    "subtract": 0,
    "divide": 255,
    "shuffle": true
  },
  "training": {
    "epochs": 5,
    "batch": 32,
    "seed": 1,
    "device": "auto",
    "precision": "fp32",
    "global_clipnorm": 0,
    "keep_checkpoints": 3,
    "objectives": [
      {
        "target": "label",
        "loss": {"id": "sparse_categorical_crossentropy"},
        "weight": 1,
        "metrics": [{"id": "accuracy"}]
      }
    ],
    "optimizer": {"id": "sgd", "parameters": {"learning_rate": 0.1, "momentum": 0.9}},
    "schedule": {"id": "constant"}
  }
}
)";

Project sample()
{
    Project project;
    project.title = "A “small” net";
    project.graph.nodes = {
        {"input_1", "input", 1, "", {{"shape", std::vector<std::int64_t>{28, 28, 1}}, {"field", std::string("image")}}},
        {"dense_1",
         "dense",
         1,
         "head",
         {{"units", std::int64_t{10}}, {"activation", std::string("softmax")}, {"use_bias", false}},
         220.0,
         -40.5}};
    project.graph.edges = {{{"input_1", "output"}, {"dense_1", "input"}}};
    project.graph.groups = {{"g1", "All", {"input_1", "dense_1"}}};
    project.graph.notes = {{"why?", 10.0, 20.0}};
    project.data.divide = 255.0;
    project.training.optimizer = {"sgd", {{"learning_rate", 0.1}, {"momentum", 0.9}}};
    return project;
}

/// The golden file with one piece of text replaced.
std::string changed(const std::string& from, const std::string& to)
{
    std::string text = golden;
    const std::size_t at = text.find(from);
    Q_ASSERT(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

} // namespace

class TestProject : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textIsGolden();
    void textComesBack();
    void everyUnknownKeyIsKept();
    void whatIsAbsentHasItsDefault();
    void objectivesCanBeEmpty();
    void earlyStoppingIsWrittenWhereItIsSet();
    void refusals_data();
    void refusals();
    void refusesNewerSchemas();
    void savesAndLoads();
    void loadingNamesTheFile();
    void pathsOfDataMoveWithTheProject();
};

void TestProject::textIsGolden()
{
    QCOMPARE(QString::fromStdString(toJson(sample())), QString::fromUtf8(golden));
}

void TestProject::textComesBack()
{
    const Project project = projectFromJson(golden).take();
    QVERIFY(project == sample());
    QCOMPARE(project.graph.nodes[1].label(), std::string("dense \"head\""));
    QCOMPARE(project.graph.nodes[0].label(), std::string("input \"input_1\""));
}

void TestProject::everyUnknownKeyIsKept()
{
    const std::string text = R"({
  "netsmith": 2,
  "title": "",
  "description": "",
  "goal": "",
  "graph": {
    "nodes": [{"id": "a", "layer": "b", "version": 1, "position": [0, 0], "colour": {"r": 1}}],
    "edges": [{"from": ["a", "x"], "to": ["a", "y"], "bend": [1, 2]}],
    "groups": [{"id": "", "title": "", "nodes": [], "folded": true}],
    "notes": [{"text": "", "position": [0, 0], "size": [3, 4]}],
    "zoom": 1.5
  },
  "data": {
    "source": "mnist",
    "validation": "test",
    "validation_split": 0.1,
    "subtract": 0,
    "divide": 255,
    "shuffle": true,
    "augment": [{"flip": null}]
  },
  "training": {
    "epochs": 5,
    "batch": 32,
    "seed": 1,
    "device": "auto",
    "precision": "fp32",
    "global_clipnorm": 0,
    "keep_checkpoints": 3,
    "objectives": [
      {
        "target": "label",
        "loss": {"id": "l", "smoothing": 0.5},
        "weight": 1,
        "metrics": [{"id": "m", "top": 5}],
        "mask": "m"
      }
    ],
    "optimizer": {"id": "adam", "groups": []},
    "schedule": {"id": "constant", "late": -1},
    "twin": "pytorch"
  },
  "lesson": "ü"
}
)";
    QCOMPARE(QString::fromStdString(toJson(projectFromJson(text).take())), QString::fromStdString(text));
}

void TestProject::whatIsAbsentHasItsDefault()
{
    QVERIFY(projectFromJson("{\"netsmith\": 2}").take() == Project());
}

void TestProject::objectivesCanBeEmpty()
{
    const Project project = projectFromJson(R"({"netsmith": 2, "training": {"objectives": []}})").take();
    QVERIFY(project.training.objectives.empty());
}

void TestProject::earlyStoppingIsWrittenWhereItIsSet()
{
    QVERIFY(projectFromJson(golden).take().training.earlyStopping == EarlyStopping{});
    Project project = sample();
    project.training.earlyStopping = {3, 0.25, true};
    const std::string text = toJson(project);
    QVERIFY2(text.find(R"("early_stopping": {"patience": 3, "min_delta": 0.25, "restore_best": true})") != std::string::npos,
             text.c_str());
    QVERIFY(projectFromJson(text).take() == project);
    // Keys of a newer Netsmith are kept.
    const std::string newer = changed(R"("schedule": {"id": "constant"})",
                                      R"("schedule": {"id": "constant"},
    "early_stopping": {"patience": 0, "min_delta": 0, "restore_best": false, "monitor": "accuracy"})");
    QCOMPARE(QString::fromStdString(toJson(projectFromJson(newer).take())), QString::fromStdString(newer));
    QVERIFY(!projectFromJson(changed(R"("schedule": {"id": "constant"})",
                                     R"("schedule": {"id": "constant"}, "early_stopping": {"patience": "long"})"))
                 .hasValue());
}

void TestProject::refusals_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& text, const char* expected) {
        QTest::newRow(name) << QString::fromStdString(text) << QString::fromUtf8(expected);
    };
    row("an array", "[]", "/: expected an object, got an array");
    row("no schema", "{}", "this is not a Netsmith project: the key \"netsmith\" with its schema version is missing");
    row("schema as text", R"({"netsmith": "1"})", "/netsmith: expected an integer of 64 bits, got a text");
    row("an older schema", R"({"netsmith": 1, "graph": []})",
        "this project has schema version 1, and this Netsmith reads 2: settings have other names now. Rename them as "
        "\"netsmith-cli reference\" lists them, and write \"netsmith\": 2");
    row("title as number", changed("\"A “small” net\"", "7"), "/title: expected a text, got a number");
    row("graph as array", R"({"netsmith": 2, "graph": []})", "/graph: expected an object, got an array");
    row("nodes as object", R"({"netsmith": 2, "graph": {"nodes": {}}})", "/graph/nodes: expected an array, got an object");
    row("no id", changed("\"id\": \"dense_1\",", ""), "/graph/nodes/1: the key \"id\" is missing");
    row("layer null", changed("\"layer\": \"dense\"", "\"layer\": null"), "/graph/nodes/1/layer: expected a text, got null");
    row("huge version", changed("\"version\": 1", "\"version\": 4294967297"),
        "/graph/nodes/0/version: expected a small integer, got a number");
    row("real version", changed("\"version\": 1", "\"version\": 1.5"),
        "/graph/nodes/0/version: expected an integer of 64 bits, got a number");
    row("parameter null", changed("\"units\": 10", "\"units\": null"),
        "/graph/nodes/1/parameters/units: expected true, false, a number, a text or an array of numbers or texts, got null");
    row("parameter object", changed("\"units\": 10", "\"u/s\": {}"),
        "/graph/nodes/1/parameters/u~1s: expected true, false, a number, a text or an array of numbers or texts, got an object");
    row("size beyond 64 bits", changed("[28, 28, 1]", "[28, 18446744073709551615, 1]"),
        "/graph/nodes/0/parameters/shape/1: expected an integer of 64 bits, got a number");
    row("position of three", changed("[0, 0]", "[0, 0, 0]"), "/graph/nodes/0/position: expected two numbers, got an array");
    row("position text", changed("[0, 0]", "[0, \"0\"]"), "/graph/nodes/0/position/1: expected a number, got a text");
    row("edge without end", changed(", \"to\": [\"dense_1\", \"input\"]", ""), "/graph/edges/0: the key \"to\" is missing");
    row("edge of one", changed("[\"dense_1\", \"input\"]}", "[\"dense_1\"]}"),
        "/graph/edges/0/to: expected a node's id and a port, got an array");
    row("group's node", changed("[\"input_1\", \"dense_1\"]", "[1]"), "/graph/groups/0/nodes/0: expected a text, got a number");
    row("batch as text", changed("\"batch\": 32", "\"batch\": \"32\""), "/training/batch: expected an integer, got a text");
    row("divide as text", changed("\"divide\": 255", "\"divide\": true"), "/data/divide: expected a number, got true or false");
    row("no loss", changed("\"loss\": {\"id\": \"sparse_categorical_crossentropy\"},", ""),
        "/training/objectives/0: the key \"loss\" is missing");
    row("optimizer as text",
        changed("\"optimizer\": {\"id\": \"sgd\", \"parameters\": {\"learning_rate\": 0.1, \"momentum\": 0.9}}",
                "\"optimizer\": \"sgd\""),
        "/training/optimizer: expected an object, got a text");
    row("doubled key", changed("\"batch\": 32", "\"batch\": 32, \"batch\": 64"),
        "/training/batch: this key appears twice; remove one of them");
}

void TestProject::refusals()
{
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const Expected<Project> project = projectFromJson(text.toStdString());
    QVERIFY(!project);
    QCOMPARE(project.error().kind(), ErrorKind::input);
    QCOMPARE(QString::fromUtf8(project.error().what()), expected);
}

void TestProject::refusesNewerSchemas()
{
    const Expected<Project> project = projectFromJson(R"({"netsmith": 3, "graph": "a new kind"})");
    QVERIFY(!project);
    QCOMPARE(project.error().message().id(), std::string("project.newer"));
    QCOMPARE(
        QString(project.error().what()),
        QString("this project has schema version 3, but this Netsmith reads 2; open it with the newer Netsmith that wrote it"));
}

void TestProject::savesAndLoads()
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.netsmith").toStdString();
    saveProject(sample(), path).take();
    QVERIFY(loadProject(path).take() == sample());
}

void TestProject::pathsOfDataMoveWithTheProject()
{
    QTemporaryDir folder;
    const std::filesystem::path root(folder.path().toStdString());
    std::filesystem::create_directories(root / "work" / "photos");
    std::filesystem::create_directories(root / "other");
    Project project = sample();
    project.data.source = "image_folder";
    project.data.path = (root / "work" / "photos").string();
    project.data.parameters = {{"height", std::int64_t{48}}};
    const auto file = root / "work" / "a.netsmith";
    saveProject(project, file).take();
    QVERIFY(QString::fromStdString(readTextFile(file).take()).contains("\"path\": \"photos\""));
    QVERIFY(loadProject(file).take() == project);

    std::filesystem::rename(root / "work", root / "moved");
    QCOMPARE(loadProject(root / "moved" / "a.netsmith")->data.path, (root / "moved" / "photos").string());

    // A path elsewhere stays absolute; a relative one that is not beside the project stays relative to a data folder.
    saveProject(project, root / "other" / "a.netsmith").take();
    QCOMPARE(loadProject(root / "other" / "a.netsmith")->data.path, project.data.path);
    project.data.path = "cifar";
    saveProject(project, root / "other" / "a.netsmith").take();
    QCOMPARE(loadProject(root / "other" / "a.netsmith")->data.path, std::string("cifar"));
}

void TestProject::loadingNamesTheFile()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("broken.netsmith"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{");
    file.close();
    const Expected<Project> project = loadProject(file.fileName().toStdString());
    QVERIFY(!project);
    QVERIFY(QString(project.error().what()).startsWith(file.fileName() + ": the text is not valid JSON"));
    QVERIFY(!loadProject(folder.filePath("absent.netsmith").toStdString()));
}

NETSMITH_TEST(TestProject)

} // namespace test_project

#include "test_project.moc"
