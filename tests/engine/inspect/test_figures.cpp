#include "engine/inspect/figures.h"

#include "engine/catalog/catalog.h"
#include "engine/data/source.h"
#include "engine/graph/blocks/blocks.h"
#include "engine/predict/compiled_network.h"
#include "engine/predict/field_types.h"
#include "tests/sample_names.h"
#include "tests/sample_project.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <set>

namespace test_figures {

using namespace netsmith;
using namespace netsmith::inspect;

namespace {

NetworkFigures figuresOf(const Graph& graph)
{
    FiguresCache cache;
    return figures(graph, validate(graph, *catalog().layers).shapes, cache);
}

Node node(std::string id, std::string layer, ParameterMap parameters = {})
{
    return {.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
}

void wire(Graph& graph, const char* from, const char* to, const char* port = "input")
{
    graph.edges.push_back({{from, "output"}, {to, port}, Json::object()});
}

/// input 8×8×3 → conv2d 3×3 to 4 → flatten → dense 10.
Graph smallGraph()
{
    Graph graph;
    graph.nodes = {node("input", "input", {{"shape", std::vector<std::int64_t>{8, 8, 3}}}),
                   node("conv", "conv2d", {{"filters", std::int64_t{4}}, {"padding", std::string("same")}}),
                   node("flatten", "flatten"), node("dense", "dense", {{"units", std::int64_t{10}}})};
    wire(graph, "input", "conv");
    wire(graph, "conv", "flatten");
    wire(graph, "flatten", "dense");
    return graph;
}

/// The nodes whose values reach an output that a loss is computed from.
std::set<std::string> leadingToPredictions(const Project& project)
{
    std::vector<std::string> open;
    for (const Node* output : outputNodes(project.graph))
        if (std::ranges::any_of(project.training.objectives, [&](const Objective& objective) {
                return objective.output.empty() || objective.output == output->id;
            }))
            open.push_back(output->id);
    std::set<std::string> found(open.begin(), open.end());
    while (!open.empty()) {
        const std::string next = open.back();
        open.pop_back();
        for (const Edge& edge : project.graph.edges)
            if (edge.to.node == next && found.insert(edge.from.node).second)
                open.push_back(edge.from.node);
    }
    return found;
}

} // namespace

/// The costs of networks against those of their plans.
class TestFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreeWithThePlan_data();
    void agreeWithThePlan();
    void frozenAndSharedOnesAreTold();
    void leaveOutWhatHasNoShape();
    void countEveryInputOfALayer();
    void areRememberedWhereNothingChanged();
    void forgetWhatIsNoLongerThere();
    void refuseWhatCannotBeCounted();
};

void TestFigures::agreeWithThePlan_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("precision");
    for (const std::string& name : test::sampleNames(NETSMITH_PROJECTS))
        for (const char* precision : {"fp32", "bf16"})
            QTest::addRow("%s %s", name.c_str(), precision) << QString::fromStdString(name) << precision;
}

void TestFigures::agreeWithThePlan()
{
    QFETCH(QString, name);
    QFETCH(QString, precision);
    Project project = test::sampleProject(NETSMITH_PROJECTS, name.toStdString());
    project.training.precision = precision.toStdString();
    const auto fields = fieldTypes(data::sourceFor(project.data, {})->fields());
    const CheckedProject checked(project, catalog(), fields);
    const LogicalPlan plan = planFor({checked, precisionFrom(project.training.precision)}, project.training.batch);
    const NetworkFigures found = figuresOf(project.graph);

    const Graph graph = unfolded(project, *catalog().layers).graph;
    QVERIFY(std::ranges::all_of(graph.nodes, [&](const Node& node) { return found.nodes.contains(node.id); }));
    QVERIFY(std::ranges::all_of(project.graph.nodes, [&](const Node& node) { return found.nodes.contains(node.id); }));
    QCOMPARE(found.total.parameters, plan.parameterCount());
    double total = 0.0;
    std::map<std::string, double> flops;
    for (const Op& op : plan.program(programs::predict).ops) {
        const double cost = costOf(op, plan.tensors).flops / static_cast<double>(plan.batch);
        total += cost;
        for (const std::string& origin : op.origin) { // and each block that it is in
            flops[origin] += cost;
            for (std::size_t end = origin.find('/'); end != std::string::npos; end = origin.find('/', end + 1))
                flops[origin.substr(0, end)] += cost;
        }
    }
    QVERIFY(total > 0.0);
    const std::set<std::string> predicted = leadingToPredictions(project);
    for (const auto& [id, figures] : found.nodes) {
        const bool isDrawn = project.graph.find(id) != nullptr;
        if (isDrawn && !predicted.contains(id))
            total += figures.flops; // it makes a target, and is computed in training only
        else
            QCOMPARE(figures.flops, flops[id]);
        std::int64_t parameters = 0;
        for (const Segment& segment : plan.parameters.segments)
            if (segment.id.starts_with(id + ".") || segment.id.starts_with(id + "/"))
                parameters += segment.elements();
        QCOMPARE(figures.parameters, parameters);
    }
    QCOMPARE(found.total.flops, total);
}

