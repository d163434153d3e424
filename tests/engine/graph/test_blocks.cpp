#include "engine/graph/blocks/blocks.h"
#include "engine/graph/project/project.h"
#include "engine/layers/registry.h"
#include "tests/engine/graph/drawing.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>

namespace test_blocks {

using namespace netsmith;
using netsmith::test::Drawing;
using Sizes = std::vector<std::int64_t>;

namespace {

Node node(std::string id, std::string layer, ParameterMap parameters = {})
{
    return {.id = std::move(id), .layer = std::move(layer), .title = {}, .parameters = std::move(parameters)};
}

Edge wire(const char* from, const char* to, const char* port = "input")
{
    return {{from, *from ? "output" : "input"}, {to, *to ? port : "output"}, Json::object()};
}

/// Two convolutions with a shortcut around them: its input is used twice.
Block residual()
{
    Block block{.id = "residual", .title = "Residual"};
    const ParameterMap same{{"filters", std::int64_t{8}}, {"padding", std::string("same")}};
    block.nodes = {node("first", "conv2d", same), node("second", "conv2d", same), node("sum", "add")};
    block.edges = {wire("", "first"), wire("first", "second"), wire("second", "sum", "inputs"), wire("", "sum", "inputs"),
                   wire("sum", "")};
    return block;
}

Node use(std::string id, const char* block, ParameterMap parameters = {})
{
    parameters["block"] = std::string(block);
    return node(std::move(id), "block", std::move(parameters));
}

/// image → stem → res_1 → res_2 → flat → head
Graph twice()
{
    Graph graph;
    graph.blocks = {residual()};
    graph.nodes = {node("image", "input"),   node("stem", "conv2d", {{"filters", std::int64_t{8}}}),
                   use("res_1", "residual"), use("res_2", "residual"),
                   node("flat", "flatten"),  node("head", "dense", {{"units", std::int64_t{10}}})};
    for (std::size_t i = 0; i + 1 < graph.nodes.size(); ++i)
        graph.edges.push_back(wire(graph.nodes[i].id.c_str(), graph.nodes[i + 1].id.c_str()));
    return graph;
}

QStringList problemsOf(const Graph& graph)
{
    QStringList texts;
    for (const Problem& problem : validate(graph, layers()).problems)
        texts << QString::fromStdString(problem.node + "|" + problem.message.text());
    return texts;
}

QStringList wiresOf(const Graph& graph)
{
    QStringList wires;
    for (const Edge& edge : graph.edges)
        wires << QString::fromStdString(edge.from.node + " " + edge.to.node);
    wires.sort();
    return wires;
}

} // namespace

/// Parts of a network that are drawn once and used in many places.
class TestBlocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unfoldIntoLayers();
    void nest();
    void takeParameters();
    void shareTheWeightsOfTheirLike();
    void passOnWhatTheyGet();
    void surviveAFile();
    void problems_data();
    void problems();
    void standSixteenDeep();
    void neverGrowWithoutBounds();
    void anObjectiveFindsWhatMadeTheOutput();
};

void TestBlocks::unfoldIntoLayers()
{
    const Graph graph = twice();
    QCOMPARE(problemsOf(graph), QStringList());
    const Unfolded flat = unfoldBlocks(graph, layers());
    QVERIFY(!hasBlocks(flat.graph));
    QCOMPARE(flat.graph.nodes.size(), 10u);
    QCOMPARE(wiresOf(flat.graph),
             (QStringList{"flat head", "image stem", "res_1/first res_1/second", "res_1/second res_1/sum", "res_1/sum res_2/first",
                          "res_1/sum res_2/sum", "res_2/first res_2/second", "res_2/second res_2/sum", "res_2/sum flat",
                          "stem res_1/first", "stem res_1/sum"}));
    const Validation validation = validate(graph, layers());
    QCOMPARE(*validation.shapes.at({"res_1", "output"}), (Shape{26, 26, 8}));
    QCOMPARE(*validation.shapes.at({"res_1/in:input", "output"}), (Shape{26, 26, 8})); // its input there
    QCOMPARE(*validation.shapes.at({"res_2/first", "output"}), (Shape{26, 26, 8}));
    QCOMPARE(drawnNode("res_2/a/b"), std::string("res_2"));
    QVERIFY(unfoldBlocks(flat.graph, layers()).graph.nodes == flat.graph.nodes);
}

