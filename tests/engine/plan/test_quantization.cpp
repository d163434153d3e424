#include "engine/ops/quantized_product.h"
#include "engine/ops/recurrence.h"
#include "engine/plan/passes/fusion.h"
#include "tests/engine/plan/drawn_prediction.h"
#include "tests/engine/plan/random_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>

namespace test_quantization {

using namespace netsmith;
using namespace netsmith::test;

/// Layers that round to 8 bits: where the CPU multiplies integers, it predicts what rounded floats do.
class TestQuantization : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void productsBecomeThoseOfIntegers_data();
    void productsBecomeThoseOfIntegers();
    void dynamicProductsBecomeThoseOfIntegers();
    void dynamicPredictsWhatRoundedFloatsDo_data();
    void dynamicPredictsWhatRoundedFloatsDo();
    void onlyFixedWeightsBecomeIntegers();
    void integersPredictWhatRoundedFloatsDo_data();
    void integersPredictWhatRoundedFloatsDo();
    void randomNetworksPredictTheSame();
    void aTrainingFollowsTheRanges();
    void aTrainingLearnsTheRanges();
    void layersThatShareWeightsLearnTheirOwn();
};

namespace {

bool canBeQuantized(const Node& node)
{
    return node.layer == "conv2d" || node.layer == "conv1d" || node.layer == "dense";
}

Project quantizedSample(const char* name, const std::string& quantization = "int8")
{
    Project project = sample(name);
    for (Node& node : project.graph.nodes)
        if (canBeQuantized(node))
            node.parameters["quantization"] = quantization;
    return project;
}

/// Everything dynamic that can be.
Project dynamicSample(const char* name)
{
    Project project = sample(name);
    for (Node& node : project.graph.nodes)
        if (node.layer == "dense" || node.layer == "lstm" || node.layer == "gru" || node.layer == "simple_rnn")
            node.parameters["quantization"] = std::string("dynamic");
    return project;
}

/// Ranges that cut some numbers off.
void writeRanges(State& state, const LogicalPlan& plan, std::uint64_t seed)
{
    RandomStream random(seed, 9);
    for (const Segment& segment : plan.statistics.segments)
        if (segment.id.ends_with(".input_range")) {
            const Values range{random.uniform() < 0.5 ? 0.0 : random.uniform(-2.0, -0.2), random.uniform(1.0, 4.0)};
            state.writePart(Arena::statistics, segment.offset, std::span<const double>(range)).take();
        }
}

std::int64_t countOf(const LogicalPlan& plan, std::string_view op)
{
    return std::ranges::count_if(plan.program(programs::predict).ops, [&](const Op& one) { return one.spec->name == op; });
}

/// Where a sum in float rounds to the other side of a step, what follows differs by a step or two; with few layers, in few places.
void compareRounded(const Values& integers, const Values& floats, const QString& words, bool deep)
{
    QCOMPARE(integers.size(), floats.size());
    double largest = 0.0;
    for (const double value : floats)
        largest = std::max(largest, std::abs(value));
    std::int64_t different = 0;
    for (std::size_t i = 0; i < integers.size(); ++i) {
        const double by = std::abs(integers[i] - floats[i]);
        QVERIFY2(by <= 0.04 * largest, qPrintable(QString("%1: %2, not %3").arg(words).arg(integers[i]).arg(floats[i])));
        different += by > 2e-4 * largest ? 1 : 0;
    }
    QVERIFY2(deep || different <= std::ssize(integers) / 4,
             qPrintable(QString("%1: %2 of %3 differ").arg(words).arg(different).arg(integers.size())));
}

} // namespace

void TestQuantization::productsBecomeThoseOfIntegers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("convolutions");
    QTest::addColumn<int>("denses");
    QTest::addColumn<int>("stored"); // products whose results are codes
    QTest::newRow("mnist_mlp") << "mnist_mlp" << 0 << 2 << 1;
    QTest::newRow("mnist_cnn") << "mnist_cnn" << 3 << 2 << 4; // through pooling, too
    QTest::newRow("cifar_vgg") << "cifar_vgg" << 6 << 2 << 7;
}

void TestQuantization::productsBecomeThoseOfIntegers()
{
    QFETCH(QString, name);
    QFETCH(int, convolutions);
    QFETCH(int, denses);
    QFETCH(int, stored);
    const Project project = quantizedSample(name.toUtf8().constData());
    const LogicalPlan plan = buildPlan({project, catalog(), fieldsOf(project)}, {.batch = 2, .programs = {programs::predict}});
    QCOMPARE(countOf(plan, "fake_quantize"), convolutions + denses);
    const LogicalPlan fused = fuse(plan, {.prepacks = true, .quantizedProducts = true});
    QCOMPARE(countOf(fused, "quantized_conv2d"), convolutions);
    QCOMPARE(countOf(fused, "quantized_dense"), denses);
    QCOMPARE(countOf(fused, "fake_quantize"), 0);
    QCOMPARE(countOf(fused, "quantize"), convolutions + denses - stored);
    QCOMPARE(countOf(fused, "conv2d") + countOf(fused, "dense"), 0);
    const LogicalPlan floats = fuse(plan, {});
    QCOMPARE(countOf(floats, "conv2d"), convolutions);
}

