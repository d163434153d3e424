#include "engine/backend/loader.h"
#include "engine/core/error.h"
#include "engine/inspect/explanations/layer_explainer.h"
#include "engine/inspect/explanations/program_reader.h"
#include "engine/predict/observed_network.h"
#include "tests/engine/inspect/explained_steps.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace test_explained_networks {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

Node node(std::string id, std::string layer, ParameterMap parameters = {})
{
    return {.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
}

void chain(Project& project, std::vector<Node> nodes)
{
    project.graph.nodes = std::move(nodes);
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
}

using Sizes = std::vector<std::int64_t>;

} // namespace

/// How single numbers of whole networks came about: with the run's samples, scaling, masks and blocks.
class TestExplainedNetworks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void networks_data();
    void networks();
    void samplesAndNoise();
    void blocksNameTheirLayers();
    void textsWithPadding();
    void requestsThatDoNotFitAreRefused();
};

void TestExplainedNetworks::networks_data()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        if (hasBackend(device))
            QTest::newRow(device) << device;
}

/// Every number of every layer of a network that is compiled as for training, with its layers fused.
void TestExplainedNetworks::networks()
{
    QFETCH(QString, device);
    Project project = tinyProject();
    chain(project,
          {node("input_1", "input", {{"shape", Sizes{4, 4, 1}}}),
           node("conv2d_1", "conv2d",
                {{"filters", std::int64_t{3}},
                 {"kernel_size", Sizes{3, 3}},
                 {"padding", std::string("same")},
                 {"activation", std::string("relu")}}),
           node("batch_normalization_1", "batch_normalization"), node("dropout_1", "dropout"),
           node("max_pooling2d_1", "max_pooling2d"),
           node("separable_conv2d_1", "separable_conv2d", {{"filters", std::int64_t{4}}, {"kernel_size", Sizes{2, 2}}}),
           node("flatten_1", "flatten"),
           node("dense_1", "dense", {{"units", std::int64_t{5}}, {"activation", std::string("tanh")}}),
           node("dense_2", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}})});
    Backend& backend = *backendFor(device.toStdString()).take();
    project.training.device = backend.devices().front().id;
    train::TrainingSetup setup(project, tinyData(), backend, {});
    setup.network().drawWeights();
    const auto observed = setup.observe();
    const LayerExplainer explainer(observed->checked(), observed->network(), observed->prediction());
    data::Field image = tinyData().set.test.field("image");
    image.count = 1;
    const std::vector<std::vector<float>> values = observed->predict(std::span(&image, 1));
    std::map<std::string, StepKind> kinds;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const PredictedOutput& output = observed->outputs()[i];
        if (output.source == OutputSource::objective)
            continue;
        for (std::int64_t element = 0; element < output.shape.elements(); ++element) {
            const LayerExplanation explanation =
                explainer.explain({.node = output.node, .at = unravelled(element, output.shape)}, std::span(&image, 1), values);
            const QString where = QString("%1, element %2: %3 is %4")
                                      .arg(output.node.c_str())
                                      .arg(element)
                                      .arg(explanation.result)
                                      .arg(explanation.recorded);
            QCOMPARE(explanation.recorded, double{values[i][static_cast<std::size_t>(element)]});
            QVERIFY2(agree(explanation.result, explanation.recorded, 1e-4), qPrintable(where));
            QVERIFY2(!explanation.steps.empty(), qPrintable(where));
            for (const ExplainedStep& step : explanation.steps)
                QVERIFY2(flawOf(step).isEmpty(), qPrintable(where + ": " + flawOf(step)));
            kinds[output.node] = explanation.steps.back().kind;
            QCOMPARE(explanation.training.has_value(), output.node == "dropout_1");
            if (output.node == "dense_1" && element == 0)
                QCOMPARE(explanation.steps[0].operands[0].name, std::string("flatten_1"));
            if (output.node == "separable_conv2d_1")
                QVERIFY(explanation.steps.size() >= 2 && explanation.steps[0].operands[0].name == "max_pooling2d_1");
            if (output.node == "dropout_1")
                QVERIFY(explanation.training->mask && flawOf(*explanation.training).isEmpty());
            if (output.node == "input_1") {
                QCOMPARE(explanation.steps[0].function, std::string("scaled"));
                const auto raw = static_cast<double>(std::to_integer<int>(image.bytes[element]));
                QCOMPARE(explanation.steps[0].terms[0].input, raw);
                QVERIFY(agree(raw / 255.0, explanation.result, 1e-6));
            }
        }
    }
    const std::map<std::string, StepKind> expected{
        {"input_1", StepKind::input},  {"conv2d_1", StepKind::curve},          {"batch_normalization_1", StepKind::normalization},
        {"dropout_1", StepKind::move}, {"max_pooling2d_1", StepKind::largest}, {"separable_conv2d_1", StepKind::products},
        {"flatten_1", StepKind::move}, {"dense_1", StepKind::curve},           {"dense_2", StepKind::softmax}};
    QVERIFY(kinds == expected);
}

