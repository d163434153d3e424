#include "engine/catalog/catalog.h"
#include "engine/data/sources/synthetic_digits.h"
#include "engine/graph/project/project_file.h"
#include "engine/predict/field_types.h"
#include "tests/engine/twin/twin_projects.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_twin_int8 {

using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::twin;

/// The copy that rounds to 8 bits beside the one that does not.
class TestTwinInt8 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void eightBitsShow_data() { devices_data(); }
    void eightBitsShow();
    void eightBitsKeepUp();
    void rangesLast();
    void adviceOfEightBits();
    void eightBitsNeedProducts();
    void theExactCopyNeverRounds();

private:
    static void devices_data();
};

void TestTwinInt8::init()
{
    if (QTest::currentDataTag() && !hasBackend(QTest::currentDataTag()))
        QSKIP("this build has no such device");
}

void TestTwinInt8::devices_data()
{
    QTest::addColumn<QString>("device");
    QTest::newRow("cpu") << "cpu";
    QTest::newRow("reference") << "reference";
}

/// Layers that can round to 8 bits do; what comes before them is the same, and layers that are left in floats are too.
void TestTwinInt8::eightBitsShow()
{
    QFETCH(QString, device);
    const auto twin = twinOf(device.toStdString(), underflowingProject(), "int8");
    const TwinMoment first = twin->measure();
    QVERIFY(first.format.isInt8 && !first.lossScale);
    QCOMPARE(first.range, rangeOf(Precision::fp32));
    QCOMPARE(layerOf(first, "flatten_1").activation->difference, 0.0);
    for (const char* const node : {"plain", "last"}) {
        const TwinLayer& layer = layerOf(first, node);
        QCOMPARE(layer.weights->difference, 0.0); // those that are trained
        QVERIFY2(layer.activation->difference > 1e-4 && layer.activation->difference < 0.1, node);
        QVERIFY(layer.gradient->difference > 0.0 && *layer.gradientCosine() > 0.9);
    }
    twin->step();
    const TwinMoment second = twin->measure();
    QCOMPARE(twin->measure(), second); // ranges follow the steps, and not the measurements
    const TwinAdvice advice = adviceOf(std::span(&second, 1));
    QCOMPARE(advice.words.size(), 1u);
    QVERIFY(advice.words[0].id() == "twin.rounds" && !advice.node.empty());

    twin->keepInFp32({"plain"});
    const TwinMoment third = twin->measure();
    QCOMPARE(layerOf(third, "plain").stepGradient->difference > 0.0, true); // of what comes after it
    QVERIFY(layerOf(third, "plain").activation->difference < layerOf(second, "plain").activation->difference);
    QVERIFY(layerOf(third, "last").activation->difference > 0.0);
    twin->step();
    twin->keepInFp32({"plain", "faint", "last"});
    const TwinMoment last = twin->measure();
    for (const TwinLayer& layer : last.layers)
        QVERIFY(layer.stepDifference() == 0.0);
}

/// Activations grow in the first steps of a training: ranges that stayed behind would cut them off, and the network would learn
/// more slowly.
void TestTwinInt8::eightBitsKeepUp()
{
    if (!backendFor("cpu"))
        QSKIP("there is no fast backend in this build");
    Project project = loadProject(NETSMITH_PROJECTS "/mnist_cnn/mnist_cnn.netsmith").take();
    project.training.device = "cpu";
    project.training.epochs = 20;
    project.training.batch = 32;
    train::LoadedData digits;
    digits.set.id = "mnist";
    digits.set.train = data::drawDigits(512, 1, 0, {});
    digits.set.test = data::drawDigits(64, 1, 512, {});
    Twin twin(project, digits, *backendFor("cpu").take(), {.format = TwinFormat::named("int8")});
    double exact = 0.0, rounded = 0.0; // sums of losses
    for (int i = 0; i < 160; ++i) {
        const TwinStep step = twin.step();
        exact += *step.loss;
        rounded += *step.lowLoss;
    }
    QVERIFY2(rounded < 1.08 * exact, qPrintable(QStringLiteral("%1 and %2").arg(rounded).arg(exact)));
}

/// A copy that is recreated keeps the ranges that it had.
void TestTwinInt8::rangesLast()
{
    const auto twin = twinOf("reference", underflowingProject(), "int8"),
               other = twinOf("reference", underflowingProject(), "int8");
    for (int i = 0; i < 3; ++i) {
        twin->step();
        other->step();
    }
    other->keepInFp32({});
    for (int i = 0; i < 2; ++i)
        QCOMPARE(other->step(), twin->step());
}

/// Of layers that round the one that differs most is named, whatever became 0 in others.
void TestTwinInt8::adviceOfEightBits()
{
    TwinLayer lost{.node = "lost"}, differs{.node = "differs"};
    lost.gradient = lost.stepGradient = Comparison{.difference = 0.1, .numbers = 4, .nonzero = 4, .lost = 3};
    differs.gradient = differs.stepGradient = Comparison{.difference = 0.3, .numbers = 4, .nonzero = 4};
    TwinMoment moment{.format = TwinFormat::named("int8"), .layers = {lost, differs}};
    QCOMPARE(adviceOf(moment, {}).node, std::string("differs"));
    moment.format = TwinFormat::named("bf16-emulated");
    QCOMPARE(adviceOf(moment, {}).node, std::string("lost"));
}

void TestTwinInt8::eightBitsNeedProducts()
{
    Project project = underflowingProject();
    Graph& graph = project.graph; // an image is learned from itself, by a normalization
    std::erase_if(graph.nodes, [](const Node& node) { return node.layer != "input"; });
    Node scaled;
    scaled.id = "norm";
    scaled.layer = "batch_normalization";
    graph.nodes.push_back(scaled);
    graph.edges = {{{graph.nodes[0].id, "output"}, {"norm", "input"}, Json::object()}};
    Objective& objective = project.training.objectives.front();
    objective.target = "image";
    objective.loss = {"mean_squared_error", {}};
    objective.metrics.clear();
    CheckedProject checked = train::checkProject(project, fieldTypes(tinyData().set.train));
    QCOMPARE(errorOf([&] { (void)TwinFormat::named("int8").applied(checked); }).message().id(), std::string("twin.no_int8"));
    QVERIFY(errorOf([&] { (void)TwinFormat::named("int3"); }).message().id().size() > 0);
    project = underflowingProject();
    project.graph.nodes[1].layer = "denser";
    const Error unknown =
        errorOf([&] { Twin twin(project, tinyData(), *backendFor("reference").take(), {.format = TwinFormat::named("int8")}); });
    QVERIFY2(mentions(unknown, "denser"), unknown.what());
}

/// A project that rounds has an exact copy that does not.
void TestTwinInt8::theExactCopyNeverRounds()
{
    Project project = underflowingProject();
    for (Node& node : project.graph.nodes)
        if (node.id == "last")
            node.parameters["quantization"] = std::string("int8");
    const auto twin = twinOf("reference", project, "int8");
    QVERIFY(layerOf(twin->measure(), "last").activation->difference > 1e-4);
    twin->keepInFp32({"plain", "faint", "last"});
    for (const TwinLayer& layer : twin->measure().layers)
        QVERIFY(!layer.activation || layer.activation->difference == 0.0);
}

NETSMITH_TEST(TestTwinInt8)

} // namespace test_twin_int8

#include "test_twin_int8.moc"
