#include "engine/plan/passes/fusion.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

namespace test_plan {

using namespace netsmith;
using netsmith::test::SmallTraining;

namespace {

/// A network with everything that is fused: a residual block after a pooled convolution.
Project residualProject()
{
    Project project = test::sample("mnist_cnn");
    Graph& graph = project.graph;
    graph = Graph{};
    const auto add = [&](std::string id, std::string layer, ParameterMap parameters, std::vector<std::string> from) {
        Node node;
        node.id = id;
        node.layer = std::move(layer);
        node.parameters = std::move(parameters);
        graph.nodes.push_back(node);
        for (const std::string& source : from)
            graph.edges.push_back({{source, "output"}, {id, node.layer == "add" ? "inputs" : "input"}, Json::object()});
    };
    using Sizes = std::vector<std::int64_t>;
    const std::string same = "same";
    add("input_1", "input", {{"shape", Sizes{28, 28, 1}}}, {});
    add("conv2d_1", "conv2d", {{"filters", std::int64_t{4}}, {"padding", same}}, {"input_1"});
    add("relu_1", "relu", {}, {"conv2d_1"});
    add("max_pooling2d_1", "max_pooling2d", {}, {"relu_1"});
    add("conv2d_2", "conv2d", {{"filters", std::int64_t{6}}, {"padding", same}, {"use_bias", false}, {"strides", Sizes{2, 2}}},
        {"max_pooling2d_1"});
    add("batch_normalization_1", "batch_normalization", {}, {"conv2d_2"});
    add("relu_2", "relu", {}, {"batch_normalization_1"});
    add("conv2d_3", "conv2d", {{"filters", std::int64_t{6}}, {"padding", same}, {"use_bias", false}}, {"relu_2"});
    add("batch_normalization_2", "batch_normalization", {}, {"conv2d_3"});
    add("conv2d_4", "conv2d",
        {{"filters", std::int64_t{6}}, {"kernel_size", Sizes{1, 1}}, {"strides", Sizes{2, 2}}, {"use_bias", false}},
        {"max_pooling2d_1"});
    add("batch_normalization_3", "batch_normalization", {}, {"conv2d_4"});
    add("add_1", "add", {}, {"batch_normalization_2", "batch_normalization_3"});
    add("relu_3", "relu", {}, {"add_1"});
    add("global_average_pooling2d_1", "global_average_pooling2d", {}, {"relu_3"});
    add("dropout_1", "dropout", {{"rate", 0.25}}, {"global_average_pooling2d_1"});
    add("dense_1", "dense", {{"units", std::int64_t{10}}}, {"dropout_1"});
    add("softmax_1", "softmax", {}, {"dense_1"});
    return project;
}

int countOps(const LogicalPlan& plan, std::string_view program, std::string_view op)
{
    return static_cast<int>(
        std::ranges::count_if(plan.program(program).ops, [&](const Op& each) { return each.spec->name == op; }));
}

double largestRelativeDifference(const std::vector<float>& a, const std::vector<float>& b)
{
    double largest = a.size() == b.size() ? 0.0 : 1e9;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest =
            std::max(largest, std::abs(static_cast<double>(a[i]) - b[i]) / std::max(1.0, std::abs(static_cast<double>(b[i]))));
    return largest;
}

} // namespace

class TestPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goldenText();
    void samplesHaveTheirParameters();
    void metricsOfOneKindHaveNamesOfTheirOwn();
    void gradientsEndInTheArena();
    void fusesWhatItShould();
    void fusedComputesTheSame_data();
    void fusedComputesTheSame();
    void theArenaLayoutChangesNothing_data();
    void theArenaLayoutChangesNothing();
    void cpuAgreesWithTheReference();
    void bf16StaysNear();
    void emulatedNumbersAreRounded();
    void emulatedBf16IsNearTheRealOne_data();
    void emulatedBf16IsNearTheRealOne();
    void layersKeptInFp32AreNotRounded();
    void layersTellTheirTensors();
    void aStepThatIsNotFiniteCommitsNothing_data();
    void aStepThatIsNotFiniteCommitsNothing();
    void launchesOfAnyLengthAgree();
};

void TestPlan::goldenText()
{
    const Project project = residualProject();
    const auto fields = test::fieldsOf(project);
    const LogicalPlan plan = buildPlan({project, catalog(), fields}, {.batch = 8});
    const std::string text = plan.text() + "--- fused\n" + fuse(plan, {}).text();
    const std::string path = NETSMITH_SOURCE_DIR "/tests/engine/plan/residual_plan.txt";
    if (qEnvironmentVariableIsSet("NETSMITH_WRITE_GOLDEN")) {
        std::ofstream(path) << text;
        QSKIP("the golden text was written again");
    }
    std::stringstream golden;
    golden << std::ifstream(path).rdbuf();
    QCOMPARE(QString::fromStdString(text), QString::fromStdString(golden.str()));
}

