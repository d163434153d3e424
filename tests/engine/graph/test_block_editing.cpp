#include "engine/graph/blocks/make_block.h"
#include "engine/graph/blocks/take_apart.h"
#include "engine/graph/project/project.h"
#include "engine/graph/validation.h"
#include "engine/layers/registry.h"
#include "tests/engine/graph/drawing.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>

namespace test_block_editing {

using namespace netsmith;
using netsmith::test::Drawing;

namespace {

/// image → stem → first → second → sum → flat → head, with a shortcut from the stem to the sum.
Graph residual()
{
    const ParameterMap same{{"filters", std::int64_t{8}}, {"padding", std::string("same")}};
    Graph graph = Drawing()
                      .add("image", "input")
                      .add("stem", "conv2d", {"image"}, same)
                      .add("first", "conv2d", {"stem"}, same)
                      .add("second", "conv2d", {"first"}, same)
                      .add("sum", "add", {"second", "stem"})
                      .add("flat", "flatten", {"sum"})
                      .add("head", "dense", {"flat"}, {{"units", std::int64_t{10}}})
                      .graph;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        graph.nodes[i].x = 170.0 * static_cast<double>(i);
    return graph;
}

/// The same with two nodes that stand for the block.
Graph twice()
{
    Graph graph = residual();
    (void)makeBlock(graph, layers(), {"first", "second", "sum"});
    Node again = *graph.find("block_1");
    again.id = "block_2";
    graph.nodes.push_back(again);
    for (Edge& edge : graph.edges)
        if (edge.to.node == "flat")
            edge.from.node = "block_2";
    graph.edges.push_back({{"block_1", "output"}, {"block_2", "input"}, Json::object()});
    return graph;
}

QStringList wiresOf(const std::vector<Edge>& edges)
{
    QStringList wires;
    for (const Edge& edge : edges)
        wires << QString::fromStdString(edge.from.node + "." + edge.from.port + " " + edge.to.node + "." + edge.to.port);
    return wires;
}

QStringList idsOf(const std::vector<Node>& nodes)
{
    QStringList ids;
    for (const Node& node : nodes)
        ids << QString::fromStdString(node.id);
    return ids;
}

QString refusalOf(const Graph& graph, const std::set<std::string>& nodes)
{
    const auto refusal = refusalToMakeBlock(graph, layers(), nodes);
    return refusal ? QString("%1 %2").arg(static_cast<int>(refusal->why)).arg(QString::fromStdString(refusal->node)) : QString();
}

QString errorsOf(const Graph& graph)
{
    QString errors;
    for (const Problem& problem : validate(graph, layers()).problems)
        errors += QString::fromStdString(problem.message.text()) + '\n';
    return errors;
}

} // namespace

/// Blocks are made, opened, edited and taken apart.
class TestBlockEditing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nodesBecomeABlock();
    void openEndsBecomeTheBlocks();
    void theOrderOfAMergeStays();
    void whatCantBeABlockIsRefused();
    void whatWasMadeIsTakenApartAgain();
    void overridesComeAlong();
    void weightsOfAnotherComeAlong();
    void aLenderIsNotTakenApart();
    void anInsideIsAGraph();
    void anEditedInsideGoesBack();
    void anEndThatGoesTakesItsWires();
    void endsRememberTheirPlaces();
    void placesAreFound();
    void circlesOfBlocksAreSeen();
};

void TestBlockEditing::nodesBecomeABlock()
{
    Graph graph = residual();
    const MadeBlock made = makeBlock(graph, layers(), {"first", "second", "sum"});
    QCOMPARE(idsOf(graph.nodes), (QStringList{"image", "stem", "block_1", "flat", "head"}));
    QCOMPARE(blockOf(*graph.find(made.node)), made.block);
    QCOMPARE(graph.find(made.node)->x, 340.0); // where the first of them was
    QCOMPARE(wiresOf(graph.edges),
             (QStringList{"image.output stem.input", "stem.output block_1.input", "block_1.output flat.input",
                          "flat.output head.input"}));
    // What comes from one output is one input, though two wires lead on from it.
    const Block& block = *findBlock(graph, made.block);
    QCOMPARE(wiresOf(block.edges),
             (QStringList{".input first.input", "first.output second.input", "second.output sum.inputs", ".input sum.inputs",
                          "sum.output .output"}));
    QCOMPARE(block.nodes[0].x, 0.0);
    QCOMPARE(errorsOf(graph), QString());
    QCOMPARE(*validate(graph, layers()).shapes.at({made.node, "output"}),
             *validate(residual(), layers()).shapes.at({"sum", "output"}));
    QCOMPARE(made.outputs.size(), 1u);
    QVERIFY(made.outputs[0].first == (PortRef{"sum", "output"}));
}

