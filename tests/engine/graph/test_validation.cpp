#include "engine/graph/specs/objective_spec.h"
#include "engine/graph/validation.h"
#include "engine/layers/registry.h"
#include "engine/losses/registry.h"
#include "tests/engine/graph/drawing.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>

namespace test_validation {

using namespace netsmith;
using netsmith::test::Drawing;
using Sizes = std::vector<std::int64_t>;

namespace {

const std::string softmax = "softmax";

/// input → conv2d → flatten → dense, which is valid; the others are this with something wrong.
Drawing sound()
{
    return Drawing()
        .add("image", "input")
        .add("stem", "conv2d", {"image"})
        .add("flat", "flatten", {"stem"})
        .add("head", "dense", {"flat"}, {{"units", std::int64_t{10}}});
}

QStringList problemsOf(const Graph& graph)
{
    QStringList texts;
    for (const Problem& problem : validate(graph, layers()).problems)
        texts += (problem.severity == Severity::warning ? "warning: " : "") + QString::fromStdString(problem.message.text());
    return texts;
}

} // namespace

class TestValidation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void soundGraphHasShapes();
    void problems_data();
    void problems();
    void problemsSayWhere();
    void rangesAreFixed();
    void widthsAreFixed();
    void cyclesAreLeftOutOfTheOrder();
    void softmaxHiddenFromTheLossIsWarnedOf();
    void logitsThatCantBeNegativeAreWarnedOf();
    void manyProblemsTakeLinearTime();
    void outputsAreWhatIsNotWiredOn();
    void freshIdsAreFree();
};

void TestValidation::soundGraphHasShapes()
{
    const Graph graph = sound().graph;
    const Validation validation = validate(graph, layers());
    QVERIFY(validation.ok());
    QVERIFY(validation.problems.empty());
    QCOMPARE(validation.shapes.order, (std::vector<std::string>{"image", "stem", "flat", "head"}));
    QCOMPARE(*validation.shapes.at({"stem", "output"}), (Shape{26, 26, 32}));
    QCOMPARE(*validation.shapes.at({"head", "output"}), (Shape{10}));
    QVERIFY(!validation.shapes.at({"head", "input"}));
}