/// Dense layers find the ranges of their rows; a recurrent layer rounds its state, and still looks up what its words make of it.
void TestQuantization::dynamicProductsBecomeThoseOfIntegers()
{
    const Project project = dynamicSample("text_lstm");
    const CheckedProject checked(project, catalog(), fieldsOf(project));
    const LogicalPlan plan = buildPlan(checked, {.batch = 2, .programs = {programs::predict}});
    QCOMPARE(countOf(plan, "fake_quantize_rows"), countOf(plan, "dense"));
    const LogicalPlan fused = fuse(plan, {.prepacks = true, .quantizedProducts = true});
    QCOMPARE(countOf(fused, "fake_quantize_rows"), 0);
    QCOMPARE(countOf(fused, "dynamic_dense"), countOf(plan, "dense"));
    for (const Op& op : fused.program(programs::predict).ops)
        if (op.spec->name == "recurrence")
            QVERIFY(op.as<RecurrenceAttributes>().rounded && op.as<RecurrenceAttributes>().multiplied);
    QCOMPARE(countOf(fused, "recurrence"), countOf(plan, "recurrence"));
    QVERIFY(countOf(plan, "recurrence") > 0);

    const LogicalPlan training = buildPlan(checked, {.batch = 2});
    for (const Op& op : training.program(programs::forwardBackward).ops)
        QVERIFY(op.spec->name != "fake_quantize_rows" && (op.spec->name != "recurrence" || !op.as<RecurrenceAttributes>().rounded));
}

void TestQuantization::dynamicPredictsWhatRoundedFloatsDo_data()
{
    QTest::addColumn<QString>("name");
    for (const char* const name : {"mnist_mlp", "mnist_cnn", "text_lstm", "row_lstm", "sentiment", "sine_forecast"})
        QTest::newRow(name) << name;
}

void TestQuantization::dynamicPredictsWhatRoundedFloatsDo()
{
    QFETCH(QString, name);
    const Project project = dynamicSample(name.toUtf8().constData());
    const std::vector<FieldType> fields = fieldsOf(project);
    for (const std::int64_t batch : {1, 3}) {
        Prediction integers(project, fields, batch, Precision::fp32);
        Prediction floats(project, fields, batch, Precision::fp32, &integers.state(), false);
        writeWeights(integers.state(), integers.plan, 1);
        compareRounded(integers.outputs(1), floats.outputs(1), name, true);
        if (QTest::currentTestFailed())
            return;
    }
}

/// A training changes its weights, so its evaluation rounds floats.
void TestQuantization::onlyFixedWeightsBecomeIntegers()
{
    const Project project = quantizedSample("mnist_mlp");
    const LogicalPlan plan =
        fuse(buildPlan({project, catalog(), fieldsOf(project)}, {.batch = 2}), {.prepacks = true, .quantizedProducts = true});
    for (const Program& program : plan.programs)
        for (const Op& op : program.ops)
            QVERIFY2(!op.spec->name.starts_with("quantize"), program.name.c_str());
}

void TestQuantization::integersPredictWhatRoundedFloatsDo_data()
{
    QTest::addColumn<QString>("name");
    for (const char* const name : {"mnist_mlp", "mnist_cnn", "mnist_residual", "cifar_vgg", "cifar_resnet", "mobilenet_small"})
        QTest::newRow(name) << name;
}

void TestQuantization::integersPredictWhatRoundedFloatsDo()
{
    QFETCH(QString, name);
    const Project project = quantizedSample(name.toUtf8().constData());
    const std::vector<FieldType> fields = fieldsOf(project);
    for (const std::int64_t batch : {1, 3}) {
        Prediction integers(project, fields, batch, Precision::fp32);
        Prediction floats(project, fields, batch, Precision::fp32, &integers.state(), false);
        for (const std::uint64_t seed : {1}) {
            writeWeights(integers.state(), integers.plan, seed);
            writeRanges(integers.state(), integers.plan, seed);
            compareRounded(integers.outputs(seed), floats.outputs(seed), name, name != u"mnist_mlp");
            if (QTest::currentTestFailed())
                return;
        }
    }
}