void TestPlan::samplesHaveTheirParameters()
{
    for (const auto& [name, count] : {std::pair("mnist_mlp", 101770), {"mnist_cnn", 93322}, {"cifar_vgg", 2'198'602}}) {
        const Project project = test::sample(name);
        QCOMPARE(buildPlan({project, catalog(), test::fieldsOf(project)}, {}).parameterCount(), count);
    }
}

void TestPlan::metricsOfOneKindHaveNamesOfTheirOwn()
{
    Project project = test::sample("mnist_mlp");
    project.training.objectives[0].metrics = {
        {"top_k_accuracy", {{"k", std::int64_t{2}}}}, {"accuracy", {}}, {"top_k_accuracy", {{"k", std::int64_t{5}}}}};
    const LogicalPlan plan = buildPlan({project, catalog(), test::fieldsOf(project)}, {});
    std::vector<std::string> names;
    for (const MetricColumn& column : plan.columns)
        names.push_back(column.name);
    QCOMPARE(names, (std::vector<std::string>{"loss", "samples", "top_k_accuracy", "accuracy", "top_k_accuracy_1"}));
}

void TestPlan::gradientsEndInTheArena()
{
    const Project project = residualProject();
    const LogicalPlan plan = buildPlan({project, catalog(), test::fieldsOf(project)}, {.batch = 8});
    for (std::size_t i = 0; i < plan.parameters.segments.size(); ++i) {
        int writers = 0;
        for (const Op& op : plan.program(programs::forwardBackward).ops)
            for (const TensorId id : op.outputs)
                writers += plan.tensor(id).arena == Arena::gradients && plan.tensor(id).segment == static_cast<int>(i);
        QCOMPARE(writers, 1);
    }
    // No gradient is computed for the data.
    QCOMPARE(countOps(plan, programs::forwardBackward, "conv2d"), 4);
    QCOMPARE(countOps(plan, programs::forwardBackward, "conv2d_backward_data"), 3);
    // The softmax was fused into the loss, and nothing reads it.
    QCOMPARE(countOps(plan, programs::forwardBackward, "softmax"), 0);
    QCOMPARE(countOps(plan, programs::predict, "softmax"), 1);
}

void TestPlan::fusesWhatItShould()
{
    const Project project = residualProject();
    const LogicalPlan plan = fuse(buildPlan({project, catalog(), test::fieldsOf(project)}, {.batch = 8}), {});
    for (const std::string_view op : {"activation", "activation_backward", "add"})
        QCOMPARE(countOps(plan, programs::forwardBackward, op), op == "add" ? 1 : 0); // two gradients meet after the pooling
    QCOMPARE(countOps(plan, programs::evaluate, "batch_norm_inference"), 0);
    QCOMPARE(countOps(plan, programs::evaluate, "fold_batch_norm"), 3);
}

void TestPlan::fusedComputesTheSame_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<double>("tolerance");
    QTest::newRow("reference") << "reference" << 1e-6;
    QTest::newRow("cpu") << "cpu" << 2e-4;
}

void TestPlan::fusedComputesTheSame()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    QFETCH(double, tolerance);
    const Project project = residualProject();
    SmallTraining fused(project, device.toStdString(), {.batch = 8, .fuse = true});
    SmallTraining plain(project, device.toStdString(), {.batch = 8, .fuse = false}, {.fuse = false});
    QVERIFY(fused.executable().kernelCount(0) < plain.executable().kernelCount(0));
    QVERIFY(largestRelativeDifference(fused.train(6), plain.train(6)) < tolerance);
    QVERIFY(largestRelativeDifference(fused.evaluate(3), plain.evaluate(3)) < tolerance);
}

void TestPlan::theArenaLayoutChangesNothing_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("residual") << "";
    QTest::newRow("mnist_cnn") << "mnist_cnn";
    QTest::newRow("mnist_mlp") << "mnist_mlp";
}

void TestPlan::theArenaLayoutChangesNothing()
{
    if (!test::hasDevice("cpu"))
        QSKIP("the cpu backend is not built");
    QFETCH(QString, name);
    const Project project = name.isEmpty() ? residualProject() : test::sample(name.toStdString());
    SmallTraining shared(project, "cpu", {.batch = 8});
    SmallTraining apart(project, "cpu", {.batch = 8}, {.keepAll = true});
    QVERIFY(shared.executable().memory().activations < apart.executable().memory().activations);
    QCOMPARE(shared.train(6), apart.train(6));
    QCOMPARE(shared.evaluate(2), apart.evaluate(2));
    for (const Arena arena : {Arena::weights, Arena::slot0, Arena::slot1, Arena::statistics})
        QCOMPARE(shared.arena(arena), apart.arena(arena));
}

