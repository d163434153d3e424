#include "engine/layers/registry.h"
#include "gui/document/clipboard.h"
#include "gui/document/graph_edits.h"
#include "gui/document/placement.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_graph_edits {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

const LayerSpec& layer(const char* id)
{
    return *layers().find(id);
}

/// input → conv → dense
Graph chain()
{
    Graph graph;
    addNode(graph, layer("input"), {0.0, 0.0});
    addBehind(graph, layers(), layer("conv2d"), "input_1");
    addBehind(graph, layers(), layer("dense"), "conv2d_1");
    return graph;
}

bool wired(const Graph& graph, const char* from, const char* to)
{
    return std::ranges::any_of(graph.edges, [&](const Edge& edge) { return edge.from.node == from && edge.to.node == to; });
}

} // namespace

/// The effect of each edit on a graph.
class TestGraphEdits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addingBehindJoinsAndInserts();
    void deletingRejoins();
    void deletingAMergeDoesNotRejoin();
    void insertingKeepsTheOrderOfAMerge();
    void objections();
    void parametersAtTheirDefaultAreForgotten();
    void pastedNodesAreFresh();
    void foreignTextIsRefused();
    void fitting();
};

void TestGraphEdits::addingBehindJoinsAndInserts()
{
    Graph graph = chain();
    QVERIFY(wired(graph, "input_1", "conv2d_1"));
    QVERIFY(wired(graph, "conv2d_1", "dense_1"));
    addBehind(graph, layers(), layer("flatten"), "conv2d_1");
    QVERIFY(wired(graph, "conv2d_1", "flatten_1"));
    QVERIFY(wired(graph, "flatten_1", "dense_1"));
    QVERIFY(!wired(graph, "conv2d_1", "dense_1"));
    for (const Node& one : graph.nodes)
        for (const Node& other : graph.nodes)
            QVERIFY(&one == &other || std::abs(one.x - other.x) >= nodeSize.x() || std::abs(one.y - other.y) >= nodeSize.y());
}

void TestGraphEdits::deletingRejoins()
{
    Graph graph = chain();
    remove(graph, layers(), {"conv2d_1"}, {});
    QVERIFY(wired(graph, "input_1", "dense_1"));
    QCOMPARE(graph.edges.size(), std::size_t{1});
    QCOMPARE(graph.nodes.size(), std::size_t{2});
}

void TestGraphEdits::deletingAMergeDoesNotRejoin()
{
    Graph graph = chain();
    const std::string merge = addNode(graph, layer("add"), {500.0, 0.0});
    netsmith::gui::connect(graph, {"conv2d_1", "output"}, {merge, "inputs"});
    netsmith::gui::connect(graph, {"input_1", "output"}, {merge, "inputs"});
    const std::string after = addBehind(graph, layers(), layer("relu"), merge);
    remove(graph, layers(), {merge}, {});
    QVERIFY(graph.into(after, "input").empty());
}

void TestGraphEdits::insertingKeepsTheOrderOfAMerge()
{
    Graph graph = chain();
    const std::string merge = addNode(graph, layer("concatenate"), {500.0, 0.0});
    const std::string port = layer("concatenate").inputs.front().name;
    netsmith::gui::connect(graph, {"conv2d_1", "output"}, {merge, port});
    netsmith::gui::connect(graph, {"input_1", "output"}, {merge, port});
    const Edge first = *graph.into(merge, port).front();
    const std::string relu = placeLayer(graph, layers(), layer("relu"), first, {400.0, 0.0});
    QCOMPARE(graph.into(merge, port).front()->from.node, relu);
    QCOMPARE(graph.into(merge, port).back()->from.node, std::string("input_1"));
}