void TestBlockEditing::openEndsBecomeTheBlocks()
{
    Graph graph = residual();
    makeBlock(graph, layers(), {"flat", "head"}); // the head leads nowhere, and has a loss
    QCOMPARE(wiresOf(graph.blocks[0].edges), (QStringList{".input flat.input", "flat.output head.input", "head.output .output"}));
    QCOMPARE(wiresOf(graph.edges).last(), QString("sum.output block_1.input"));
    Graph loose = Drawing().add("a", "relu").add("b", "relu", {"a"}).graph;
    makeBlock(loose, layers(), {"a", "b"});
    QCOMPARE(wiresOf(loose.blocks[0].edges), (QStringList{"a.output b.input", ".input a.input", "b.output .output"}));

    Graph reader = Drawing().add("read", "lstm").graph; // nothing has to lead to its mask
    makeBlock(reader, layers(), {"read"});
    QCOMPARE(wiresOf(reader.blocks[0].edges), (QStringList{".input read.input", "read.output .output"}));
}

void TestBlockEditing::theOrderOfAMergeStays()
{
    Graph graph = Drawing()
                      .add("image", "input")
                      .add("a", "relu", {"image"})
                      .add("b", "relu", {"image"})
                      .add("c", "relu", {"image"})
                      .add("all", "concatenate", {"a", "b", "c"})
                      .graph;
    makeBlock(graph, layers(), {"b"});
    QStringList into;
    for (const Edge* edge : graph.into("all", "inputs"))
        into << QString::fromStdString(edge->from.node);
    QCOMPARE(into, (QStringList{"a", "block_1", "c"}));
    // Wires from two nodes are two outputs, and it is known which node each belongs to.
    Graph two = Drawing()
                    .add("image", "input")
                    .add("a", "relu", {"image"})
                    .add("b", "relu", {"image"})
                    .add("all", "concatenate", {"b", "a"})
                    .graph;
    const MadeBlock made = makeBlock(two, layers(), {"a", "b"});
    QCOMPARE(wiresOf(two.edges).filter("all"), (QStringList{"block_1.output all.inputs", "block_1.output_2 all.inputs"}));
    QVERIFY(made.outputs[0].first == (PortRef{"b", "output"}));
    QCOMPARE(errorsOf(two), QString());
}

void TestBlockEditing::whatCantBeABlockIsRefused()
{
    using Why = BlockRefusal::Why;
    const auto why = [](Why reason, const char* node) { return QString("%1 %2").arg(static_cast<int>(reason)).arg(node); };
    Graph graph = residual();
    QCOMPARE(refusalOf(graph, {}), why(Why::nothing, ""));
    QCOMPARE(refusalOf(graph, {"image", "stem"}), why(Why::input, "image"));
    QCOMPARE(refusalOf(graph, {"stem", "sum"}), why(Why::circle, "second"));
    QCOMPARE(refusalOf(graph, {"stem", "first", "second", "sum"}), QString());
    graph.find("second")->shares = "first";
    QCOMPARE(refusalOf(graph, {"first"}), why(Why::sharing, "second"));
    QCOMPARE(refusalOf(graph, {"second"}), why(Why::sharing, "second"));
    QCOMPARE(refusalOf(graph, {"first", "second"}), QString());
    const Graph inside = insideOf(twice(), "block_1");
    QCOMPARE(refusalOf(inside, {"in:input", "first"}), why(Why::end, "in:input"));
}