void TestBlocks::nest()
{
    Graph graph = twice();
    Block pair{.id = "pair", .title = {}};
    pair.nodes = {use("a", "residual"), use("b", "residual")};
    pair.edges = {wire("", "a"), wire("a", "b"), wire("b", "")};
    graph.blocks.push_back(pair);
    graph.find("res_2")->parameters["block"] = std::string("pair");
    QCOMPARE(problemsOf(graph), QStringList());
    const Unfolded flat = unfoldBlocks(graph, layers());
    QCOMPARE(flat.graph.nodes.size(), 13u);
    QVERIFY(flat.graph.find("res_2/b/second"));
    QVERIFY(wiresOf(flat.graph).contains("res_1/sum res_2/a/sum"));
    QVERIFY(wiresOf(flat.graph).contains("res_2/a/sum res_2/b/first"));
    QVERIFY(wiresOf(flat.graph).contains("res_2/b/sum flat"));
}

void TestBlocks::takeParameters()
{
    Graph graph = twice();
    graph.find("res_2")->parameters["first.filters"] = std::int64_t{5};
    graph.find("res_1")->parameters["trainable"] = false;
    Graph flat = unfoldBlocks(graph, layers()).graph;
    QVERIFY(flat.find("res_2/first")->parameters.at("filters") == ParameterValue(std::int64_t{5}));
    QVERIFY(flat.find("res_1/first")->parameters.at("filters") == ParameterValue(std::int64_t{8}));
    QVERIFY(flat.find("res_1/second")->parameters.at("trainable") == ParameterValue(false));
    QVERIFY(!flat.find("res_1/sum")->parameters.contains("trainable"));
    QVERIFY(!flat.find("res_2/first")->parameters.contains("trainable"));
    QCOMPARE(problemsOf(graph), QStringList()); // the second convolution makes 8 again

    Project project;
    project.graph = twice();
    applySetting(project, "res_2.first.filters=6");
    flat = unfoldBlocks(project.graph, layers()).graph;
    QVERIFY(flat.find("res_2/first")->parameters.at("filters") == ParameterValue(std::int64_t{6}));
}

void TestBlocks::shareTheWeightsOfTheirLike()
{
    Graph graph = twice();
    graph.find("res_2")->shares = "res_1";
    QCOMPARE(problemsOf(graph), QStringList());
    Graph flat = unfoldBlocks(graph, layers()).graph;
    QCOMPARE(flat.find("res_2/first")->shares, std::string("res_1/first"));
    QCOMPARE(flat.find("res_2/sum")->shares, std::string()); // it has no weights
    QCOMPARE(flat.find("res_1/first")->shares, std::string());

    // A layer that shares the weights of its neighbour in the block then shares those in the other block.
    graph.find("res_2")->shares.clear();
    graph.find("stem")->parameters["padding"] = std::string("same");
    graph.blocks[0].nodes[1].shares = "first";
    flat = unfoldBlocks(graph, layers()).graph;
    QCOMPARE(flat.find("res_2/second")->shares, std::string("res_2/first"));
    graph.find("res_2")->shares = "res_1";
    flat = unfoldBlocks(graph, layers()).graph;
    QCOMPARE(flat.find("res_2/second")->shares, std::string("res_1/first"));
    QCOMPARE(problemsOf(graph), QStringList());
}

void TestBlocks::passOnWhatTheyGet()
{
    Graph graph = twice();
    Block nothing{.id = "nothing", .title = {}};
    nothing.edges = {wire("", "")};
    graph.blocks.push_back(nothing);
    graph.find("res_2")->parameters["block"] = std::string("nothing");
    QCOMPARE(problemsOf(graph), QStringList());
    QVERIFY(wiresOf(unfoldBlocks(graph, layers()).graph).contains("res_1/sum flat"));
    QCOMPARE(*validate(graph, layers()).shapes.at({"res_2", "output"}), (Shape{26, 26, 8}));

    // A cycle of empty blocks has no source.
    graph.edges.push_back(wire("res_2", "res_2"));
    QVERIFY(!problemsOf(graph).isEmpty() || wiresOf(unfoldBlocks(graph, layers()).graph).contains("res_1/sum flat"));
}