/// The layers without inputs, whose numbers come from elsewhere.
void TestExplainedNetworks::samplesAndNoise()
{
    Project project = tinyProject();
    project.graph.nodes = {node("input_1", "input", {{"shape", Sizes{4, 4, 1}}}),
                           node("random_normal_1", "random_normal", {{"shape", Sizes{4, 4, 1}}}), node("add_1", "add"),
                           node("flatten_1", "flatten"),
                           node("dense_1", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}})};
    project.graph.edges = {{{"input_1", "output"}, {"add_1", "inputs"}, Json::object()},
                           {{"random_normal_1", "output"}, {"add_1", "inputs"}, Json::object()},
                           {{"add_1", "output"}, {"flatten_1", "input"}, Json::object()},
                           {{"flatten_1", "output"}, {"dense_1", "input"}, Json::object()}};
    Backend& backend = *backendFor("reference").take();
    project.training.device = backend.devices().front().id;
    train::TrainingSetup setup(project, tinyData(), backend, {});
    setup.network().drawWeights();
    const auto observed = setup.observe();
    const LayerExplainer explainer(observed->checked(), observed->network(), observed->prediction());
    data::Field image = tinyData().set.test.field("image");
    image.count = 1;
    const std::vector<std::vector<float>> values = observed->predict(std::span(&image, 1));
    const auto at = [&](const char* layer) {
        return explainer.explain({.node = layer, .at = Place{1, 2, 0}}, std::span(&image, 1), values);
    };
    const LayerExplanation noise = at("random_normal_1"), sum = at("add_1");
    QCOMPARE(noise.steps[0].kind, StepKind::input);
    QCOMPARE(noise.steps[0].function, std::string("drawn"));
    QVERIFY(noise.steps[0].hasPicture());
    QVERIFY(noise.training && noise.training->mask->isNoise); // a training draws others
    QCOMPARE(sum.steps[0].function, std::string("add"));
    QVERIFY(flawOf(sum.steps[0]).isEmpty());
    QCOMPARE(sum.steps[0].operands[1].name, std::string("random_normal_1"));
    QVERIFY(agree(at("input_1").recorded + noise.recorded, sum.recorded, 1e-6));
}

/// A block is explained by its last layer, and says which layers it stands for.
void TestExplainedNetworks::blocksNameTheirLayers()
{
    Project project = tinyProject();
    chain(project,
          {node("input_1", "input", {{"shape", Sizes{4, 4, 1}}}), node("flatten_1", "flatten"),
           node("part_1", "block", {{"block", std::string("part")}}),
           node("dense_1", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}})});
    Block part{.id = "part", .title = "part"};
    part.nodes = {node("dense_1", "dense", {{"units", std::int64_t{6}}}), node("tanh_1", "tanh")};
    part.edges = {{{"", "input"}, {"dense_1", "input"}, Json::object()},
                  {{"dense_1", "output"}, {"tanh_1", "input"}, Json::object()},
                  {{"tanh_1", "output"}, {"", "output"}, Json::object()}};
    project.graph.blocks = {part};
    Backend& backend = *backendFor("reference").take();
    project.training.device = backend.devices().front().id;
    train::TrainingSetup setup(project, tinyData(), backend, {});
    setup.network().drawWeights();
    const auto observed = setup.observe();
    const LayerExplainer explainer(observed->checked(), observed->network(), observed->prediction());
    data::Field image = tinyData().set.test.field("image");
    image.count = 1;
    const std::vector<std::vector<float>> values = observed->predict(std::span(&image, 1));
    const LayerExplanation block = explainer.explain({.node = "part_1", .at = Place{4}}, std::span(&image, 1), values);
    QCOMPARE(block.layer, std::string("block"));
    QCOMPARE(block.steps.back().members, (std::vector<std::string>{"part_1/dense_1", "part_1/tanh_1"}));
    QVERIFY(block.steps.back().hasPicture());
    QVERIFY(agree(block.result, block.recorded, 1e-6));
    const LayerExplanation last = explainer.explain({.node = "part_1/tanh_1", .at = Place{4}}, std::span(&image, 1), values);
    QCOMPARE(last.recorded, block.recorded);
    QCOMPARE(last.steps[0].operands[0].name, std::string("part_1/dense_1"));
}