void TestBlockEditing::whatWasMadeIsTakenApartAgain()
{
    const Graph before = residual();
    Graph graph = before;
    const MadeBlock made = makeBlock(graph, layers(), {"first", "second", "sum"});
    QVERIFY(!refusalToTakeApart(graph, made.node));
    const TakenApart taken = takeApart(graph, layers(), made.node);
    QCOMPARE(taken.nodes, (std::set<std::string>{"first", "second", "sum"}));
    QVERIFY(taken.outputs == (std::vector<std::pair<std::string, PortRef>>{{"output", {"sum", "output"}}}));
    QStringList wires = wiresOf(graph.edges);
    QStringList expected = wiresOf(before.edges);
    wires.sort();
    expected.sort();
    QCOMPARE(wires, expected);
    QCOMPARE(graph.blocks.size(), 1u); // it may be used elsewhere
    QCOMPARE(graph.find("second")->x, before.find("second")->x);
    QVERIFY(graph.find("flat")->x > graph.find("sum")->x);
    QStringList into;
    for (const Edge* edge : graph.into("sum", "inputs"))
        into << QString::fromStdString(edge->from.node);
    QCOMPARE(into, (QStringList{"second", "stem"}));
    QVERIFY(refusalToTakeApart(graph, "stem")->why == ApartRefusal::Why::noBlock);
}

void TestBlockEditing::overridesComeAlong()
{
    Graph graph = twice();
    graph.find("block_2")->parameters["first.use_bias"] = false;
    graph.find("block_2")->parameters["trainable"] = false;
    // A block within a block, with an override two levels deep.
    const MadeBlock outer = makeBlock(graph, layers(), {"block_2"});
    graph.find(outer.node)->parameters["block_2/second.use_bias"] = false;
    const Validation before = validate(graph, layers());
    QVERIFY(before.ok());

    takeApart(graph, layers(), outer.node);
    QCOMPARE(graph.find("block_2")->parameters.at("second.use_bias"), ParameterValue(false));
    takeApart(graph, layers(), "block_2");
    QCOMPARE(graph.find("first")->parameters.at("use_bias"), ParameterValue(false));
    QCOMPARE(graph.find("second")->parameters.at("use_bias"), ParameterValue(false));
    QCOMPARE(graph.find("first")->parameters.at("trainable"), ParameterValue(false));
    QVERIFY(!graph.find("sum")->parameters.contains("trainable")); // it has no weights
    QCOMPARE(errorsOf(graph), QString());
}

void TestBlockEditing::weightsOfAnotherComeAlong()
{
    Graph graph = twice();
    graph.find("block_2")->shares = "block_1";
    const auto flat = unfoldBlocks(graph, layers());
    takeApart(graph, layers(), "block_2");
    QCOMPARE(graph.find("first")->shares, std::string("block_1/first"));
    QCOMPARE(errorsOf(graph), QString());
    QCOMPARE(unfoldBlocks(graph, layers()).graph.nodes.size(), flat.graph.nodes.size());
}

void TestBlockEditing::aLenderIsNotTakenApart()
{
    Graph graph = twice();
    graph.find("block_2")->shares = "block_1";
    const auto refusal = refusalToTakeApart(graph, "block_1");
    QVERIFY(refusal && refusal->why == ApartRefusal::Why::lends);
    QCOMPARE(refusal->node, std::string("block_2"));
}

void TestBlockEditing::anInsideIsAGraph()
{
    const Graph graph = twice();
    const Graph inside = insideOf(graph, "block_1");
    QCOMPARE(idsOf(inside.nodes), (QStringList{"in:input", "out:output", "first", "second", "sum"}));
    QVERIFY(isBlockEnd(inside.nodes[0]) && !isBlockEnd(inside.nodes[2]));
    QCOMPARE(wiresOf(inside.edges).first(), QString("in:input.output first.input"));
    QCOMPARE(wiresOf(inside.edges).last(), QString("sum.output out:output.input"));
    QCOMPARE(inside.nodes[0].x, -170.0); // before and after the rest
    QCOMPARE(inside.nodes[1].x, 510.0);
    QVERIFY(insideOf(graph, "gone").nodes.empty());
}

void TestBlockEditing::anEditedInsideGoesBack()
{
    Graph graph = twice();
    const Graph before = graph;
    Graph inside = insideOf(graph, "block_1");
    inside.find("first")->parameters["filters"] = std::int64_t{4};
    inside.nodes.push_back({.id = "relu_1", .layer = "relu", .title = {}, .parameters = {}});
    for (Edge& edge : inside.edges)
        if (edge.to.node == "out:output")
            edge = {{"relu_1", "output"}, edge.to, edge.extra};
    inside.edges.push_back({{"sum", "output"}, {"relu_1", "input"}, Json::object()});
    putBack(graph, "block_1", inside);
    QCOMPARE(idsOf(graph.blocks[0].nodes), (QStringList{"first", "second", "sum", "relu_1"}));
    QCOMPARE(wiresOf(graph.blocks[0].edges).last(), QString("sum.output relu_1.input"));
    QVERIFY(wiresOf(graph.blocks[0].edges).contains("relu_1.output .output"));
    QCOMPARE(errorsOf(graph), QString());
    QCOMPARE(graph.nodes.size(), before.nodes.size());
    // It is the same in a file.
    Project project;
    project.graph = graph;
    QVERIFY(*projectFromJson(toJson(project)) == project);
}