void TestBlocks::surviveAFile()
{
    Project project;
    project.graph = twice();
    project.graph.find("res_2")->shares = "res_1";
    project.graph.find("res_1")->parameters["first.filters"] = std::int64_t{8};
    project.graph.blocks[0].extra["colour"] = "blue";
    const std::string text = toJson(project);
    const Project read = projectFromJson(text).take();
    QVERIFY(read == project);
    QCOMPARE(toJson(read), text);
    QVERIFY(text.find(R"("shares": "res_1")") != std::string::npos);
    // Files from before there were blocks stay as they are.
    QVERIFY(toJson(Project()).find("blocks") == std::string::npos);
}

void TestBlocks::problems_data()
{
    QTest::addColumn<Graph>("graph");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* expected, const std::function<void(Graph&)>& change) {
        Graph graph = twice();
        change(graph);
        QTest::newRow(name) << graph << QString(expected);
    };
    row("unknown", "res_1|block \"res_1\": there is no block \"resnet\"; there are: residual",
        [](Graph& graph) { graph.find("res_1")->parameters["block"] = std::string("resnet"); });
    row("unnamed", "res_1|block \"res_1\": there is no block \"\"; there are: residual",
        [](Graph& graph) { graph.find("res_1")->parameters.clear(); });
    row("in itself", "res_1/second|block \"res_1/second\": the block \"residual\" would contain itself; remove it there",
        [](Graph& graph) { graph.blocks[0].nodes[1] = use("second", "residual"); });
    row("in itself over another",
        "res_1/second/deep|block \"res_1/second/deep\": the block \"residual\" would contain itself; remove it there",
        [](Graph& graph) {
            Block other{.id = "other", .title = {}};
            other.nodes = {use("deep", "residual")};
            other.edges = {wire("", "deep"), wire("deep", "")};
            graph.blocks.push_back(other);
            graph.blocks[0].nodes[1] = use("second", "other");
        });
    row("two of one id", "|two blocks have the id \"residual\"; give one of them another",
        [](Graph& graph) { graph.blocks.push_back(residual()); });
    row("no such input", "res_1|block \"res_1\": the block \"residual\" has no input \"side\"; add it inside the block",
        [](Graph& graph) { graph.edges[1].to.port = "side"; });
    row("no such output", "res_1|block \"res_1\": the block \"residual\" has no output \"side\"; add it inside the block",
        [](Graph& graph) { graph.edges[2].from.port = "side"; });
    row("nothing to set",
        "res_2|block \"res_2\": there is no setting \"third.filters\"; in the block \"residual\" a layer's parameter is named "
        "\"layer.parameter\", and \"trainable\" applies to all of them",
        [](Graph& graph) { graph.find("res_2")->parameters["third.filters"] = std::int64_t{1}; });
    row("a wrong value within", "res_2/first|conv2d \"res_2/first\": filters must be in [1, 1048576], got 0",
        [](Graph& graph) { graph.find("res_2")->parameters["first.filters"] = std::int64_t{0}; });
    row("a wrong layer within", "res_1/first|conv2d \"res_1/First\": filters must be in [1, 1048576], got 0", [](Graph& graph) {
        graph.blocks[0].nodes[0].title = "First";
        graph.blocks[0].nodes[0].parameters["filters"] = std::int64_t{0};
    });
    row("shapes that do not match within",
        "res_1/sum|add \"res_1/sum\": expected inputs of the same shape, or of size 1 along an axis, got 26×26×6 and 26×26×8; give "
        "them the same shape first",
        [](Graph& graph) { graph.blocks[0].nodes[1].parameters["filters"] = std::int64_t{6}; });
    row("no counterpart to share with",
        "res_2|block \"res_2\": it can't use the weights of \"stem\"; name another node that stands for the block \"residual\" and "
        "has "
        "its own",
        [](Graph& graph) { graph.find("res_2")->shares = "stem"; });
    row("a slash", "a/b|flatten \"a/b\": the id must not hold a /", [](Graph& graph) {
        graph.nodes.push_back(node("a/b", "flatten"));
        graph.edges.push_back(wire("head", "a/b"));
    });

    // Weights that single layers share.
    row("shares with nothing",
        "head|dense \"head\": it uses the weights of \"gone\", which does not exist; restore that layer, or leave \"shares\" empty "
        "to give it its own",
        [](Graph& graph) { graph.find("head")->shares = "gone"; });
    row("shares with itself", "head|dense \"head\": it can't use its own weights as another's; leave \"shares\" empty",
        [](Graph& graph) { graph.find("head")->shares = "head"; });
    row("shares with another kind",
        "head|dense \"head\": it uses the weights of conv2d \"stem\", which is another kind of layer; name one of the same kind",
        [](Graph& graph) { graph.find("head")->shares = "stem"; });
    row("shares without weights",
        "flat|flatten \"flat\": it has no weights, so it can't use those of \"head\"; leave \"shares\" empty",
        [](Graph& graph) { graph.find("flat")->shares = "head"; });
    row("shares from one that shares",
        "head|dense \"head\": it uses the weights of dense \"other\", which uses those of \"head\" itself; name a layer that has "
        "its "
        "own",
        [](Graph& graph) {
            graph.nodes.push_back(node("other", "dense", {{"units", std::int64_t{10}}}));
            graph.edges.push_back(wire("head", "other"));
            graph.find("other")->shares = "head";
            graph.find("head")->shares = "other";
        });
}

