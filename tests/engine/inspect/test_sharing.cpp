#include "engine/inspect/profiler/sharing.h"

#include "engine/inspect/profiler/profile_training.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_sharing {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

Node nodeOf(const char* id, const char* layer, ParameterMap parameters = {})
{
    return {.id = id, .layer = layer, .version = 1, .title = {}, .parameters = std::move(parameters)};
}

/// The 4×4 images through a small and a larger convolution: 4×4×1 → 4×4×4 → 4×4×8.
Project convolutions(std::int64_t groups = 1)
{
    Project project = tinyProject();
    project.graph.nodes = {nodeOf("input_1", "input", {{"shape", std::vector<std::int64_t>{4, 4, 1}}}),
                           nodeOf("conv2d_1", "conv2d", {{"filters", std::int64_t{4}}, {"padding", std::string("same")}}),
                           nodeOf("conv2d_2", "conv2d",
                                  {{"filters", std::int64_t{8}},
                                   {"padding", std::string("same")},
                                   {"groups", groups},
                                   {"activation", std::string("relu")}}),
                           nodeOf("flatten_1", "flatten"),
                           nodeOf("dense_1", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}})};
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    return project;
}

struct Measured {
    Measured(Project project, const std::string& device)
        : backend(*backendFor(device).take())
        , setup(
              [&] {
                  project.training.device = backend.devices().front().id;
                  return project;
              }(),
              tinyData(), backend, {})
    {
        setup.network().drawWeights();
    }
    SharingCosts of(const std::string& layer) { return measureSharing(setup, backend, layer).value(); }

    Backend& backend;
    train::TrainingSetup setup;
};

void onEachDevice()
{
    QTest::addColumn<QString>("device");
    QTest::newRow("reference") << "reference";
    if (hasBackend("cpu"))
        QTest::newRow("cpu") << "cpu";
}

std::vector<std::int64_t> parametersOf(const SharingCosts& costs)
{
    std::vector<std::int64_t> all;
    for (const ConnectionCosts& each : costs.connections)
        all.push_back(each.parameters);
    return all;
}

} // namespace

/// A convolution beside the other ways to connect its maps.
class TestSharing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAsByHand_data() { onEachDevice(); }
    void countsAsByHand();
    void aGroupedLayerIsAmongThem();
    void aFirstLayerHasNoWayBack();
    void onlyConvolutionsHaveOthers();
    void theSlowestIsChosen();
    void whatIsTooLargeIsSaid();
};

void TestSharing::countsAsByHand()
{
    QFETCH(QString, device);
    Measured measured(convolutions(), device.toStdString());
    const SharingCosts costs = measured.of("conv2d_2");
    QCOMPARE(costs.input, (Shape{4, 4, 4}));
    QCOMPARE(costs.output, (Shape{4, 4, 8}));
    QCOMPARE(costs.batch, 5);
    // Windows of 3×3: 4 channels each, 2 in two groups, 1 on its own; and a bias for each of 8 maps.
    QCOMPARE(parametersOf(costs), (std::vector<std::int64_t>{(64 + 1) * 128, 9 * 4 * 8 + 8, 9 * 2 * 8 + 8, 9 * 1 * 8 + 8}));
    QCOMPARE(costs.find(Connection::grouped)->groups, 2);
    QCOMPARE(costs.find(Connection::depthwise)->groups, 4);
    for (const ConnectionCosts& each : costs.connections)
        QVERIFY2(each.seconds > 0.0, idOf(each.connection).data());
    // The products, three times: forward, back to the input and back to the weights.
    QCOMPARE(costs.find(Connection::dense)->flops, 3.0 * 2.0 * 5 * 64 * 128);
    const double whole = costs.find(Connection::convolution)->flops; // windows at the border are cut
    QVERIFY2(whole > 1.5 * 2.0 * 5 * 16 * 8 * 9 * 4 && whole <= 3.0 * 2.0 * 5 * 16 * 8 * 9 * 4, qPrintable(QString::number(whole)));
    QVERIFY(costs.find(Connection::grouped)->flops < 0.6 * whole);
    QVERIFY(costs.find(Connection::depthwise)->flops < 0.4 * whole);
    const std::vector<Message> words = wordsOf(costs);
    QCOMPARE(words.size(), std::size_t{3});
    QVERIFY2(words[0].text().starts_with("A dense layer in place of \"conv2d_2\" would have 28.1 times as many parameters"),
             words[0].text().c_str());
    QVERIFY2(words[1].text().starts_with("In 2 groups \"conv2d_2\" has 1.95 times fewer parameters"), words[1].text().c_str());
    QVERIFY2(words[2].text().starts_with("With each channel on its own \"conv2d_2\" has 3.7 times fewer parameters"),
             words[2].text().c_str());
}

void TestSharing::aGroupedLayerIsAmongThem()
{
    Measured measured(convolutions(2), "reference");
    const SharingCosts costs = measured.of("conv2d_2");
    QCOMPARE(parametersOf(costs), (std::vector<std::int64_t>{65 * 128, 296, 152, 80}));
}

void TestSharing::aFirstLayerHasNoWayBack()
{
    Measured measured(convolutions(), "reference");
    const SharingCosts costs = measured.of("conv2d_1");
    QCOMPARE(parametersOf(costs), (std::vector<std::int64_t>{17 * 64, 9 * 4 + 4})); // one channel can't be divided
    QCOMPARE(costs.find(Connection::dense)->flops, 2.0 * 2.0 * 5 * 16 * 64);
}

void TestSharing::onlyConvolutionsHaveOthers()
{
    Measured measured(convolutions(), "reference");
    for (const char* layer : {"dense_1", "flatten_1", "input_1", "nowhere", ""})
        QVERIFY2(!measureSharing(measured.setup, measured.backend, layer), layer);
}

void TestSharing::theSlowestIsChosen()
{
    Measured measured(convolutions(), "reference");
    TrainingProfile profile;
    for (const auto& [layer, seconds] : {std::pair("conv2d_1", 0.1), {"conv2d_2", 0.3}, {"dense_1", 0.9}}) {
        ProfiledKernel kernel{.op = "an op", .part = StepPart::forward, .seconds = seconds};
        kernel.origin = {layer};
        profile.kernels.push_back(kernel);
    }
    QCOMPARE(slowestConvolution(profile, measured.setup), std::string("conv2d_2"));
    profile.kernels[0].seconds = 0.4;
    QCOMPARE(slowestConvolution(profile, measured.setup), std::string("conv2d_1"));
    Measured none(tinyProject(), "reference");
    QCOMPARE(slowestConvolution(profile, none.setup), std::string());
}

void TestSharing::whatIsTooLargeIsSaid()
{
    SharingCosts costs{.layer = "conv2d_1", .input = {500, 500, 3}, .output = {500, 500, 8}, .batch = 4, .connections = {}};
    costs.connections = {{.connection = Connection::dense, .parameters = 1'500'000'000'000},
                         {.connection = Connection::convolution, .parameters = 224, .flops = 1e9, .seconds = 0.01}};
    QCOMPARE(wordsOf(costs).size(), std::size_t{1});
    QVERIFY(wordsOf(costs)[0].text().find("too many to measure") != std::string::npos);
}

NETSMITH_TEST(TestSharing)

} // namespace test_sharing

#include "test_sharing.moc"
