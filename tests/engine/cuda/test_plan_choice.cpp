#include "engine/catalog/catalog.h"
#include "engine/cuda/backend.h"
#include "engine/cuda/plan_choice.h"
#include "engine/predict/field_types.h"
#include "tests/engine/cuda/host_device.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace test_plan_choice {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;

/// Which of the library's algorithms a convolution uses: the fastest, or the one it used before.
class TestPlanChoice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theFastestIsTaken();
    void anEstimateTimesNothing();
    void whatWasNamedIsTaken();
    void whatDoesNotRunIsPassedOver();
    void anyOrderIsAskedForAlone();
    void everyShapeHasItsOwnPlan();
    void aRunGoesOnAsItBegan();
    void ourOwnIsTakenWhereItIsFaster();

private:
    /// A convolution that no other test uses.
    cuda::ConvolutionShape newShape()
    {
        cuda::ConvolutionShape shape;
        shape.axes = {{}, {}};
        shape.images = ++m_shapes + 100;
        return shape;
    }
    fs::path at(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

    std::int64_t m_shapes = 0;
    std::unique_ptr<QTemporaryDir> m_folder;
    cuda::CudaBackend m_backend;
};

namespace {

const std::vector<double> secondIsFaster{2.0, 1.0};

/// The tiny project with a convolution in front.
Project convolving(std::int64_t filters = 2)
{
    Project project = tinyProject();
    Node conv = project.graph.nodes[1];
    conv.id = "conv2d_1";
    conv.layer = "conv2d";
    conv.parameters = {{"filters", filters}, {"kernel_size", std::vector<std::int64_t>{3, 3}}};
    project.graph.nodes.insert(project.graph.nodes.begin() + 1, conv);
    project.graph.edges[0].to.node = conv.id;
    project.graph.edges.push_back({{conv.id, "output"}, {"flatten_1", "input"}, Json::object()});
    return project;
}

/// The same choices, each with the other algorithm.
TunedAlgorithms otherOf(const TunedAlgorithms& algorithms)
{
    TunedAlgorithms others;
    for (const auto& [key, value] : algorithms) {
        const std::string shape = value.substr(value.find(": "));
        others[key] = (value.starts_with("loops again") ? "loops" : "loops again") + shape;
    }
    return others;
}

} // namespace

void TestPlanChoice::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    hostDevice = {};
}

void TestPlanChoice::theFastestIsTaken()
{
    const cuda::ConvolutionShape first = newShape(), second = newShape();
    QCOMPARE(cuda::choosePlan(first, {})->implementation(), std::string("loops"));
    hostDevice = {};
    hostDevice.times = secondIsFaster;
    const auto plan = cuda::choosePlan(second, {});
    QCOMPARE(plan->implementation(), std::string("loops again"));
    QCOMPARE(hostDevice.timings, 2);
    QCOMPARE(cuda::choosePlan(second, {}), plan); // for the life of the process
    QCOMPARE(hostDevice.timings, 2);
}

void TestPlanChoice::anEstimateTimesNothing()
{
    const cuda::ConvolutionShape shape = newShape();
    const CompileOptions estimate{.measures = false};
    hostDevice.times = secondIsFaster;
    QCOMPARE(cuda::choosePlan(shape, estimate)->implementation(), std::string("loops"));
    QCOMPARE(hostDevice.timings, 0);
    // A run still times it, and later estimates use the result.
    QCOMPARE(cuda::choosePlan(shape, {})->implementation(), std::string("loops again"));
    QCOMPARE(cuda::choosePlan(shape, estimate)->implementation(), std::string("loops again"));
    QCOMPARE(hostDevice.timings, 2);
}

void TestPlanChoice::whatWasNamedIsTaken()
{
    const cuda::ConvolutionShape shape = newShape();
    const std::string name = cuda::tuningKey(shape);
    const auto timed = cuda::choosePlan(shape, {});
    const TunedAlgorithms named{{name, "loops again: " + shape.text()}};
    QCOMPARE(cuda::choosePlan(shape, {.tunedAlgorithms = &named})->implementation(), std::string("loops again"));
    QCOMPARE(cuda::choosePlan(shape, {}), timed);
    const TunedAlgorithms unknown{{name, "of an older library"}};
    QCOMPARE(cuda::choosePlan(shape, {.tunedAlgorithms = &unknown}), timed);
    const TunedAlgorithms elsewhere{{"another GPU: " + shape.text(), "loops again: " + shape.text()}};
    QCOMPARE(cuda::choosePlan(shape, {.tunedAlgorithms = &elsewhere}), timed);
}

void TestPlanChoice::whatDoesNotRunIsPassedOver()
{
    const cuda::ConvolutionShape first = newShape(), second = newShape(), third = newShape();
    hostDevice.brokenPlans = {"loops"};
    QCOMPARE(cuda::choosePlan(first, {})->implementation(), std::string("loops again"));
    const TunedAlgorithms named{{cuda::tuningKey(second), "loops: " + second.text()}};
    const auto other = cuda::choosePlan(second, {.tunedAlgorithms = &named});
    QVERIFY(other);
    QCOMPARE(other->implementation(), std::string("loops again"));
    hostDevice.brokenPlans = {"loops", "loops again"};
    QVERIFY(!cuda::choosePlan(third, {})); // our own algorithm is left
    trainTiny(m_backend, optionsFor(at("by patches")), convolving(3));
    QVERIFY(readTunedAlgorithms(at("by patches")).empty());
}