void TestPlan::cpuAgreesWithTheReference()
{
    if (!test::hasDevice("cpu"))
        QSKIP("the cpu backend is not built");
    const Project project = residualProject();
    SmallTraining cpu(project, "cpu", {.batch = 8});
    SmallTraining reference(project, "reference", {.batch = 8});
    const double difference = largestRelativeDifference(cpu.train(6), reference.train(6));
    QVERIFY2(difference < 2e-4, qPrintable(QString::number(difference)));
    QVERIFY(largestRelativeDifference(cpu.evaluate(2), reference.evaluate(2)) < 2e-4);
}

void TestPlan::bf16StaysNear()
{
    if (!test::hasDevice("cpu"))
        QSKIP("the cpu backend is not built");
    const Project project = residualProject();
    try {
        SmallTraining low(project, "cpu", {.batch = 8, .precision = Precision::bf16});
        SmallTraining full(project, "cpu", {.batch = 8});
        const double difference = largestRelativeDifference(low.train(4), full.train(4));
        QVERIFY(difference > 0.0);
        QVERIFY2(difference < 0.13, qPrintable(QString::number(difference)));
    } catch (const Error& error) {
        QCOMPARE(error.message().id(), std::string("backend.precision"));
        QSKIP(error.what());
    }
}

/// In an emulated plan the inputs of every product are rounded, and nothing has 16 bits.
void TestPlan::emulatedNumbersAreRounded()
{
    const Project project = residualProject();
    const LogicalPlan plan =
        buildPlan({project, catalog(), test::fieldsOf(project)}, {.batch = 8, .precision = Precision::fp16Emulated});
    QVERIFY(std::ranges::none_of(
        plan.tensors, [](const TensorInfo& tensor) { return tensor.type == DataType::bf16 || tensor.type == DataType::f16; }));
    for (const std::string_view name : {programs::forwardBackward, programs::evaluate, programs::predict}) {
        std::set<TensorId> rounded;
        int products = 0;
        for (const Op& op : plan.program(name).ops) {
            if (op.spec->name == "round" || (op.spec->name == "reshape" && rounded.contains(op.inputs[0])))
                rounded.insert(op.outputs[0]);
            if (op.spec->precision != PrecisionRule::low)
                continue;
            ++products;
            QVERIFY(rounded.contains(op.inputs[0]) && rounded.contains(op.inputs[1]));
        }
        QVERIFY(products >= 5);
    }
    QCOMPARE(countOps(plan, programs::forwardBackward, "cast"), 0);
}

void TestPlan::emulatedBf16IsNearTheRealOne_data()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::addRow("%s", device) << QString::fromLatin1(device);
}

void TestPlan::emulatedBf16IsNearTheRealOne()
{
    QFETCH(QString, device);
    const std::string name = device.toStdString();
    if (!test::hasDevice(name))
        QSKIP(qPrintable(device + " is not available"));
    const Project project = residualProject();
    SmallTraining emulated(project, name, {.batch = 8, .precision = Precision::bf16Emulated});
    SmallTraining whole(project, name, {.batch = 8});
    SmallTraining real(project, "reference", {.batch = 8, .precision = Precision::bf16});
    const auto rounded = emulated.train(1), exact = whole.train(1), low = real.train(1);
    QVERIFY(rounded[0] != exact[0]);
    QVERIFY2(std::abs(rounded[0] - low[0]) < 0.01f * std::abs(low[0]),
             qPrintable(QString("%1 and %2").arg(double(rounded[0])).arg(double(low[0]))));
}

/// For a layer kept in FP32 nothing has 16 bits, forward or backward; all else is unchanged.
void TestPlan::layersKeptInFp32AreNotRounded()
{
    Project project = residualProject();
    for (const Precision precision : {Precision::bf16, Precision::fp16, Precision::fp16Emulated}) {
        project.training.fp32Layers = {"conv2d_1", "relu_1"};
        const LogicalPlan plan = buildPlan({project, catalog(), test::fieldsOf(project)}, {.batch = 8, .precision = precision});
        int kept = 0, lowered = 0;
        for (const Op& op : plan.program(programs::forwardBackward).ops) {
            const std::string node = op.origin.empty() ? "" : op.origin.front();
            const auto isLow = [&](TensorId id) { return id != noTensor && sizeOf(plan.tensor(id).type) == 2; };
            const bool low = op.spec->name == "round" || std::ranges::any_of(op.outputs, isLow);
            if (node == "conv2d_1" || node == "relu_1") {
                QVERIFY2(!low, qPrintable(QString::fromStdString(node + " " + std::string(op.spec->name))));
                ++kept;
            } else if (node == "conv2d_2" && low) {
                ++lowered;
            }
        }
        QVERIFY(kept >= 4); // both, forward and backward
        QVERIFY(lowered >= 2);
        const auto layer = std::ranges::find(plan.layers, "relu_1", &LayerTensors::node);
        QVERIFY(plan.tensor(layer->output).type == DataType::f32);
        QVERIFY(layer->gradient != noTensor);
    }
    project.training.fp32Layers = {"conv2d_9"};
    QVERIFY_EXCEPTION_THROWN((void)buildPlan({project, catalog(), test::fieldsOf(project)}, {.batch = 8}), Error);
}

