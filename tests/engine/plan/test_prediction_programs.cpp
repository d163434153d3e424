#include "engine/backend/loader.h"
#include "engine/core/philox.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_prediction_programs {

using namespace netsmith;
using namespace Qt::StringLiterals;

namespace {

using Values = std::vector<double>;

/// The programs of a network on samples passed by the call, with weights drawn by a seed.
class Network {
public:
    Network(const Project& project, const std::string& device, std::vector<std::string> observe = {},
            const CompileOptions& compile = {.fuse = false})
    {
        Backend& backend = *backendFor(device).take();
        const std::vector<FieldType> fields = test::fieldsOf(project);
        plan = buildPlan({project, catalog(), fields},
                         {.batch = 2, .programs = {programs::predict, programs::inputGradients}, .observe = std::move(observe)});
        m_state = backend.createState(plan).take();
        executable = backend.compile(plan, *m_state, compile).take();
        fill(Arena::weights, plan.parameters, 0.3);
        fill(Arena::statistics, plan.statistics, 0.2);
    }

    void write(TensorId id, const Values& values) { executable->write(id, values).take(); }
    Values read(TensorId id)
    {
        Values values(static_cast<std::size_t>(plan.tensor(id).shape.elements()));
        executable->read(id, values).take();
        return values;
    }
    void run(std::string_view program)
    {
        const int index = plan.programIndex(program);
        executable->run(std::span(&index, 1), 1, {}, {}).take();
    }

    /// Numbers for a tensor; each `row` gives others.
    Values numbersFor(TensorId id, std::uint64_t row, double from, double to) const
    {
        RandomStream random(11, row);
        Values values(static_cast<std::size_t>(plan.tensor(id).shape.elements()));
        for (double& value : values)
            value = from + (to - from) * random.uniform();
        return values;
    }

    LogicalPlan plan;
    std::unique_ptr<Executable> executable;

private:
    /// Statistics include variances: all are near 1; the rest is near 0 on both sides.
    void fill(Arena arena, const SegmentTable& table, double spread)
    {
        RandomStream random(5, static_cast<std::uint64_t>(arena));
        Values values(static_cast<std::size_t>(table.elements), 0.0);
        for (const Segment& segment : table.segments)
            for (std::int64_t i = 0; i < segment.elements(); ++i)
                values[static_cast<std::size_t>(segment.offset + i)] = segment.constant + spread * (random.uniform() - 0.5);
        m_state->writeArena(arena, std::span<const double>(values)).take();
    }

    std::unique_ptr<State> m_state;
};

void addNetworks(std::initializer_list<const char*> names)
{
    QTest::addColumn<QString>("name");
    for (const char* const name : names)
        QTest::newRow(name) << QString(name);
}

} // namespace

class TestPredictionPrograms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void inputGradientsAreFiniteDifferences_data() { addNetworks({"mnist_mlp", "mnist_cnn"}); }
    void inputGradientsAreFiniteDifferences();
    void everyDeviceFindsTheSameGradients_data() { addNetworks({"mnist_mlp", "mnist_cnn"}); }
    void everyDeviceFindsTheSameGradients();
    void classesHaveNoGradient();
    void observedLayersAreKept_data() { addNetworks({"mnist_mlp", "mnist_cnn", "cifar_vgg"}); }
    void observedLayersAreKept();
    void everyLayerIsObserved();
    void theGradientOfALayerArrivesThere();
    void trainingsAreLeftAlone();
};

void TestPredictionPrograms::inputGradientsAreFiniteDifferences()
{
    QFETCH(const QString, name);
    if (name == u"cifar_vgg"_s)
        QSKIP("too many numbers for the reference; see everyDeviceFindsTheSameGradients");
    Network network(test::sample(name.toStdString()), "reference");
    const InputGradients& tensors = network.plan.inputGradients;
    Values given = network.numbersFor(tensors.inputs[0], 1, 0.0, 1.0);
    const Values seed = network.numbersFor(tensors.seeds[0], 2, -1.0, 1.0);
    network.write(tensors.seeds[0], seed);
    const auto answer = [&] {
        network.write(tensors.inputs[0], given);
        network.run(programs::inputGradients);
        double sum = 0.0;
        const Values outputs = network.read(tensors.outputs[0]);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            sum += seed[i] * outputs[i];
        return sum;
    };
    answer();
    const Values gradients = network.read(tensors.gradients[0]);
    QCOMPARE(gradients.size(), given.size());
    double largest = 0.0;
    for (const double gradient : gradients)
        largest = std::max(largest, std::abs(gradient));
    QVERIFY(largest > 1e-4);
    constexpr double step = 1e-5;
    for (std::size_t i = 7; i < given.size(); i += given.size() / 9) {
        const double value = given[i];
        given[i] = value + step;
        const double above = answer();
        given[i] = value - step;
        const double below = answer();
        given[i] = value;
        QVERIFY2(std::abs((above - below) / (2 * step) - gradients[i]) <= 1e-6 * std::max(largest, 1.0), std::to_string(i).c_str());
    }
}

