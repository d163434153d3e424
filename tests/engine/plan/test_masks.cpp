#include "engine/backend/loader.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <functional>

namespace test_masks {

using namespace netsmith;

namespace {

using Values = std::vector<double>;

/// An embedding with padding, `between`, and two recurrent layers over texts of `steps` tokens.
Project textProject(std::int64_t steps, const std::string& direction, const std::string& between)
{
    Project project = test::sample("mnist_mlp");
    Graph& graph = project.graph;
    graph = Graph{};
    std::string last;
    const auto add = [&](const std::string& id, const std::string& layer, ParameterMap parameters) {
        Node node;
        node.id = id;
        node.layer = layer;
        node.parameters = std::move(parameters);
        graph.nodes.push_back(node);
        if (!last.empty())
            graph.edges.push_back({{last, "output"}, {id, "input"}, Json::object()});
        last = id;
    };
    add("input_1", "input", {{"shape", std::vector<std::int64_t>{steps}}, {"field", std::string("text")}});
    add("embedding_1", "embedding", {{"input_dim", std::int64_t{9}}, {"output_dim", std::int64_t{4}}, {"mask_zero", true}});
    add("between_1", between, {});
    add("lstm_1", "lstm", {{"units", std::int64_t{5}}, {"return_sequences", true}, {"direction", direction}});
    add("gru_1", "gru", {{"units", std::int64_t{3}}});
    add("dense_1", "dense", {{"units", std::int64_t{2}}});
    add("softmax_1", "softmax", {});
    return project;
}

/// Pools the vectors of a text, of two numbers each, over its steps.
Project pooledProject(const std::string& pooling, std::int64_t steps)
{
    Project project = textProject(steps, "forward", "tanh");
    project.graph.nodes.resize(2);
    project.graph.edges.resize(1);
    project.graph.nodes[1].parameters["output_dim"] = std::int64_t{2};
    Node pooled;
    pooled.id = "pooled_1";
    pooled.layer = pooling;
    project.graph.nodes.push_back(pooled);
    project.graph.edges.push_back({{"embedding_1", "output"}, {"pooled_1", "input"}, Json::object()});
    return project;
}

/// The network's output for one text, with weights drawn by name, and those of the first layer changed by `change`.
Values predicted(
    const std::string& device, const Project& project, const Values& text,
    const std::function<void(std::span<float>)>& change = [](std::span<float>) {})
{
    const std::vector<FieldType> fields{{"text", {std::ssize(text)}, DataType::i32, 9}, {"label", {}, DataType::i32, 2}};
    const LogicalPlan plan = buildPlan({project, catalog(), fields}, {.batch = 1});
    Backend* backend = backendFor(device).take();
    const auto state = backend->createState(plan).take();
    const auto executable = backend->compile(plan, *state, {}).take();
    std::vector<float> weights(static_cast<std::size_t>(plan.parameters.elements));
    for (const Segment& segment : plan.parameters.segments)
        std::ranges::copy(drawInitial(segment.initializer, segment.shape, 1, segment.id), weights.begin() + segment.offset);
    change(std::span(weights).subspan(static_cast<std::size_t>(plan.parameters.segments[0].offset)));
    state->writeArena(Arena::weights, std::span<const float>(weights)).take();
    executable->write(plan.predictInputs[0], text).take();
    const int program = plan.programIndex(programs::predict);
    executable->run(std::span(&program, 1), 1, std::array{0.0f}, {}).take();
    Values out(static_cast<std::size_t>(plan.tensor(plan.predictions[0]).shape.elements()));
    executable->read(plan.predictions[0], out).take();
    return out;
}

} // namespace

/// The padding of a shorter sample counts nowhere after an embedding that masks it.
class TestMasks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void paddingCountsForNothing_data();
    void paddingCountsForNothing();
    void poolingLeavesPaddingOut_data();
    void poolingLeavesPaddingOut();
    void layersThatMixStepsEndAMask();
};

