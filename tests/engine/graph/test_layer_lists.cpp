#include "engine/graph/blocks/blocks.h"
#include "engine/graph/blocks/make_block.h"
#include "engine/graph/blocks/take_apart.h"
#include "engine/graph/project/layer_lists.h"
#include "engine/graph/project/settings.h"
#include "engine/layers/registry.h"
#include "tests/engine/graph/drawing.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_layer_lists {

using namespace netsmith;
using netsmith::test::Drawing;
using Names = std::vector<std::string>;

namespace {

/// image → a → b → head, where a and b become the block of the node "outer", and a the block "inner" in it.
Project nested()
{
    const ParameterMap units{{"units", std::int64_t{4}}};
    Project project;
    project.graph = Drawing()
                        .add("image", "input")
                        .add("a", "dense", {"image"}, units)
                        .add("b", "dense", {"a"}, units)
                        .add("head", "dense", {"b"}, units)
                        .graph;
    const MadeBlock outer = makeBlock(project.graph, layers(), {"a", "b"});
    project.graph.find(outer.node)->id = "outer";
    for (Edge& edge : project.graph.edges)
        for (PortRef* end : {&edge.from, &edge.to})
            if (end->node == outer.node)
                end->node = "outer";
    Graph inside = insideOf(project.graph, outer.block);
    const MadeBlock inner = makeBlock(inside, layers(), {"a"});
    inside.find(inner.node)->id = "inner";
    for (Edge& edge : inside.edges)
        for (PortRef* end : {&edge.from, &edge.to})
            if (end->node == inner.node)
                end->node = "inner";
    putBack(project.graph, outer.block, std::move(inside));
    return project;
}

QString problemsOf(const Project& project)
{
    QString out;
    for (const Problem& problem : settingsProblems(project))
        out += QString::fromStdString(problem.message.text()) + '\n';
    return out;
}

} // namespace

/// Settings that name layers can name those in blocks, and follow edits of the network.
class TestLayerLists : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nodesAreFoundInBlocks();
    void aBlockStandsForWhatIsInIt();
    void whatIsNotThereIsTold();
    void namesFollowIntoABlockAndOut();
    void namesFollowWithinABlock();
    void aBlockThatIsTakenApartLeavesItsLayers();
    void whatIsRemovedIsNotListed();
    void groupsAreSound_data();
    void groupsAreSound();
};

void TestLayerLists::nodesAreFoundInBlocks()
{
    const Graph graph = nested().graph;
    for (const char* path : {"head", "outer", "outer/b", "outer/inner", "outer/inner/a"}) {
        const Node* node = nodeAt(graph, path);
        QVERIFY2(node && QString(path).endsWith(QString::fromStdString(node->id)), path);
    }
    for (const char* path : {"", "b", "outer/a", "outer/head", "head/b", "outer/", "/outer", "outer//b", "outer/inner/a/a"})
        QVERIFY2(!nodeAt(graph, path), path);
    const Graph flat = unfoldBlocks(graph, layers()).graph;
    for (const char* path : {"head", "outer", "outer/b", "outer/inner", "outer/inner/a"})
        QVERIFY2(nodeAt(flat, path), path);
    for (const char* path : {"", "out", "outer/in", "outer/", "outer/inner/a/a"})
        QVERIFY2(!nodeAt(flat, path), path);
}

void TestLayerLists::aBlockStandsForWhatIsInIt()
{
    for (const char* listed : {"outer", "outer/inner", "outer/inner/a"})
        QVERIFY2(isListed(Names{"head", listed}, "outer/inner/a"), listed);
    for (const char* listed : {"out", "outer/inn", "outer/b", "inner", "a", "outer/inner/a/a"})
        QVERIFY2(!isListed(Names{listed}, "outer/inner/a"), listed);
    QVERIFY(!isListed(Names(), "head"));
}

void TestLayerLists::whatIsNotThereIsTold()
{
    Project project = nested();
    project.training.fp32Layers = {"outer/inner/a", "outer"};
    project.training.excludeFromWeightDecay = {"head"};
    QCOMPARE(problemsOf(project), QString());
    project.training.fp32Layers = {"outer/a"};
    project.training.excludeFromWeightDecay = {"head", "b"};
    QCOMPARE(problemsOf(project),
             QString("training.exclude_from_weight_decay: there is no layer \"b\"; name layers of the network\n"
                     "training.fp32_layers: there is no layer \"outer/a\"; name layers of the network\n"));
}

void TestLayerLists::namesFollowIntoABlockAndOut()
{
    Project project;
    project.graph = Drawing().add("image", "input").add("a", "dense", {"image"}).add("b", "dense", {"a"}).graph;
    const Graph before = project.graph;
    project.training.fp32Layers = {"b", "a"};
    project.training.excludeFromWeightDecay = {"b"};
    const MadeBlock made = makeBlock(project.graph, layers(), {"a"});
    listInBlock(project.training, before, {}, {"a"}, made.node);
    QCOMPARE(project.training.fp32Layers, (Names{"b", made.node + "/a"}));
    QCOMPARE(project.training.excludeFromWeightDecay, Names{"b"});
    QCOMPARE(problemsOf(project), QString());

    const Graph then = project.graph;
    listOutOfBlock(project.training, then, {}, made.node, takeApart(project.graph, layers(), made.node).ids);
    QCOMPARE(project.training.fp32Layers, (Names{"b", "a"}));
    QCOMPARE(problemsOf(project), QString());
}

