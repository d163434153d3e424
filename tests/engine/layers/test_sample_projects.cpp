#include "engine/core/files/safe_file.h"
#include "engine/graph/blocks/blocks.h"
#include "engine/graph/project/project.h"
#include "engine/graph/validation.h"
#include "engine/layers/registry.h"
#include "engine/optimizers/registry.h"
#include "tests/engine/layers/recording_call.h"
#include "tests/sample_names.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>

#include <filesystem>

namespace test_sample_projects {

using namespace netsmith;
using netsmith::test::RecordingCall;
using netsmith::test::sampleNames;

namespace {

const std::filesystem::path projects = NETSMITH_PROJECTS;

/// The facts about a sample project that the test knows.
struct SampleFacts {
    const char* name;
    std::int64_t parameters; ///< frozen ones too; for the models of the benchmark, as PyTorch counts them
    const char* input;
    const char* outputs; ///< separated by spaces
};

constexpr SampleFacts facts[] = {
    {"ants_bees_transfer", 3373570, "224×224×3", "2"},
    {"char_lstm", 875523, "64", "64×67"},
    {"cifar_resnet", 272474, "32×32×3", "10"},
    {"cifar_vgg", 2198602, "32×32×3", "10"},
    {"curve", 321, "1", "1"},
    {"faint_loss", 25450, "28×28×1", "10"},
    {"fashion_cnn", 94186, "28×28×1", "10"},
    {"flowers_transfer", 3377413, "224×224×3", "5"},
    {"mnist_autoencoder", 209968, "28×28×1", "28×28×1"},
    {"mnist_cnn", 93322, "28×28×1", "10"},
    {"mnist_cnn_onehot", 93322, "28×28×1", "10"},
    {"mnist_distillation", 136596, "28×28×1", "10 10 10 10"},
    {"mnist_gan", 1084091, "28×28×1", "1 1 10 10"},
    {"mnist_mlp", 101770, "28×28×1", "10"},
    {"mnist_mlp_raw", 101770, "28×28×1", "10"},
    {"mnist_residual", 56330, "28×28×1", "10"},
    {"mobilenet_small", 36266, "28×28×1", "10"},
    {"points", 114, "2", "2"},
    {"resnext_small", 40842, "28×28×1", "10"},
    {"row_lstm", 81674, "28×28×1", "10"},
    {"sentiment", 5602, "16", "2"},
    {"shifted_digits", 230164, "40×40×1", "10 10"},
    {"sine_forecast", 3624, "48×1", "8"},
    {"table_classifier", 179, "7", "3"},
    {"tang_poems", 1100067, "48", "48×2659"},
    {"text_lstm", 388584, "20", "1000"},
    {"vgg16_transfer", 14714688 + 2097922, "150×150×3", "2"},
};

/// Parameters of all layers, without statistics.
std::int64_t parameterCount(const Graph& graph, const ShapeWalk& shapes)
{
    std::int64_t count = 0;
    for (const Node& node : graph.nodes) {
        const LayerSpec& spec = *layers().find(node.layer);
        std::vector<Shape> inputs;
        for (const PortSpec& port : spec.inputs)
            for (const Edge* edge : graph.into(node.id, port.name))
                inputs.push_back(*shapes.at(edge->from));
        if (inputs.empty() || !node.shares.empty()) // what it shares is counted once
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
    QTest::addColumn<SampleFacts>("sample");
    for (const SampleFacts& sample : facts)
        QTest::newRow(sample.name) << sample;
}

void TestSampleProjects::everyProjectIsSound()
{
    QFETCH(SampleFacts, sample);
    const std::string name = sample.name;
    const std::filesystem::path path = projects / name / (name + ".netsmith");
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
    QCOMPARE(QString::fromStdString(validation.shapes.at({"input_1", "output"})->text()), QString(sample.input));
    QStringList found;
    for (const Node* node : outputNodes(project.graph))
        found += QString::fromStdString(validation.shapes.at({node->id, "output"})->text());
    QCOMPARE(found.join(' '), QString(sample.outputs));
    QCOMPARE(parameterCount(graph, validation.shapes), sample.parameters);

    for (const Node* node : outputNodes(project.graph))
        QVERIFY2(std::ranges::any_of(project.training.objectives,
                                     [&](const Objective& objective) {
                                         return objective.output.empty() || objective.output == node->id
                                             || objective.targetLayer == node->id;
                                     }),
                 node->id.c_str());
    const OptimizerSpec* optimizer = optimizers().find(project.training.optimizer.id);
    QVERIFY(optimizer);
    const double rate = optimizer->learningRate(project.training.optimizer.parameters);
    QVERIFY(rate >= 2e-5 && rate <= 1e-2);
}

void TestSampleProjects::allAreHere()
{
    std::vector<std::string> names;
    for (const SampleFacts& sample : facts)
        names.emplace_back(sample.name);
    QCOMPARE(names, sampleNames(projects));
}

NETSMITH_TEST(TestSampleProjects)

} // namespace test_sample_projects

#include "test_sample_projects.moc"