void TestFigures::frozenAndSharedOnesAreTold()
{
    Graph graph = smallGraph();
    graph.find("conv")->parameters["trainable"] = false;
    graph.nodes.push_back(node("twin", "dense", {{"units", std::int64_t{10}}}));
    graph.nodes.back().shares = "dense";
    wire(graph, "flatten", "twin");
    const NetworkFigures found = figuresOf(graph);
    const std::int64_t conv = 3 * 3 * 3 * 4 + 4;
    const std::int64_t dense = 256 * 10 + 10;
    QCOMPARE(found.nodes.at("conv").parameters, conv);
    QCOMPARE(found.nodes.at("conv").frozen, conv);
    QCOMPARE(found.nodes.at("twin").parameters, 0);
    QCOMPARE(found.nodes.at("twin").flops, 2.0 * 256 * 10);
    QCOMPARE(found.total.parameters, conv + dense);
    QCOMPARE(found.total.frozen, conv);
}

void TestFigures::leaveOutWhatHasNoShape()
{
    Graph graph = smallGraph();
    const NetworkFigures whole = figuresOf(graph);
    QCOMPARE(whole.nodes.size(), std::size_t{4});
    QVERIFY(whole.nodes.at("conv") == (NodeFigures{3 * 3 * 3 * 4 + 4, 2.0 * 8 * 8 * 4 * 27}));
    QVERIFY(whole.nodes.at("dense") == (NodeFigures{256 * 10 + 10, 2.0 * 256 * 10}));
    QVERIFY(whole.nodes.at("flatten") == NodeFigures{});

    // A wire is missing: the layers after it have no shape.
    graph.edges.erase(graph.edges.begin() + 1);
    const NetworkFigures unwired = figuresOf(graph);
    QCOMPARE(unwired.nodes.size(), std::size_t{2});
    QVERIFY(unwired.total == whole.nodes.at("conv"));

    // The same with a parameter out of range, and with an unknown layer.
    graph = smallGraph();
    graph.find("conv")->parameters["filters"] = std::int64_t{0};
    QCOMPARE(figuresOf(graph).nodes.size(), std::size_t{1});
    graph.find("conv")->layer = "no_such_layer";
    QCOMPARE(figuresOf(graph).nodes.size(), std::size_t{1});
    QVERIFY(figuresOf(Graph()).nodes.empty());
}

void TestFigures::countEveryInputOfALayer()
{
    Graph graph = smallGraph();
    graph.nodes.push_back(node("other", "conv2d", {{"filters", std::int64_t{4}}, {"padding", std::string("same")}}));
    graph.nodes.push_back(node("add", "add"));
    wire(graph, "input", "other");
    wire(graph, "conv", "add", "inputs");
    wire(graph, "other", "add", "inputs");
    QCOMPARE(figuresOf(graph).nodes.at("add").flops, 8.0 * 8 * 4);
}

void TestFigures::areRememberedWhereNothingChanged()
{
    Graph graph = smallGraph();
    FiguresCache cache;
    const auto count = [&] { return figures(graph, validate(graph, *catalog().layers).shapes, cache); };
    const NetworkFigures first = count();
    QCOMPARE(cache.lowered(), 4);
    graph.nodes[1].title = "stem"; // titles and positions cost nothing
    graph.nodes[1].x = 100.0;
    QVERIFY(count().total == first.total);
    QCOMPARE(cache.lowered(), 4);
    graph.find("dense")->parameters["units"] = std::int64_t{20};
    QVERIFY(count().nodes.at("dense").parameters == 256 * 20 + 20);
    QCOMPARE(cache.lowered(), 5);
    graph.find("conv")->parameters["filters"] = std::int64_t{8}; // and all layers after it get other shapes
    count();
    QCOMPARE(cache.lowered(), 8);
    graph = smallGraph();
    QVERIFY(count().total == first.total);
    QCOMPARE(cache.lowered(), 8);
    // Equal layers are analysed once.
    graph.nodes.push_back(node("twin", "dense", {{"units", std::int64_t{10}}}));
    wire(graph, "flatten", "twin");
    QCOMPARE(count().nodes.at("twin").parameters, 256 * 10 + 10);
    QCOMPARE(cache.lowered(), 8);
}

void TestFigures::forgetWhatIsNoLongerThere()
{
    Graph graph = smallGraph();
    FiguresCache cache;
    for (std::int64_t units = 1; units <= 2000; ++units) {
        graph.find("dense")->parameters["units"] = units;
        figures(graph, validate(graph, *catalog().layers).shapes, cache);
        QVERIFY(cache.size() <= 300);
    }
}

void TestFigures::refuseWhatCannotBeCounted()
{
    // Shapes that validation would reject, as in a stale walk: the figures leave the layer out and do not throw.
    const Graph graph = smallGraph();
    ShapeWalk shapes = validate(graph, *catalog().layers).shapes;
    const std::int64_t huge = std::int64_t{1} << 40;
    shapes.outputs[{"flatten", "output"}] = Shape{huge};
    shapes.outputs[{"conv", "output"}] = Shape{huge, huge, 4};
    FiguresCache cache;
    QVERIFY(!figures(graph, shapes, cache).nodes.contains("flatten"));
}

NETSMITH_TEST(TestFigures)

} // namespace test_figures

#include "test_figures.moc"