void TestBlocks::problems()
{
    QFETCH(Graph, graph);
    QFETCH(QString, expected);
    const QStringList found = problemsOf(graph);
    QVERIFY2(found.contains(expected), qPrintable(found.join('\n')));
}

void TestBlocks::standSixteenDeep()
{
    // res_1 is one level deep, so that chain15 is sixteen.
    Graph graph = twice();
    for (int level = 0; level <= deepestBlock; ++level) {
        Block block{.id = "chain" + std::to_string(level), .title = {}};
        block.nodes = {level == 0 ? node("leaf", "relu") : use("inner", ("chain" + std::to_string(level - 1)).c_str())};
        block.edges = {wire("", block.nodes[0].id.c_str()), wire(block.nodes[0].id.c_str(), "")};
        graph.blocks.push_back(block);
    }
    graph.find("res_1")->parameters["block"] = "chain" + std::to_string(deepestBlock - 1);
    QCOMPARE(problemsOf(graph), QStringList());
    graph.find("res_1")->parameters["block"] = "chain" + std::to_string(deepestBlock);
    QCOMPARE(problemsOf(graph).filter("blocks are nested more than 16 deep").size(), 1);
}

/// Blocks of blocks of blocks: each is ten times the one before.
void TestBlocks::neverGrowWithoutBounds()
{
    Graph graph = twice();
    for (int level = 0; level < 20; ++level) {
        Block block{.id = "level" + std::to_string(level), .title = {}};
        std::string last;
        for (int i = 0; i < 10; ++i) {
            const std::string id = "n" + std::to_string(i);
            block.nodes.push_back(use(id, level == 0 ? "residual" : ("level" + std::to_string(level - 1)).c_str()));
            block.edges.push_back(wire(last.c_str(), id.c_str()));
            last = id;
        }
        block.edges.push_back(wire(last.c_str(), ""));
        graph.blocks.push_back(block);
    }
    graph.find("res_1")->parameters["block"] = std::string("level12");
    QVERIFY(problemsOf(graph).contains(QString("|the network's blocks expand to more than 8192 layers; use fewer of them")));
    graph.find("res_1")->parameters["block"] = std::string("level19");
    QVERIFY(problemsOf(graph).filter("more than 16 deep").size() > 0 || problemsOf(graph).filter("expand to more").size() > 0);

    // Wires instead of nodes: each block doubles the wires that pass through it.
    Graph wires = twice();
    for (int level = 0; level < 40; ++level) {
        Block block{.id = "double" + std::to_string(level), .title = {}};
        block.edges = {wire("", ""), wire("", "")};
        wires.blocks.push_back(block);
        wires.nodes.push_back(use("d" + std::to_string(level), block.id.c_str()));
        wires.edges.push_back(wire(level ? ("d" + std::to_string(level - 1)).c_str() : "stem", wires.nodes.back().id.c_str()));
    }
    wires.nodes.push_back(node("end", "flatten"));
    wires.edges.push_back(wire("d39", "end"));
    QVERIFY(!problemsOf(wires).isEmpty());
}

void TestBlocks::anObjectiveFindsWhatMadeTheOutput()
{
    Project project;
    project.graph = twice();
    project.training.objectives[0].output = "res_2";
    QCOMPARE(unfolded(project, layers()).training.objectives[0].output, std::string("res_2/sum"));
    project.training.objectives[0].output = "head";
    QCOMPARE(unfolded(project, layers()).training.objectives[0].output, std::string("head"));
}

NETSMITH_TEST(TestBlocks)

} // namespace test_blocks

#include "test_blocks.moc"