void TestBlockEditing::anEndThatGoesTakesItsWires()
{
    Graph graph = twice();
    Graph inside = insideOf(graph, "block_1");
    std::erase_if(inside.nodes, [](const Node& node) { return node.id == "in:input"; });
    std::erase_if(inside.edges, [](const Edge& edge) { return edge.from.node == "in:input"; });
    putBack(graph, "block_1", inside);
    QCOMPARE(wiresOf(graph.edges), (QStringList{"image.output stem.input", "block_2.output flat.input", "flat.output head.input"}));
    QCOMPARE(endsOf(graph.blocks[0]).size(), 1u);
}

void TestBlockEditing::endsRememberTheirPlaces()
{
    Graph graph = twice();
    Graph inside = insideOf(graph, "block_1");
    inside.find("in:input")->x = -300.0;
    inside.find("in:input")->title = "Picture";
    std::erase_if(inside.edges, [](const Edge& edge) { return edge.to.node == "out:output"; });
    inside.nodes.push_back(
        {.id = "in:input_2", .layer = std::string(blockInputLayer), .title = {}, .parameters = {}, .x = 1, .y = 2});
    putBack(graph, "block_1", inside);
    Project project;
    project.graph = graph;
    const Graph again = insideOf(projectFromJson(toJson(project))->graph, "block_1");
    QCOMPARE(again.find("in:input")->x, -300.0);
    QCOMPARE(again.find("in:input")->title, std::string("Picture"));
    QVERIFY(again.find("out:output")); // nothing leads to it at the moment
    QVERIFY(again.find("in:input_2"));
    // A port without a position gets one, and an unknown key stays with its port.
    graph.blocks[0].ports = {{.name = "side"}, {.name = "input", .extra = Json{{"x-colour", "red"}}}};
    QCOMPARE(endsOf(graph.blocks[0]).size(), 2u); // the side, and the input that wires lead from
    putBack(graph, "block_1", insideOf(graph, "block_1"));
    QVERIFY(graph.blocks[0].ports[0].position.has_value());
    QCOMPARE(graph.blocks[0].ports[1].extra.dump(), std::string(R"({"x-colour":"red"})"));
}

void TestBlockEditing::placesAreFound()
{
    Graph graph = twice();
    const MadeBlock outer = makeBlock(graph, layers(), {"block_2"});
    QVERIFY(!blockAt(graph, ""));
    QCOMPARE(blockAt(graph, "block_1")->id, std::string("block_1"));
    QCOMPARE(blockAt(graph, outer.node)->id, outer.block);
    QCOMPARE(blockAt(graph, outer.node + "/block_2")->id, std::string("block_1"));
    QVERIFY(!blockAt(graph, "stem"));
    QVERIFY(!blockAt(graph, "block_1/first"));
    QVERIFY(!blockAt(graph, "gone/block_2"));
    QCOMPARE(usesOf(graph, "block_1"), 2u); // one in the graph, one in the other block
}

void TestBlockEditing::circlesOfBlocksAreSeen()
{
    Graph graph = twice();
    const MadeBlock outer = makeBlock(graph, layers(), {"block_2"});
    QVERIFY(holdsBlock(graph, outer.block, "block_1"));
    QVERIFY(holdsBlock(graph, "block_1", "block_1"));
    QVERIFY(!holdsBlock(graph, "block_1", outer.block));
    // A file may contain one: it is opened once.
    findBlock(graph, "block_1")
        ->nodes.push_back({.id = "self", .layer = "block", .title = {}, .parameters = {{"block", "block_1"}}});
    QVERIFY(blockAt(graph, "block_1"));
    QVERIFY(!blockAt(graph, "block_1/self"));
}

NETSMITH_TEST(TestBlockEditing)

} // namespace test_block_editing

#include "test_block_editing.moc"
