#include "engine/graph/project/project.h"
#include "engine/graph/auto_layout.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "tests/test_program.h"

#include <QtTest>

#include <filesystem>

namespace test_auto_layout {

using namespace netsmith;
using namespace netsmith::gui;

namespace {

bool overlapping(const Graph& graph)
{
    for (const Node& one : graph.nodes)
        for (const Node& other : graph.nodes)
            if (&one != &other && std::abs(one.x - other.x) < nodeSize.x() && std::abs(one.y - other.y) < nodeSize.y())
                return true;
    return false;
}

} // namespace

/// Layouts follow the wires, and nothing overlaps.
class TestAutoLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samples_data();
    void samples();
    void chainsWrap();
    void cyclesAndLooseNodes();
    void whatLiesAtOnePlaceIsPlaced();
};

void TestAutoLayout::samples_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"mnist_cnn", "mnist_mlp", "cifar_resnet", "cifar_vgg"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestAutoLayout::samples()
{
    QFETCH(QString, name);
    const std::string file = name.toStdString();
    Graph graph = loadProject(std::filesystem::path(NETSMITH_PROJECTS) / file / (file + ".netsmith")).take().graph;
    autoLayout(graph, LayoutDirection::topToBottom);
    QVERIFY(!overlapping(graph));
    for (const Edge& edge : graph.edges)
        QVERIFY(graph.find(edge.from.node)->y < graph.find(edge.to.node)->y);
    autoLayout(graph, LayoutDirection::leftToRight, 5);
    QVERIFY(!overlapping(graph));
    for (const Edge& edge : graph.edges) {
        const Node& from = *graph.find(edge.from.node);
        const Node& to = *graph.find(edge.to.node);
        QVERIFY(from.x < to.x || from.y < to.y);
    }
    for (const Node& node : graph.nodes) {
        QVERIFY(node.x >= 0.0 && node.x < 5 * 170.0);
        QCOMPARE(std::fmod(node.x, gridStep), 0.0);
        QCOMPARE(std::fmod(node.y, gridStep), 0.0);
    }
}

void TestAutoLayout::chainsWrap()
{
    Graph graph;
    for (int i = 0; i < 7; ++i) {
        Node node;
        node.id = "n" + std::to_string(i);
        graph.nodes.push_back(node);
        if (i > 0)
            graph.edges.push_back({{"n" + std::to_string(i - 1), "output"}, {node.id, "input"}, Json::object()});
    }
    autoLayout(graph, LayoutDirection::leftToRight, 5);
    QCOMPARE(graph.find("n4")->y, 0.0);
    QCOMPARE(graph.find("n5")->x, 0.0);
    QVERIFY(graph.find("n5")->y > 0.0);
    const Graph once = graph;
    autoLayout(graph, LayoutDirection::leftToRight, 5);
    QVERIFY(graph == once);
}

void TestAutoLayout::cyclesAndLooseNodes()
{
    Graph graph;
    for (const char* id : {"a", "b", "c"}) {
        Node node;
        node.id = id;
        graph.nodes.push_back(node);
    }
    graph.edges.push_back({{"a", "output"}, {"b", "input"}, Json::object()});
    graph.edges.push_back({{"b", "output"}, {"a", "input"}, Json::object()});
    autoLayout(graph, LayoutDirection::leftToRight);
    QVERIFY(!overlapping(graph));
    Graph nothing;
    autoLayout(nothing, LayoutDirection::topToBottom);
}

/// Like opening a file written by hand, without positions.
void TestAutoLayout::whatLiesAtOnePlaceIsPlaced()
{
    const auto project = [](bool first) {
        const char* place = first ? R"(, "position": [40, 0])" : "";
        return projectFromJson(
                   QStringLiteral(
                       R"({"netsmith": 2, "graph": {"nodes": [{"id": "a", "layer": "input"%1}, {"id": "b", "layer": "flatten"},
                {"id": "c", "layer": "block", "block": "pair"}],
             "edges": [{"from": ["a", "output"], "to": ["b", "input"]}, {"from": ["b", "output"], "to": ["c", "input"]}],
             "blocks": [{"id": "pair", "nodes": [{"id": "in", "layer": "block_input"}, {"id": "d", "layer": "dense"},
                 {"id": "out", "layer": "block_output"}],
                 "edges": [{"from": ["in", "output"], "to": ["d", "input"]}, {"from": ["d", "output"], "to": ["out", "input"]}]}]}})")
                       .arg(QLatin1StringView(place))
                       .toStdString())
            .take();
    };
    Document document;
    document.reset(project(false), {});
    QVERIFY(!document.isModified());
    QVERIFY(!overlapping(document.project().graph));
    Graph inside;
    inside.nodes = document.project().graph.blocks.at(0).nodes;
    QVERIFY(!overlapping(inside));
    document.reset(project(true), {});
    QVERIFY2(overlapping(document.project().graph), "nodes placed by the user must stay");
}

NETSMITH_WINDOW_TEST(TestAutoLayout)

} // namespace test_auto_layout

#include "test_auto_layout.moc"
