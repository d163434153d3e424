#include "engine/core/safe_file.h"
#include "engine/graph/blocks.h"
#include "engine/graph/project.h"
#include "engine/graph/validation.h"
#include "engine/layers/registry.h"
#include "engine/losses/registry.h"
#include "engine/optimizers/registry.h"
#include "tests/engine/layers/recording_call.h"

#include <QtTest>

#include <filesystem>

using namespace netsmith;
using netsmith::test::RecordingCall;

namespace {

const std::filesystem::path projects = NETSMITH_PROJECTS;

/// Parameters that training changes, over all layers.
std::int64_t parameterCount(const Graph& graph, const ShapeWalk& shapes)
{
    std::int64_t count = 0;
    for (const Node& node : graph.nodes) {
        const LayerSpec& spec = *layers().find(node.layer);
        std::vector<Shape> inputs;
        for (const PortSpec& port : spec.inputs)
            for (const Edge* edge : graph.into(node.id, port.name))
                inputs.push_back(*shapes.at(edge->from));
        if (inputs.empty())
            continue;
        RecordingCall call(node.id, inputs, 1, true);
        spec.lower(node.parameters, call);
        count += call.parameterCount();
    }
    return count;
}

} // namespace

class TestSampleProjects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyProjectIsSound_data();
    void everyProjectIsSound();
    void allAreHere();
};

void TestSampleProjects::everyProjectIsSound_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<int>("classes");
    QTest::newRow("mnist_mlp") << "mnist_mlp" << qint64{101770} << 784 << 10;
    QTest::newRow("mnist_mlp_raw") << "mnist_mlp_raw" << qint64{101770} << 784 << 10;
    QTest::newRow("mnist_cnn") << "mnist_cnn" << qint64{93322} << 784 << 10;
    QTest::newRow("mnist_cnn_onehot") << "mnist_cnn_onehot" << qint64{93322} << 784 << 10;
    QTest::newRow("table_classifier") << "table_classifier" << qint64{179} << 7 << 3;
    QTest::newRow("mnist_residual") << "mnist_residual" << qint64{56330} << 784 << 10;
    // As PyTorch counts the models of the benchmark.
    QTest::newRow("cifar_vgg") << "cifar_vgg" << qint64{2198602} << 3072 << 10;
    QTest::newRow("cifar_resnet") << "cifar_resnet" << qint64{272474} << 3072 << 10;
}

void TestSampleProjects::everyProjectIsSound()
{
    QFETCH(QString, name);
    QFETCH(qint64, parameters);
    QFETCH(int, inputs);
    QFETCH(int, classes);
    const std::filesystem::path path = projects / name.toStdString() / (name.toStdString() + ".netsmith");
    const Project project = loadProject(path).take();
    QVERIFY(!project.title.empty());
    QVERIFY(!project.goal.empty());
    QVERIFY(std::filesystem::exists(path.parent_path() / "README.md"));
    QCOMPARE(QString::fromStdString(toJson(project)), QString::fromStdString(readTextFile(path).take()));

    const Validation validation = validate(project.graph, layers());
    QVERIFY2(validation.problems.empty(), validation.problems.empty() ? "" : validation.problems[0].message.text().c_str());
    const Graph graph = unfolded(project, layers()).graph;
    QCOMPARE(validation.shapes.order.size(), graph.nodes.size());
    for (const Graph* each : {&graph, &project.graph})
        for (const Node& node : each->nodes)
            QVERIFY2(validation.shapes.at({node.id, "output"}), node.id.c_str());
    QCOMPARE(validation.shapes.at({"input_1", "output"})->elements(), inputs);
    const std::vector<const Node*> outputs = outputNodes(project.graph);
    QCOMPARE(outputs.size(), 1u);
    const Shape output = *validation.shapes.at({outputs[0]->id, "output"});
    QCOMPARE(output, Shape{classes});
    QCOMPARE(parameterCount(graph, validation.shapes), parameters);

    const Objective& objective = project.training.objectives.at(0);
    const LossSpec* loss = losses().find(objective.loss.id);
    QVERIFY(loss);
    QVERIFY(!loss->problem(objective.loss.parameters, output, Shape(), classes));
    QVERIFY(metrics().find(objective.metrics.at(0).id));
    const OptimizerSpec* optimizer = optimizers().find(project.training.optimizer.id);
    QVERIFY(optimizer);
    QCOMPARE(optimizer->learningRate(project.training.optimizer.parameters), 1e-3);
}

void TestSampleProjects::allAreHere()
{
    int folders = 0;
    for (const auto& entry : std::filesystem::directory_iterator(projects))
        folders += entry.is_directory();
    QCOMPARE(folders, 8);
}

QTEST_GUILESS_MAIN(TestSampleProjects)
#include "test_sample_projects.moc"