void TestValidation::problems_data()
{
    QTest::addColumn<Graph>("graph");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, const Drawing& drawing, const QStringList& expected) {
        QTest::newRow(name) << drawing.graph << expected;
    };
    const auto integer = [](std::int64_t value) { return ParameterValue(value); };

    row("empty", Drawing(), {"the network has no layers; start with an input layer"});
    row("unknown layer", Drawing().add("image", "input").add("stem", "convo2d", {"image"}).add("head", "dense", {"stem"}),
        {"convo2d \"stem\": there is no layer \"convo2d\"; did you mean \"conv2d\"?"});
    row("no similar layer", Drawing().add("a", "transformer_block"),
        {"transformer_block \"a\": there is no layer \"transformer_block\"; \"netsmith-cli layers\" lists them"});
    {
        Drawing newer = sound();
        newer.graph.nodes[1].version = 9;
        row("newer version", newer,
            {"conv2d \"stem\": version 9 of this layer is unknown here, the newest is 1; open the project with the Netsmith that "
             "wrote it"});
    }
    row("parameters",
        Drawing()
            .add("image", "input")
            .add("head", "dense", {"image"}, {{"units", integer(0)}, {"unit", integer(3)}, {"quetzal", integer(3)}}),
        {"dense \"head\": there is no parameter \"quetzal\"; it has: units, activation, use_bias, quantization, trainable, "
         "max_norm, "
         "keep_zeros, kernel_initializer, kernel_value, kernel_stddev, kernel_minval, kernel_maxval, kernel_gain, kernel_l1, "
         "kernel_l2, bias_initializer, bias_value, bias_stddev, bias_minval, bias_maxval, bias_gain, bias_l1, bias_l2",
         "dense \"head\": there is no parameter \"unit\"; did you mean \"units\"?",
         "dense \"head\": units must be in [1, 16777216], got 0"});
    row("a list of parameters at once",
        Drawing()
            .add("image", "input", {}, {{"shape", Sizes{0}}})
            .add("stem", "conv2d", {"image"}, {{"padding", std::string("full")}}),
        {"input \"image\": shape must be in [1, 2147483647], got 0",
         "conv2d \"stem\": padding must be one of explicit, same, valid, got \"full\""});
    row("doubled id", sound().add("head", "dense", {}), {"dense \"head\": another layer also has the id \"head\""});
    row("no name", Drawing().add("a.b", "input"), {"input \"a.b\": the id must be 1 to 64 letters, digits, _ or -, got \"a.b\""});
    row("dangling to", sound().wire("stem", "gone"),
        {"conv2d \"stem\": a wire leads to \"gone\", which does not exist; remove it"});
    row("dangling from", Drawing().add("head", "dense").wire("gone", "head"),
        {"dense \"head\": a wire comes from \"gone\", which does not exist; remove it"});
    row("dangling both", sound().wire("gone", "too"), {"a wire joins \"gone\" and \"too\", which do not exist; remove it"});
    row("no such port", sound().wire("image", "stem", "side"),
        {"conv2d \"stem\": a wire leads to its input \"side\", but its inputs are: input"});
    {
        Drawing wrong = sound();
        wrong.graph.edges[0].from.port = "side";
        row("no such output", wrong, {"input \"image\": a wire comes from its output \"side\", but its outputs are: output"});
    }
    row("wire into an input", sound().wire("stem", "image"),
        {"input \"image\": a wire leads to its input \"input\", but its inputs are: none"});
    row("doubled wire", sound().wire("image", "stem"), {"conv2d \"stem\": two wires come from input \"image\"; remove one"});
    row("occupied", sound().add("other", "input").wire("other", "stem"),
        {"conv2d \"stem\": its input takes one wire and already has the one from input \"image\", so input \"other\" cannot be "
         "connected too; "
         "join "
         "them with an add or concatenate layer"});
    row("not wired", Drawing().add("image", "input").add("stem", "conv2d").add("head", "dense", {"stem"}),
        {"conv2d \"stem\": the input \"input\" is not connected"});
    const auto masked = [](std::int64_t steps) {
        return Drawing()
            .add("text", "input", {}, {{"shape", Sizes{7, 3}}})
            .add("counts", "input", {}, {{"shape", Sizes{steps}}})
            .add("read", "lstm", {"text"});
    };
    row("an optional port without a wire", masked(7), {});
    row("an optional port with one", masked(7).wire("counts", "read", "mask"), {});
    row("a mask of other steps", masked(5).wire("counts", "read", "mask"),
        {"lstm \"read\": expected a mask of 7 numbers, one for each step, got 5"});
    row("a mask alone", Drawing().add("counts", "input").add("read", "gru").wire("counts", "read", "mask"),
        {"gru \"read\": the input \"input\" is not connected"});
    row("one to add", Drawing().add("image", "input").add("sum", "add", {"image"}),
        {"add \"sum\": expected two or more wires into \"inputs\", got 1"});
    row("none to add", Drawing().add("image", "input").add("sum", "add", {}),
        {"add \"sum\": expected two or more wires into \"inputs\", got 0"});
    row("cycle", Drawing().add("image", "input").add("a", "add", {"image", "c"}).add("b", "relu", {"a"}).add("c", "relu", {"b"}),
        {"add \"a\": the wires form a cycle, add \"a\" → relu \"b\" → relu \"c\" → add \"a\"; remove one of them"});
    row("onto itself", Drawing().add("a", "relu", {"a"}),
        {"relu \"a\": the wires form a cycle, relu \"a\" → relu \"a\"; remove one of them"});
    row("shape",
        Drawing()
            .add("image", "input")
            .add("flat", "flatten", {"image"})
            .add("stem", "conv2d", {"flat"})
            .add("head", "dense", {"stem"}),
        {"conv2d \"stem\": expected an image H×W×C, got 784"});
    row("shapes that do not match",
        Drawing()
            .add("image", "input")
            .add("stem", "conv2d", {"image"})
            .add("sum", "add", {"image", "stem"})
            .add("head", "dense", {"sum"}),
        {"add \"sum\": expected inputs of the same shape, or of size 1 along an axis, got 28×28×1 and 26×26×32; give them the same "
         "shape first"});
    row("elements overflow", Drawing().add("image", "input", {}, {{"shape", Sizes{2147483647, 2147483647, 3}}}),
        {"input \"image\": a tensor of 2147483647×2147483647×3 has more elements than 64 bits can count"});
    row("bytes overflow", Drawing().add("image", "input", {}, {{"shape", Sizes{2147483647, 2147483647, 1}}}),
        {"input \"image\": a tensor of 2147483647×2147483647×1 has more bytes than 64 bits can count"});
    row("softmax twice", sound().add("first", "softmax", {"head"}).add("second", "softmax", {"first"}),
        {"warning: softmax \"second\": the output of softmax \"first\" already went through a softmax; remove one of the two"});
    row("softmax after a dense's own",
        Drawing()
            .add("image", "input")
            .add("head", "dense", {"image"}, {{"activation", softmax}})
            .add("drop", "dropout", {"head"})
            .add("prob", "softmax", {"drop"}),
        {"warning: softmax \"prob\": the output of dropout \"drop\" already went through a softmax; remove one of the two"});
    row("softmax, dense, softmax",
        Drawing().add("image", "input").add("a", "softmax", {"image"}).add("head", "dense", {"a"}, {{"activation", softmax}}), {});
    row("two causes, two problems",
        Drawing()
            .add("image", "input")
            .add("flat", "flatten", {"image"})
            .add("stem", "conv2d", {"flat"})
            .add("pool", "max_pooling2d", {"stem"})
            .add("other", "dense")
            .add("sum", "add", {"pool", "other"}),
        {"dense \"other\": the input \"input\" is not connected", "conv2d \"stem\": expected an image H×W×C, got 784"});
}

