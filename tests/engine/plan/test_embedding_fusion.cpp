#include "engine/plan/passes/fusion.h"
#include "tests/engine/plan/step_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <functional>

namespace test_embedding_fusion {

using namespace netsmith;
using namespace netsmith::test;

namespace {

constexpr std::int64_t tokens = 7, steps = 6, samples = 4;

/// An embedding, a recurrent layer and a softmax after every step. `change` may break the pattern.
Project textProject(const std::string& cell, const std::function<void(Graph&)>& change)
{
    Project project;
    project.title = "tables";
    project.data.shuffle = false;
    project.training.optimizer = {"sgd", {}, Json::object()};
    project.training.objectives[0].target = "next";
    Graph& graph = project.graph;
    addNode(graph, "input_1", "input", {{"shape", std::vector<std::int64_t>{steps}}, {"field", std::string("text")}}, {});
    addNode(graph, "embedding_1", "embedding", {{"input_dim", tokens}, {"output_dim", std::int64_t{16}}}, "input_1");
    addNode(graph, "layer_1", cell, {{"units", std::int64_t{5}}, {"return_sequences", true}}, "embedding_1");
    addNode(graph, "dense_1", "dense", {{"units", tokens}}, "layer_1");
    addNode(graph, "softmax_1", "softmax", {}, "dense_1");
    change(graph);
    return project;
}

std::vector<Given> texts()
{
    std::vector<std::int32_t> text, next;
    for (std::int32_t i = 0; i < samples * steps; ++i) {
        text.push_back((i * i + 3 * i) % tokens);
        next.push_back((i * 5 + 1) % tokens);
    }
    return {classesOf("text", {steps}, tokens, text), classesOf("next", {steps}, tokens, next)};
}

LogicalPlan fusedPlan(const Project& project, Precision precision = Precision::fp32, std::int64_t batch = samples)
{
    std::vector<FieldType> fields;
    for (const Given& each : texts())
        fields.push_back(each.type);
    return fuse(buildPlan({project, catalog(), fields}, {.batch = batch, .precision = precision}), {});
}

bool isMultiplied(const LogicalPlan& plan)
{
    return plan.text().find("multiplied") != std::string::npos;
}

std::int64_t countOf(const Program& program, std::string_view name)
{
    return std::ranges::count_if(program.ops, [&](const Op& op) { return op.spec->name == name; });
}

} // namespace

/// A recurrent layer after an embedding multiplies each token of the table once, instead of every position.
class TestEmbeddingFusion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void multipliesTheTable();
    void computesTheSame_data();
    void computesTheSame();
    void leavesOthersAlone_data();
    void leavesOthersAlone();
};

void TestEmbeddingFusion::multipliesTheTable()
{
    const LogicalPlan plan = fusedPlan(textProject("lstm", [](Graph&) {}));
    for (const std::string_view name : {programs::forwardBackward, programs::evaluate, programs::predict}) {
        const Program& program = plan.program(name);
        const auto layer = std::ranges::find(program.ops, "recurrence", [](const Op& op) { return op.spec->name; });
        QVERIFY(layer != program.ops.end());
        QCOMPARE(plan.tensor(layer->inputs[0]).shape, (Shape{samples, steps, 20}));
        QCOMPARE(layer->inputs[1], noTensor);
        QCOMPARE(countOf(program, "dense"), std::int64_t{2}); // of the table, and of the layer after it
        const auto product = std::ranges::find(program.ops, "dense", [](const Op& op) { return op.spec->name; });
        QVERIFY(product < layer);
        QCOMPARE(plan.tensor(product->outputs[0]).shape, (Shape{tokens, 20}));
    }
    const Program& program = plan.program(programs::forwardBackward);
    QCOMPARE(countOf(program, "dense_backward_data"), std::int64_t{2});
    QCOMPARE(countOf(program, "dense_backward_weights"), std::int64_t{2});
}