void TestPredictionPrograms::everyDeviceFindsTheSameGradients()
{
    QFETCH(const QString, name);
    if (!test::hasDevice("cpu"))
        QSKIP("the processor's module was not built");
    std::vector<Values> found;
    for (const char* const device : {"reference", "cpu"}) {
        Network network(test::sample(name.toStdString()), device, {}, {});
        const InputGradients& tensors = network.plan.inputGradients;
        network.write(tensors.inputs[0], network.numbersFor(tensors.inputs[0], 1, 0.0, 1.0));
        network.write(tensors.seeds[0], network.numbersFor(tensors.seeds[0], 2, -1.0, 1.0));
        network.run(programs::inputGradients);
        found.push_back(network.read(tensors.gradients[0]));
        // The same forward pass as that of `predict`.
        network.write(network.plan.predictInputs[0], network.numbersFor(tensors.inputs[0], 1, 0.0, 1.0));
        network.run(programs::predict);
        QCOMPARE(network.read(network.plan.predictions[0]), network.read(tensors.outputs[0]));
    }
    double largest = 0.0, apart = 0.0;
    for (std::size_t i = 0; i < found[0].size(); ++i) {
        largest = std::max(largest, std::abs(found[0][i]));
        apart = std::max(apart, std::abs(found[0][i] - found[1][i]));
    }
    QVERIFY(largest > 0.0);
    QVERIFY2(apart <= 1e-4 * largest, std::to_string(apart / largest).c_str());
}

void TestPredictionPrograms::classesHaveNoGradient()
{
    Network network(test::sample("text_lstm"), "reference", {"embedding_1"});
    const InputGradients& tensors = network.plan.inputGradients;
    QCOMPARE(tensors.gradients, std::vector<TensorId>{noTensor});
    QCOMPARE(network.plan.observed.size(), std::size_t{2}); // of `predict` too
    for (const ObservedLayer& layer : network.plan.observed)
        QVERIFY(layer.tensors.output != noTensor);
}

void TestPredictionPrograms::observedLayersAreKept()
{
    QFETCH(const QString, name);
    const Project project = test::sample(name.toStdString());
    std::vector<std::string> nodes;
    for (const Node& node : project.graph.nodes)
        nodes.push_back(node.id);
    const std::string device = test::hasDevice("cpu") ? "cpu" : "reference";
    // With `keepAll` every tensor can be read; fused and laid out for speed, the observed ones must be the same.
    Network all(project, device, nodes, {.fuse = false, .keepAll = true});
    Network fast(project, device, nodes, {});
    Network blind(project, device, {}, {});
    QVERIFY(blind.plan.observed.empty());
    QVERIFY(fast.plan.observed.size() >= 2 * (nodes.size() - 2));
    for (Network* const network : {&all, &fast, &blind}) {
        network->write(network->plan.predictInputs[0], network->numbersFor(network->plan.predictInputs[0], 1, 0.0, 1.0));
        network->run(programs::predict);
    }
    for (const ObservedLayer& layer : fast.plan.observed) {
        if (fast.plan.programs[static_cast<std::size_t>(layer.program)].name != programs::predict)
            continue;
        const Values want = all.read(layer.tensors.output), have = fast.read(layer.tensors.output);
        QCOMPARE(layer.shape.elements(), std::ssize(have));
        for (std::size_t i = 0; i < want.size(); ++i)
            QVERIFY2(std::abs(want[i] - have[i]) <= 1e-4 * std::max(1.0, std::abs(want[i])), layer.tensors.node.c_str());
    }
    const ObservedLayer& last = fast.plan.observed[fast.plan.observed.size() / 2 - 1];
    QCOMPARE(last.tensors.node,
             project.training.objectives[0].output.empty() ? nodes.back() : project.training.objectives[0].output);
    QCOMPARE(fast.read(last.tensors.output), fast.read(fast.plan.predictions[0]));
    // An input layer's output is the samples.
    const ObservedLayer& first = fast.plan.observed.front();
    QCOMPARE(first.tensors.node, nodes.front());
    QCOMPARE(fast.read(first.tensors.output), fast.read(fast.plan.predictInputs[0]));
}

/// `everyLayer` stands for their names.
void TestPredictionPrograms::everyLayerIsObserved()
{
    const Project project = test::sample("mnist_cnn");
    std::vector<std::string> nodes, seen;
    for (const Node& node : project.graph.nodes)
        nodes.push_back(node.id);
    const LogicalPlan plan = buildPlan({project, catalog(), test::fieldsOf(project)},
                                       {.batch = 2, .programs = {programs::predict}, .observe = {std::string(everyLayer)}});
    for (const ObservedLayer& layer : plan.observed)
        seen.push_back(layer.tensors.node);
    QCOMPARE(seen, nodes);
}

void TestPredictionPrograms::theGradientOfALayerArrivesThere()
{
    // The gradient at the input layer's output is that of the input.
    const Project project = test::sample("mnist_cnn");
    Network network(project, "reference", {project.graph.nodes.front().id, "conv2d_1"});
    const InputGradients& tensors = network.plan.inputGradients;
    network.write(tensors.inputs[0], network.numbersFor(tensors.inputs[0], 1, 0.0, 1.0));
    network.write(tensors.seeds[0], network.numbersFor(tensors.seeds[0], 2, -1.0, 1.0));
    network.run(programs::inputGradients);
    int arrived = 0;
    for (const ObservedLayer& layer : network.plan.observed)
        if (layer.tensors.gradient != noTensor) {
            ++arrived;
            const Values gradient = network.read(layer.tensors.gradient);
            QVERIFY(std::ranges::any_of(gradient, [](double value) { return value != 0.0; }));
            if (layer.tensors.node == project.graph.nodes.front().id)
                QCOMPARE(gradient, network.read(tensors.gradients[0]));
        }
    QVERIFY(arrived >= 1);
}

void TestPredictionPrograms::trainingsAreLeftAlone()
{
    const Project project = test::sample("mnist_mlp");
    const LogicalPlan plan = buildPlan({project, catalog(), test::fieldsOf(project)}, {.batch = 2});
    QCOMPARE(plan.programIndex(programs::inputGradients), -1);
    QVERIFY(plan.observed.empty());
}

NETSMITH_TEST(TestPredictionPrograms)

} // namespace test_prediction_programs

#include "test_prediction_programs.moc"