void TestValidation::problems()
{
    QFETCH(Graph, graph);
    QFETCH(QStringList, expected);
    QCOMPARE(problemsOf(graph).join('\n'), expected.join('\n'));
}

void TestValidation::problemsSayWhere()
{
    Drawing drawing = sound();
    drawing.graph.nodes[1].title = "Stamm";
    drawing.graph.edges.erase(drawing.graph.edges.begin());
    const Validation validation = validate(drawing.graph, layers());
    QCOMPARE(validation.problems.size(), 1u);
    const Problem& problem = validation.problems[0];
    QCOMPARE(problem.severity, Severity::error);
    QCOMPARE(problem.node, std::string("stem"));
    QCOMPARE(problem.port, std::string("input"));
    QCOMPARE(problem.message.id(), std::string("graph.unwired"));
    QCOMPARE(problem.message.text(), std::string("conv2d \"Stamm\": the input \"input\" is not connected"));
    QVERIFY(!validation.ok());
}

void TestValidation::rangesAreFixed()
{
    const Validation validation =
        validate(Drawing().add("image", "input").add("head", "dense", {"image"}, {{"units", std::int64_t{0}}}).graph, layers());
    const QuickFix& fix = validation.problems.at(0).fix.value();
    QCOMPARE(fix.kind, QuickFix::Kind::setParameter);
    QCOMPARE(fix.parameter, std::string("units"));
    QVERIFY(!problemOf(*layers().find("dense")->parameter("units"), fix.value));
}

void TestValidation::widthsAreFixed()
{
    const auto fix = [](const Graph& graph, const char* output) {
        return fixWidth(graph, layers(), validate(graph, layers()).shapes, *graph.find(output), 10);
    };
    const auto units = fix(Drawing()
                               .add("image", "input")
                               .add("flat", "flatten", {"image"})
                               .add("head", "dense", {"flat"})
                               .add("prob", "softmax", {"head"})
                               .graph,
                           "prob");
    QVERIFY(units.has_value());
    QCOMPARE(units->kind, QuickFix::Kind::setParameter);
    QCOMPARE(units->node, std::string("head"));
    QCOMPARE(units->parameter, std::string("units"));
    QVERIFY(units->value == ParameterValue(std::int64_t{10}));

    const auto flatten =
        fix(Drawing().add("image", "input").add("head", "dense", {"image"}, {{"units", std::int64_t{10}}}).graph, "head");
    QVERIFY(flatten.has_value());
    QCOMPARE(flatten->kind, QuickFix::Kind::insertLayer);
    QCOMPARE(flatten->layer, std::string("flatten"));
    QCOMPARE(flatten->node, std::string("head"));

    QVERIFY(!fix(Drawing().add("image", "input").add("pool", "max_pooling2d", {"image"}).graph, "pool"));
    // A gate changes the width of the layer before it.
    QVERIFY(!fix(Drawing()
                     .add("image", "input")
                     .add("flat", "flatten", {"image"})
                     .add("head", "dense", {"flat"})
                     .add("gate", "glu", {"head"})
                     .graph,
                 "gate"));
    QVERIFY(!fix(Drawing().add("a", "softmax", {"a"}).graph, "a"));
}

void TestValidation::cyclesAreLeftOutOfTheOrder()
{
    const Validation validation = validate(Drawing()
                                               .add("sum", "add", {"loop", "image"})
                                               .add("loop", "relu", {"sum"})
                                               .add("after", "relu", {"loop"})
                                               .add("image", "input")
                                               .graph,
                                           layers());
    QCOMPARE(validation.shapes.order, (std::vector<std::string>{"after", "image"}));
    QCOMPARE(validation.problems.size(), 1u);
}