/// In every place where the block is used.
void TestLayerLists::namesFollowWithinABlock()
{
    Project project = nested();
    Node again = *project.graph.find("outer");
    again.id = "again";
    project.graph.nodes.push_back(again);
    project.training.fp32Layers = {"outer/inner/a", "head", "again/inner", "again/b"};
    const std::string block = blockOf(again);
    Graph inside = insideOf(project.graph, block);
    const std::map<std::string, std::string> ids = takeApart(inside, layers(), "inner").ids;
    listOutOfBlock(project.training, project.graph, block, "inner", ids);
    putBack(project.graph, block, inside);
    QCOMPARE(project.training.fp32Layers, (Names{"outer/a", "head", "again/a", "again/b"}));
    QCOMPARE(problemsOf(project), QString());

    const MadeBlock made = makeBlock(inside, layers(), {"b"});
    listInBlock(project.training, project.graph, block, {"b"}, made.node);
    putBack(project.graph, block, inside);
    QCOMPARE(project.training.fp32Layers, (Names{"outer/a", "head", "again/a", "again/" + made.node + "/b"}));
    QCOMPARE(problemsOf(project), QString());
}

void TestLayerLists::aBlockThatIsTakenApartLeavesItsLayers()
{
    Project project = nested();
    project.graph.nodes.push_back(
        {.id = "b", .layer = "flatten", .title = {}, .parameters = {}}); // so that the one in the block gets another name
    project.training.fp32Layers = {"outer", "b"};
    project.training.excludeFromWeightDecay = {"outer/inner/a", "outer/b"};
    const Graph before = project.graph;
    listOutOfBlock(project.training, before, {}, "outer", takeApart(project.graph, layers(), "outer").ids);
    QCOMPARE(project.training.fp32Layers, (Names{"dense_1", "inner", "b"}));
    QCOMPARE(project.training.excludeFromWeightDecay, (Names{"inner/a", "dense_1"}));
    QCOMPARE(problemsOf(project), QString());
}

void TestLayerLists::whatIsRemovedIsNotListed()
{
    Project project = nested();
    project.training.fp32Layers = {"outer/inner/a", "head", "nobody"};
    const Graph before = project.graph;
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.id == "outer"; });
    unlistRemoved(before, project);
    QCOMPARE(project.training.fp32Layers, (Names{"head", "nobody"})); // what was wrong before stays and is reported

    project = nested();
    project.training.groups = {{"both", {"outer/b", "head"}}, {"gone", {"outer/inner", "outer"}}, {"empty", {}}};
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.id == "outer"; });
    unlistRemoved(before, project);
    QCOMPARE(project.training.groups, (std::vector<ParameterGroup>{{"both", {"head"}}, {"empty", {}}}));
}

void TestLayerLists::groupsAreSound_data()
{
    using Groups = std::vector<ParameterGroup>;
    QTest::addColumn<Groups>("groups");
    QTest::addColumn<QString>("problem");
    QTest::newRow("none") << Groups{} << "";
    QTest::newRow("all layers") << Groups{{"a", {"outer"}, 0.1}, {"b", {"head"}, 0.0}} << "";
    QTest::newRow("neighbours in a block") << Groups{{"a", {"outer/inner"}}, {"b", {"outer/b"}}} << "";
    QTest::newRow("no name") << Groups{{"", {"head"}}}
                             << "training.groups: a group's name must be 1 to 64 letters, digits, _ or -, got \"\"\n";
    QTest::newRow("two of one name") << Groups{{"a", {"head"}}, {"a", {"outer"}}}
                                     << "training.groups: several groups are called \"a\"; give each a different name\n";
    QTest::newRow("no layers") << Groups{{"a", {}}} << "training.groups: the group \"a\" has no layers; name some or remove it\n";
    QTest::newRow("nobody's") << Groups{{"a", {"dense_9"}}}
                              << "training.groups: there is no layer \"dense_9\"; name layers of the network\n";
    QTest::newRow("in two") << Groups{{"a", {"head"}}, {"b", {"outer", "head"}}}
                            << "training.groups: the layer \"head\" is listed twice in the groups; list it once\n";
    QTest::newRow("in a block of another") << Groups{
        {"a", {"outer"}},
        {"b", {"outer/inner/a"}}} << "training.groups: the layer \"outer/inner/a\" is listed twice in the groups; list it once\n";
    QTest::newRow("a negative rate") << Groups{{"a", {"head"}, -1.0}}
                                     << "training.groups.learning_rate_multiplier must be in [0, 1000000], got -1\n";
}

void TestLayerLists::groupsAreSound()
{
    QFETCH(std::vector<ParameterGroup>, groups);
    QFETCH(QString, problem);
    Project project = nested();
    project.training.groups = groups;
    QCOMPARE(problemsOf(project), problem);
    QVERIFY(projectFromJson(toJson(project)).take() == project);
}

NETSMITH_TEST(TestLayerLists)

} // namespace test_layer_lists

#include "test_layer_lists.moc"