void TestMasks::paddingCountsForNothing_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("direction");
    QTest::addColumn<QString>("between");
    for (const char* device : {"reference", "cpu"})
        for (const char* direction : {"forward", "backward", "bidirectional"})
            for (const char* between : {"dropout", "layer_normalization", "tanh", "glu"})
                QTest::addRow("%s, %s, %s", device, direction, between) << device << direction << between;
}

void TestMasks::paddingCountsForNothing()
{
    QFETCH(QString, device);
    QFETCH(QString, direction);
    QFETCH(QString, between);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("this build has no such device");
    const auto of = [&](const Values& text) {
        const Project project = textProject(std::ssize(text), direction.toStdString(), between.toStdString());
        return predicted(device.toStdString(), project, text);
    };
    const Values whole = of({5, 2, 7});
    const Values padded = of({5, 2, 7, 0, 0});
    for (std::size_t i = 0; i < whole.size(); ++i)
        QVERIFY(std::abs(whole[i] - padded[i]) < 1e-6);
    QVERIFY(std::abs(of({5, 2, 7, 3, 3})[0] - whole[0]) > 1e-4);
    QVERIFY(std::abs(of({5, 2})[0] - whole[0]) > 1e-4);
}

void TestMasks::poolingLeavesPaddingOut_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("pooling");
    for (const char* device : {"reference", "cpu"})
        for (const char* pooling : {"global_average_pooling1d", "global_max_pooling1d"})
            QTest::addRow("%s, %s", device, pooling) << device << pooling;
}

/// The mean or the maximum of the vectors of 5 and 7, wherever the padding is; for a text of padding only, the padding's vector.
void TestMasks::poolingLeavesPaddingOut()
{
    QFETCH(QString, device);
    QFETCH(QString, pooling);
    if (!test::hasDevice(device.toStdString()))
        QSKIP("this build has no such device");
    // Padding would be the largest.
    const Values vectors[] = {{3.0, 2.0}, {-0.5, 0.25}, {-1.0, 0.75}};
    const auto of = [&](const Values& text) {
        const Project project = pooledProject(pooling.toStdString(), std::ssize(text));
        return predicted(device.toStdString(), project, text, [&](std::span<float> weights) {
            const std::size_t tokens[] = {0, 5, 7};
            for (std::size_t i = 0; i < 3; ++i)
                std::ranges::copy(vectors[i], weights.begin() + static_cast<std::ptrdiff_t>(2 * tokens[i]));
        });
    };
    const bool mean = pooling == "global_average_pooling1d";
    const Values expected = mean ? Values{-0.75, 0.5} : Values{-0.5, 0.75};
    for (const Values& text : {Values{5, 7}, Values{5, 7, 0, 0, 0}, Values{0, 5, 0, 7}}) {
        const Values pooled = of(text);
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(pooled[i] - expected[i]) < 1e-6,
                     qPrintable(QString::number(pooled[i]) + u" "_qs + QString::number(text.size())));
    }
    const Values padding = of({0, 0, 0});
    for (std::size_t i = 0; i < padding.size(); ++i)
        QVERIFY2(std::abs(padding[i] - vectors[0][i]) < 1e-6, qPrintable(QString::number(padding[i])));
}

/// A mask belongs to steps: a convolution, which makes other steps, has none.
void TestMasks::layersThatMixStepsEndAMask()
{
    const std::vector<FieldType> fields{{"text", {6}, DataType::i32, 9}, {"label", {}, DataType::i32, 2}};
    const auto masked = [&](const std::string& between) {
        const LogicalPlan plan = buildPlan({textProject(6, "forward", between), catalog(), fields}, {.batch = 1});
        return std::ranges::count_if(plan.program(programs::predict).ops,
                                     [](const Op& op) { return op.spec->name == "recurrence" && op.inputs[4] != noTensor; });
    };
    QCOMPARE(masked("relu"), 2);
    QCOMPARE(masked("conv1d"), 0);
}

NETSMITH_TEST(TestMasks)

} // namespace test_masks

#include "test_masks.moc"