void TestPlanChoice::anyOrderIsAskedForAlone()
{
    const Project project = convolving();
    const auto fields = fieldTypes(tinyData().set.train);
    const CheckedProject checked(project, catalog(), fields);
    const auto namesWith = [&](bool deterministic) {
        const NetworkRequest request{checked, Precision::fp32, {.deterministic = deterministic}};
        std::vector<std::string> names;
        for (const auto& [key, value] : CompiledNetwork(m_backend, request, {5}).tunedAlgorithms())
            names.push_back(key);
        return names;
    };
    for (const bool deterministic : {true, false}) {
        const auto names = namesWith(deterministic);
        QCOMPARE(names.size(), 2u); // forward, and the gradient of the kernels
        for (const std::string& name : names)
            QCOMPARE(name.find("in any order") == std::string::npos, deterministic);
    }
}

/// Every figure of a convolution is part of its key: two that differ must not share a plan.
void TestPlanChoice::everyShapeHasItsOwnPlan()
{
    cuda::ConvolutionShape shape;
    shape.axes = {{}, {}};
    const auto plan = cuda::choosePlan(shape, {});
    QVERIFY(plan);
    QCOMPARE(cuda::choosePlan(shape, {}), plan);
    std::vector<cuda::ConvolutionShape> others;
    const auto other = [&](const auto& change) { change(others.emplace_back(shape)); };
    other([](auto& s) { s.pass = cuda::ConvolutionPass::backwardData; });
    other([](auto& s) { s.pass = cuda::ConvolutionPass::backwardWeights; });
    other([](auto& s) { s.images = 2; });
    other([](auto& s) { s.channels = 2; });
    other([](auto& s) { s.filters = 2; });
    other([](auto& s) { s.channels = s.filters = s.groups = 2; });
    other([](auto& s) { s.type = DataType::bf16; });
    other([](auto& s) { s.tensorFloat = true; });
    other([](auto& s) { s.anyOrder = true; });
    other([](auto& s) { s.bias = true; });
    other([](auto& s) { s.bias = s.relu = true; });
    other([](auto& s) { s.axes.push_back({}); });
    for (const std::size_t axis : {0, 1})
        for (const auto figure : {&cuda::ConvolutionShape::Axis::input, &cuda::ConvolutionShape::Axis::output,
                                  &cuda::ConvolutionShape::Axis::kernel, &cuda::ConvolutionShape::Axis::stride,
                                  &cuda::ConvolutionShape::Axis::dilation, &cuda::ConvolutionShape::Axis::before})
            other([&](auto& s) { s.axes[axis].*figure += 1; });
    std::set<std::string> names{shape.text()};
    for (const cuda::ConvolutionShape& each : others) {
        QVERIFY2(names.insert(each.text()).second, each.text().c_str());
        QVERIFY(cuda::choosePlan(each, {}) != plan);
    }
}

/// Timing again may find another algorithm, whose bits differ: a run keeps its own.
void TestPlanChoice::aRunGoesOnAsItBegan()
{
    trainTiny(m_backend, optionsFor(at("timed")), convolving());
    const TunedAlgorithms timed = readTunedAlgorithms(at("timed"));
    QVERIFY(!timed.empty());
    train::TrainOptions options = optionsFor(at("other"));
    options.tunedAlgorithms = otherOf(timed);
    trainUntil(m_backend, 4, options, convolving());
    QCOMPARE(readTunedAlgorithms(at("other")), otherOf(timed));

    train::TrainOptions resumed;
    resumed.resume = at("other");
    trainTiny(m_backend, resumed, convolving());
    QCOMPARE(readTunedAlgorithms(at("other")), otherOf(timed));

    // Without its own, it uses what was timed here, which is another one.
    options = optionsFor(at("forgotten"));
    options.tunedAlgorithms = otherOf(timed);
    trainUntil(m_backend, 4, options, convolving());
    QVERIFY(fs::remove(at("forgotten") / "kernels.json"));
    resumed.resume = at("forgotten");
    const Error error = errorOf([&] { trainTiny(m_backend, resumed, convolving()); });
    QCOMPARE(error.message().id(), std::string("resume.fingerprint"));
    QVERIFY2(mentions(error, "kernels"), error.what());
}

/// The library's fastest runs against our own, which a run keeps as well.
void TestPlanChoice::ourOwnIsTakenWhereItIsFaster()
{
    const auto isOwn = [](const auto& choice) { return choice.second == "im2col"; };
    // Of each convolution the library's two, its faster one and ours: ours is faster every other time.
    for (int i = 0; i < 100; ++i)
        for (const double time : {1.0, 2.0, 1.0, 0.5, 1.0, 2.0, 1.0, 1.5})
            hostDevice.times.push_back(time);
    trainUntil(m_backend, 4, optionsFor(at("own")), convolving(5));
    const TunedAlgorithms chosen = readTunedAlgorithms(at("own"));
    const auto count = static_cast<int>(chosen.size());
    QVERIFY(count > 1);
    QCOMPARE(std::ranges::count_if(chosen, isOwn), (count + 1) / 2);
    QCOMPARE(hostDevice.timings, 4 * count);
    train::TrainOptions resumed;
    resumed.resume = at("own");
    trainTiny(m_backend, resumed, convolving(5));
    QCOMPARE(readTunedAlgorithms(at("own")), chosen);

    // A run that began with the other one keeps that.
    train::TrainOptions options = optionsFor(at("other"));
    for (const auto& [key, value] : chosen)
        options.tunedAlgorithms[key] = isOwn(std::pair(key, value)) ? "loops: " + key.substr(key.find(": ") + 2) : "im2col";
    trainTiny(m_backend, options, convolving(5));
    QCOMPARE(readTunedAlgorithms(at("other")), options.tunedAlgorithms);
}

NETSMITH_TEST(TestPlanChoice)

} // namespace test_plan_choice

#include "test_plan_choice.moc"