/// Also of the last one, whose softmax is part of the loss; a softmax that is a layer of its own is not shown.
void TestPlan::layersTellTheirTensors()
{
    for (const Precision precision : {Precision::fp32, Precision::bf16, Precision::fp16, Precision::fp16Emulated}) {
        const PlanOptions options{.batch = 8, .precision = precision};
        const Project mlp = test::sample("mnist_mlp");
        const LogicalPlan plan = buildPlan({mlp, catalog(), test::fieldsOf(mlp)}, options);
        QCOMPARE(plan.layers.size(), mlp.graph.nodes.size());
        const DataType type = precision == Precision::bf16 ? DataType::bf16
            : precision == Precision::fp16                 ? DataType::f16
                                                           : DataType::f32;
        for (const auto& [node, width] : {std::pair("dense_1", 128), {"dense_2", 10}}) {
            const auto layer = std::ranges::find(plan.layers, node, &LayerTensors::node);
            for (const TensorId tensor : {layer->output, layer->gradient}) {
                QVERIFY2(tensor != noTensor, node);
                QCOMPARE(plan.tensor(tensor).shape.elements(), 8 * width);
                QVERIFY2(plan.tensor(tensor).type == type, node);
            }
        }
        const Project residual = residualProject();
        const LogicalPlan alone = buildPlan({residual, catalog(), test::fieldsOf(residual)}, options);
        QCOMPARE(alone.layers.back().node, std::string("softmax_1"));
        QCOMPARE(alone.layers.back().output, noTensor);
        QVERIFY(alone.layers[alone.layers.size() - 2].gradient != noTensor);
    }
}

void TestPlan::aStepThatIsNotFiniteCommitsNothing_data()
{
    QTest::addColumn<QString>("device");
    QTest::newRow("reference") << "reference";
    QTest::newRow("cpu") << "cpu";
}

void TestPlan::aStepThatIsNotFiniteCommitsNothing()
{
    QFETCH(QString, device);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("the device's backend is not built");
    SmallTraining training(residualProject(), device.toStdString(), {.batch = 8});
    training.train(2);
    std::vector<double> weights = training.arena(Arena::weights);
    const Segment& kernel = *training.plan().parameters.find("conv2d_3.kernel");
    weights[static_cast<std::size_t>(kernel.offset) + 3] = std::nan("");
    training.state().writeArena(Arena::weights, std::span<const double>(weights)).take();
    const auto moments = training.arena(Arena::slot0);
    const auto statistics = training.arena(Arena::statistics);

    QCOMPARE(training.train(4).size(), 0u);
    QCOMPARE(training.arena(Arena::slot0), moments);
    QCOMPARE(training.arena(Arena::statistics), statistics);
    std::array<std::int64_t, control::counterCount> counters{};
    training.state().readCounters("train", counters).take();
    QCOMPARE(counters[control::step], 2);
    QCOMPARE(counters[control::position], 16);
    const auto culprit = training.executable().findNotFinite(0).take();
    QVERIFY(culprit);
    QCOMPARE(culprit->origin.front(), std::string("conv2d_3"));
}

void TestPlan::launchesOfAnyLengthAgree()
{
    if (!test::hasDevice("cpu"))
        QSKIP("the cpu backend is not built");
    const Project project = residualProject();
    SmallTraining once(project, "cpu", {.batch = 8});
    SmallTraining often(project, "cpu", {.batch = 8});
    const std::vector<float> whole = once.train(7);
    std::vector<float> parts;
    for (const int steps : {1, 3, 2, 1}) {
        const std::vector<float> part = often.train(steps);
        parts.insert(parts.end(), part.begin(), part.end());
    }
    QCOMPARE(parts, whole);
    QCOMPARE(often.arena(Arena::weights), once.arena(Arena::weights));
}

NETSMITH_TEST(TestPlan)

} // namespace test_plan

#include "test_plan.moc"