void TestQuantization::randomNetworksPredictTheSame()
{
    int quantized = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Project project = randomNetwork(seed);
        RandomStream random(seed, 12);
        for (Node& node : project.graph.nodes)
            if (canBeQuantized(node) && random.uniform() < 0.8)
                node.parameters["quantization"] = std::string(random.uniform() < 0.8 ? "int8" : "weights");
        std::vector<FieldType> fields;
        for (const Given& given : randomSamples(seed, 4))
            fields.push_back(given.type);
        Prediction integers(project, fields, 4, Precision::fp32);
        Prediction floats(project, fields, 4, Precision::fp32, &integers.state(), false);
        writeWeights(integers.state(), integers.plan, seed);
        writeRanges(integers.state(), integers.plan, seed);
        compareRounded(integers.outputs(seed), floats.outputs(seed), QString("network %1").arg(seed), true);
        if (QTest::currentTestFailed())
            return;
        const LogicalPlan fused = fuse(integers.plan, {.prepacks = true, .quantizedProducts = true});
        quantized += countOf(fused, "quantized_conv2d") + countOf(fused, "quantized_dense") > 1 ? 1 : 0;
    }
    QVERIFY2(quantized > 20, qPrintable(QString::number(quantized)));
}

/// The first step begins with its own batch's range; each later one moves it by a hundredth of the way.
void TestQuantization::aTrainingFollowsTheRanges()
{
    const Project project = quantizedSample("mnist_mlp");
    for (const char* const backend : {"reference", "cpu"}) {
        SmallTraining training(project, backend, {.batch = 4});
        const auto ranges = [&] {
            const Values all = training.arena(Arena::statistics);
            const Segment* segment = training.plan().statistics.find("dense_2.input_range");
            const auto at = static_cast<std::size_t>(segment->offset);
            return Values{all[at], all[at + 1]};
        };
        QCOMPARE(ranges(), (Values{0.0, 0.0}));
        training.train(1, 0.01f);
        const Values first = ranges();
        QCOMPARE(first[0], 0.0); // of a relu
        QVERIFY(first[1] > 0.0);
        training.train(1, 0.01f);
        QVERIFY(ranges()[1] != first[1]);
        QVERIFY(std::abs(ranges()[1] - first[1]) < 0.2 * first[1]);
    }
}

/// They are weights, which begin at -6 and 6, without decay; of a relu only the upper end cuts anything off.
void TestQuantization::aTrainingLearnsTheRanges()
{
    const Project project = quantizedSample("mnist_mlp", "learned");
    for (const char* const backend : {"reference", "cpu"}) {
        SmallTraining training(project, backend, {.batch = 4});
        QVERIFY(training.plan().statistics.segments.empty());
        const Segment* segment = training.plan().parameters.find("dense_2.input_range");
        QVERIFY(segment && segment->trainable && !segment->decay && !segment->isKernel && !segment->penalty.isSet());
        const auto range = [&] {
            const Values all = training.arena(Arena::weights);
            const auto at = static_cast<std::size_t>(segment->offset);
            return Values{all[at], all[at + 1]};
        };
        QCOMPARE(range(), (Values{-6.0, 6.0}));
        training.train(3, 0.01f);
        QVERIFY(range()[0] != -6.0 && range()[1] != 6.0);
        QVERIFY(std::abs(range()[1] - 6.0) < 0.1);
    }
}

/// Their inputs differ, whatever their kernels are.
void TestQuantization::layersThatShareWeightsLearnTheirOwn()
{
    Project project = sample("mnist_mlp");
    const auto dense = [](std::string id, std::string shares) {
        return Node{.id = std::move(id),
                    .layer = "dense",
                    .version = 1,
                    .title = {},
                    .parameters = {{"units", std::int64_t{10}}, {"quantization", std::string("learned")}},
                    .shares = std::move(shares)};
    };
    project.graph.nodes = {project.graph.nodes[0],
                           {.id = "flat", .layer = "flatten", .version = 1, .title = {}, .parameters = {}},
                           {.id = "ten", .layer = "dense", .version = 1, .title = {}, .parameters = {{"units", std::int64_t{10}}}},
                           dense("first", ""),
                           dense("second", "first")};
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    const LogicalPlan plan = buildPlan({project, catalog(), fieldsOf(project)}, {.batch = 2});
    const auto countOf = [&](std::string_view id) {
        return std::ranges::count(plan.parameters.segments, id,
                                  [](const Segment& segment) { return std::string_view(segment.id); });
    };
    QCOMPARE(countOf("first.kernel"), 1);
    QCOMPARE(countOf("second.kernel"), 0);
    QCOMPARE(countOf("first.input_range"), 1);
    QCOMPARE(countOf("second.input_range"), 1);
}

NETSMITH_TEST(TestQuantization)

} // namespace test_quantization

#include "test_quantization.moc"