void TestValidation::softmaxHiddenFromTheLossIsWarnedOf()
{
    const LossSpec& crossentropy = *losses().find("sparse_categorical_crossentropy");
    const Graph hidden =
        sound().add("prob", "softmax", {"head"}).add("flat2", "flatten", {"prob"}).add("drop", "dropout", {"flat2"}).graph;
    const auto warning = doubledActivation(hidden, layers(), *hidden.find("drop"), crossentropy);
    QVERIFY(warning.has_value());
    QCOMPARE(warning->severity, Severity::warning);
    QCOMPARE(warning->node, std::string("drop"));
    QVERIFY(!doubledActivation(hidden, layers(), *hidden.find("drop"), *losses().find("mean_squared_error")));
    QVERIFY(!doubledActivation(hidden, layers(), *hidden.find("prob"), crossentropy)); // the loss sees this one
    QVERIFY(!doubledActivation(hidden, layers(), *hidden.find("flat"), crossentropy));
    const Graph circle = Drawing().add("a", "flatten", {"b"}).add("b", "flatten", {"a"}).graph;
    QVERIFY(!doubledActivation(circle, layers(), *circle.find("a"), crossentropy));
}

void TestValidation::logitsThatCantBeNegativeAreWarnedOf()
{
    const LossSpec& crossentropy = *losses().find("sparse_categorical_crossentropy");
    const Graph graph = sound().add("cut", "relu", {"head"}).add("drop", "dropout", {"cut"}).add("prob", "softmax", {"head"}).graph;
    for (const char* output : {"cut", "drop"}) {
        const auto warning = unsignedLogits(graph, layers(), *graph.find(output), crossentropy);
        QVERIFY(warning.has_value());
        QCOMPARE(warning->severity, Severity::warning);
        QCOMPARE(warning->node, std::string(output));
        QVERIFY(!unsignedLogits(graph, layers(), *graph.find(output), *losses().find("mean_squared_error")));
        QVERIFY(unsignedLogits(graph, layers(), *graph.find(output), *losses().find("binary_crossentropy")));
    }
    QVERIFY(!unsignedLogits(graph, layers(), *graph.find("head"), crossentropy));
    QVERIFY(!unsignedLogits(graph, layers(), *graph.find("prob"), crossentropy)); // the loss takes it as probabilities
    Graph within = sound().graph;
    within.find("head")->parameters["activation"] = std::string("relu");
    const auto warning = unsignedLogits(within, layers(), *within.find("head"), crossentropy);
    QVERIFY(warning && warning->fix);
    QCOMPARE(std::get<std::string>(warning->fix->value), std::string("none"));
}

/// 20,000 layers that are all wrong: a search among them for each wire would take minutes.
void TestValidation::manyProblemsTakeLinearTime()
{
    constexpr int count = 20000;
    Drawing drawing;
    for (int i = 0; i < count; ++i)
        drawing.add("n" + std::to_string(i), "relu", {"n" + std::to_string((i * 7 + 1) % count)});
    QVERIFY(!validate(drawing.graph, layers()).ok());
}

void TestValidation::outputsAreWhatIsNotWiredOn()
{
    const Graph graph = sound().add("second", "dense", {"flat"}).graph;
    const std::vector<const Node*> outputs = outputNodes(graph);
    QCOMPARE(outputs.size(), 2u);
    QCOMPARE(outputs[0]->id, std::string("head"));
    QCOMPARE(outputs[1]->id, std::string("second"));
}

void TestValidation::freshIdsAreFree()
{
    const Graph graph = Drawing().add("relu_1", "relu").add("relu_3", "relu").graph;
    QCOMPARE(graph.freshId("relu"), std::string("relu_2"));
    QCOMPARE(graph.freshId("dense"), std::string("dense_1"));
    // Only "_" and a number, as it is written here, counts.
    const Graph odd = Drawing().add("relu_01", "relu").add("relu_2x", "relu").add("relu_", "relu").add("relu6_1", "relu6").graph;
    QCOMPARE(odd.freshId("relu"), std::string("relu_1"));
    const Graph full = Drawing().add("relu_2", "relu").add("relu_1", "relu").add("relu_99999999999999999999", "relu").graph;
    QCOMPARE(full.freshId("relu"), std::string("relu_3"));
}

NETSMITH_TEST(TestValidation)

} // namespace test_validation

#include "test_validation.moc"