void TestEmbeddingFusion::computesTheSame_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("cell");
    QTest::addColumn<QString>("frozen");
    for (const char* device : {"reference", "cpu"}) {
        for (const char* cell : {"simple_rnn", "lstm", "gru"})
            QTest::addRow("%s, %s", device, cell) << device << cell << "";
        for (const char* frozen : {"embedding_1", "layer_1"})
            QTest::addRow("%s, lstm, %s is frozen", device, frozen) << device << "lstm" << frozen;
    }
}

/// The weights after a few steps, and the losses, are the same as without fusion.
void TestEmbeddingFusion::computesTheSame()
{
    QFETCH(QString, device);
    QFETCH(QString, cell);
    QFETCH(QString, frozen);
    if (!hasDevice(device.toStdString()))
        QSKIP("this build has no such device");
    const Project project = textProject(cell.toStdString(), [&](Graph& graph) {
        if (!frozen.isEmpty())
            graph.find(frozen.toStdString())->parameters["trainable"] = false;
    });
    QVERIFY(isMultiplied(fusedPlan(project)));
    StepTraining fused(project, device.toStdString(), texts(), samples);
    StepTraining plain(project, device.toStdString(), texts(), samples, Precision::fp32, {.fuse = false, .keepAll = true});
    const Values begun = plain.weights();
    for (int i = 0; i < 3; ++i) {
        fused.goTo(0);
        plain.goTo(0);
        const float loss = plain.train()[0];
        QVERIFY(std::abs(fused.train()[0] - loss) < 1e-5f * loss);
    }
    const Values expected = plain.weights(), got = fused.weights();
    double moved = 0.0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        moved = std::max(moved, std::abs(expected[i] - begun[i]));
        QVERIFY2(std::abs(got[i] - expected[i]) < 1e-5, std::to_string(i).c_str());
    }
    QVERIFY(moved > 1e-3);
    const float loss = plain.evaluate()[0];
    QVERIFY(std::abs(fused.evaluate()[0] - loss) < 1e-5f * loss);
}

void TestEmbeddingFusion::leavesOthersAlone_data()
{
    QTest::addColumn<std::function<LogicalPlan()>>("plan");
    const auto changed = [](const std::function<void(Graph&)>& change) {
        return std::function([change] { return fusedPlan(textProject("lstm", change)); });
    };
    QTest::newRow("rows too short") << changed(
        [](Graph& graph) { graph.find("embedding_1")->parameters["output_dim"] = std::int64_t{8}; });
    QTest::newRow("more tokens than half the positions")
        << changed([](Graph& graph) { graph.find("embedding_1")->parameters["input_dim"] = std::int64_t{13}; });
    QTest::newRow("padding") << changed([](Graph& graph) { graph.find("embedding_1")->parameters["mask_zero"] = true; });
    QTest::newRow("both directions") << changed(
        [](Graph& graph) { graph.find("layer_1")->parameters["direction"] = std::string("bidirectional"); });
    QTest::newRow("another reader") << changed([](Graph& graph) {
        addNode(graph, "lstm_2", "lstm", {{"units", std::int64_t{5}}, {"return_sequences", true}}, "embedding_1");
        addNode(graph, "add_1", "add", {}, "layer_1");
        graph.edges.back().to.port = "inputs";
        graph.edges.push_back({{"lstm_2", "output"}, {"add_1", "inputs"}, Json::object()});
        for (Edge& edge : graph.edges)
            if (edge.to.node == "dense_1")
                edge.from.node = "add_1";
    });
    QTest::newRow("a small batch") << std::function(
        [] { return fusedPlan(textProject("lstm", [](Graph&) {}), Precision::fp32, 2); });
    QTest::newRow("bf16") << std::function([] { return fusedPlan(textProject("lstm", [](Graph&) {}), Precision::bf16); });
    QTest::newRow("emulated") << std::function(
        [] { return fusedPlan(textProject("lstm", [](Graph&) {}), Precision::fp16Emulated); });
}

void TestEmbeddingFusion::leavesOthersAlone()
{
    QFETCH(std::function<LogicalPlan()>, plan);
    QVERIFY(!isMultiplied(plan()));
}

NETSMITH_TEST(TestEmbeddingFusion)

} // namespace test_embedding_fusion

#include "test_embedding_fusion.moc"