void TestGraphEdits::objections()
{
    const Graph graph = chain();
    const auto objection = [&](PortRef from, PortRef to) { return objectionTo(graph, layers(), from, to); };
    QCOMPARE(objection({"conv2d_1", "output"}, {"conv2d_1", "input"}), WireObjection::sameNode);
    QCOMPARE(objection({"conv2d_1", "output"}, {"dense_1", "output"}), WireObjection::sameDirection);
    QCOMPARE(objection({"conv2d_1", "output"}, {"dense_1", "input"}), WireObjection::doubled);
    QCOMPARE(objection({"input_1", "output"}, {"dense_1", "input"}), WireObjection::occupied);
    Graph open = graph;
    netsmith::gui::disconnect(open, Edge{{"input_1", "output"}, {"conv2d_1", "input"}, Json::object()});
    QCOMPARE(objectionTo(open, layers(), {"dense_1", "output"}, {"conv2d_1", "input"}), WireObjection::cycle);
    QVERIFY(!objectionTo(open, layers(), {"input_1", "output"}, {"conv2d_1", "input"}));
    const Edge replaced = graph.edges.back();
    QVERIFY(!objectionTo(graph, layers(), {"input_1", "output"}, {"dense_1", "input"}, &replaced));
}

void TestGraphEdits::parametersAtTheirDefaultAreForgotten()
{
    Graph graph = chain();
    setParameter(graph, layers(), {"conv2d_1", "dense_1"}, "filters", std::int64_t{8});
    QCOMPARE(graph.find("conv2d_1")->parameters.size(), std::size_t{1});
    QVERIFY(graph.find("dense_1")->parameters.empty());
    setParameter(graph, layers(), {"conv2d_1"}, "filters", std::int64_t{32});
    QVERIFY(graph.find("conv2d_1")->parameters.empty());
}

void TestGraphEdits::pastedNodesAreFresh()
{
    Graph graph = chain();
    graph.find("conv2d_1")->title = "stem";
    const QString text = copyText(graph, {"conv2d_1", "dense_1"});
    const auto added = paste(graph, text, QPointF(1000.0, 504.0)).take().nodes;
    QCOMPARE(added, (std::set<std::string>{"conv2d_2", "dense_2"}));
    QVERIFY(wired(graph, "conv2d_2", "dense_2"));
    QCOMPARE(graph.find("conv2d_2")->title, std::string("stem"));
    QCOMPARE(graph.find("conv2d_2")->x, 1000.0);
    QCOMPARE(graph.find("conv2d_2")->y, 500.0);
    QCOMPARE(graph.edges.size(), std::size_t{3});
}

void TestGraphEdits::foreignTextIsRefused()
{
    Graph graph = chain();
    const Graph before = graph;
    for (const QString& text : {u"hello"_s, u"{}"_s, u"[1, 2]"_s, u"{\"netsmith\": 99}"_s, QString()}) {
        const auto added = paste(graph, text, std::nullopt);
        QVERIFY2(!added, qPrintable(text));
        QVERIFY(!added.error().message().text().empty());
        QVERIFY(graph == before);
    }
}

void TestGraphEdits::fitting()
{
    const auto fits = [](const Shape& shape, const char* id) -> std::optional<bool> {
        for (const FittingLayer& entry : fittingLayers(layers(), shape))
            if (entry.layer->id == id)
                return entry.withAdapter;
        return std::nullopt;
    };
    QCOMPARE(fits({28, 28, 1}, "conv2d"), std::optional(false));
    QCOMPARE(fits({28, 28, 1}, "input"), std::nullopt);
    QCOMPARE(fits({576}, "dense"), std::optional(false));
    QCOMPARE(fits({576}, "conv2d"), std::nullopt);
    QCOMPARE(fits({576}, "dot"), std::optional(false)); // it has two inputs with one wire each
    QVERIFY(outputFor(*layers().find("dot"), Shape{576}) == Shape{1});
    const auto ways = [](const Shape& shape) {
        return std::ranges::count_if(fittingLayers(layers(), shape),
                                     [](const FittingLayer& entry) { return entry.layer->id == "dense"; });
    };
    QCOMPARE(ways({3, 3, 64}), 2); // for each pixel, or for all of them
    QCOMPARE(ways({576}), 1);
}

NETSMITH_WINDOW_TEST(TestGraphEdits)

} // namespace test_graph_edits

#include "test_graph_edits.moc"