/// Tokens of which some are padding: the mask reaches the recurrent layer.
void TestExplainedNetworks::textsWithPadding()
{
    QTemporaryDir folder;
    Project project = tinyTextProject(folder.path().toStdString());
    chain(
        project,
        {project.graph.nodes[0],
         node("embedding_1", "embedding", {{"input_dim", std::int64_t{13}}, {"output_dim", std::int64_t{6}}, {"mask_zero", true}}),
         node("gru_1", "gru", {{"units", std::int64_t{5}}, {"direction", std::string("bidirectional")}}),
         node("dense_1", "dense", {{"units", std::int64_t{13}}, {"activation", std::string("softmax")}})});
    Backend& backend = *backendFor("reference").take();
    project.training.device = backend.devices().front().id;
    train::TrainingSetup setup(project, train::loadData(project, {}), backend, {});
    setup.network().drawWeights();
    const auto observed = setup.observe();
    const LayerExplainer explainer(observed->checked(), observed->network(), observed->prediction());
    auto [tokens, bytes] = data::makeField(observed->inputs()[0], 1);
    std::fill_n(bytes, observed->inputs()[0].bytesOf(1), std::byte{0});
    bytes[0] = std::byte{2}; // one token, then padding
    const std::vector<std::vector<float>> values = observed->predict(std::span(&tokens, 1));
    for (std::int64_t unit = 0; unit < 10; ++unit) {
        const LayerExplanation explanation = explainer.explain({.node = "gru_1", .at = Place{unit}}, std::span(&tokens, 1), values);
        QVERIFY(agree(explanation.result, explanation.recorded, 1e-5));
        const auto cell = std::ranges::find(explanation.steps, StepKind::cell, &ExplainedStep::kind);
        QVERIFY(cell != explanation.steps.end() && flawOf(*cell).isEmpty());
        QCOMPARE(cell->cell->isLeftOut, unit < 5); // forwards the last step is padding, backwards it is the token
    }
    const LayerExplanation row = explainer.explain({.node = "embedding_1", .at = Place{0, 1}}, std::span(&tokens, 1), values);
    QCOMPARE(row.steps[0].kind, StepKind::lookup);
    QCOMPARE(row.steps[0].window->vertical.first, 2);
}

void TestExplainedNetworks::requestsThatDoNotFitAreRefused()
{
    Project project = tinyProject();
    Backend& backend = *backendFor("reference").take();
    project.training.device = backend.devices().front().id;
    train::TrainingSetup setup(project, tinyData(), backend, {});
    setup.network().drawWeights();
    const auto observed = setup.observe();
    const LayerExplainer explainer(observed->checked(), observed->network(), observed->prediction());
    data::Field image = tinyData().set.test.field("image");
    image.count = 1;
    const std::vector<std::vector<float>> values = observed->predict(std::span(&image, 1));
    const auto refusal = [&](const ExplanationRequest& request) {
        return errorOf([&] { (void)explainer.explain(request, std::span(&image, 1), values); });
    };
    QVERIFY(mentions(refusal({.node = "dense_9", .at = {}}), "no layer \"dense_9\""));
    QVERIFY(mentions(refusal({.node = "dense_1", .at = Place{6}}), "is 6, which has no place 6"));
    QVERIFY(mentions(refusal({.node = "dense_1", .at = Place{-1}}), "no place -1"));
    QVERIFY(mentions(refusal({.node = "dense_1", .at = Place{0, 0}}), "no place 0,0"));
    // Without a place it is the largest number.
    const LayerExplanation largest = explainer.explain({.node = "dense_2", .at = {}}, std::span(&image, 1), values);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (observed->outputs()[i].node == "dense_2")
            QCOMPARE(largest.recorded, double{*std::ranges::max_element(values[i])});
}

NETSMITH_TEST(TestExplainedNetworks)

} // namespace test_explained_networks

#include "test_explained_networks.moc"
