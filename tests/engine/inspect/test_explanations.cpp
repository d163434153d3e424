#include "engine/backend/loader.h"
#include "engine/core/error.h"
#include "engine/core/philox.h"
#include "engine/inspect/explanations/layer_explainer.h"
#include "engine/inspect/explanations/layer_program.h"
#include "engine/inspect/explanations/program_reader.h"
#include "engine/layers/registry.h"
#include "engine/predict/observed_network.h"
#include "tests/engine/inspect/random_layers.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/engine/train/tiny_training.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

constexpr int cases = 12; // of each layer
constexpr int numbers = 6; // of each output

bool agree(double a, double b, double tolerance)
{
    return std::isfinite(a) && std::abs(a - b) <= tolerance * std::max(1.0, std::abs(b));
}

double sumOf(const std::vector<double>& all)
{
    return std::accumulate(all.begin(), all.end(), 0.0);
}

/// Why a step's own numbers don't lead to its result; empty: they do.
QString flawOf(const ExplainedStep& step)
{
    if (!step.hasPicture())
        return "nothing to draw";
    double sum = step.rest;
    for (const Term& term : step.terms) {
        sum += term.value;
        if (step.kind == StepKind::products && !agree(term.value, term.input * term.factor, 1e-12))
            return "a product is wrong";
        if (step.kind == StepKind::products && term.isOutside && term.value != 0.0)
            return "padding counts";
    }
    const double result = step.result;
    switch (step.kind) {
    case StepKind::products:
        if (!agree(sum + step.bias.value_or(0.0), result, 1e-9))
            return QString("the products and the bias add up to %1").arg(sum + step.bias.value_or(0.0));
        if (step.channels > 0 && step.channels <= ExplainedStep::mostSums
            && !agree(sumOf(step.channelSums) + step.bias.value_or(0.0), result, 1e-9))
            return "the sums of the channels don't add up";
        break;
    case StepKind::mean:
        if (!agree(sum / static_cast<double>(step.count), result, 1e-9))
            return "not the mean";
        break;
    case StepKind::largest:
        if (std::ranges::none_of(step.terms, [&](const Term& term) { return term.value == result; }))
            return "the largest is not among the terms";
        for (const Term& term : step.terms)
            if (!term.isOutside && term.value > result)
                return "not the largest";
        break;
    case StepKind::curve: {
        const CurvePicture& curve = *step.curve;
        if (curve.argument != step.terms[0].value || curve.arguments.size() != curve.results.size())
            return "the curve is of another number";
        for (std::size_t i = 1; i < curve.arguments.size(); ++i) // its neighbours enclose the point
            if (curve.argument >= curve.arguments[i - 1] && curve.argument <= curve.arguments[i]) {
                const double low = std::min(curve.results[i - 1], curve.results[i]),
                             high = std::max(curve.results[i - 1], curve.results[i]);
                if (result < low - 0.02 || result > high + 0.02)
                    return "the point is not on the curve";
            }
        break;
    }
    case StepKind::softmax: {
        const SoftmaxPicture& picture = *step.softmax;
        const auto at = static_cast<std::size_t>(std::ranges::find(picture.places, picture.chosen) - picture.places.begin());
        if (at >= picture.shares.size() || picture.shares[at] != result
            || !agree(picture.exponentials[at] / picture.sum, result, 1e-12))
            return "not the share";
        break;
    }
    case StepKind::normalization: {
        const NormalizationPicture& picture = *step.normalization;
        const double normalized = (picture.argument - picture.mean) / std::sqrt(picture.variance + picture.epsilon);
        if (!agree(normalized, picture.normalized, 1e-9) || !agree(picture.normalized * picture.gamma + picture.beta, result, 1e-9))
            return "not the normalized number";
        if (std::accumulate(picture.before.begin(), picture.before.end(), std::int64_t{0}) != picture.count
            || std::accumulate(picture.after.begin(), picture.after.end(), std::int64_t{0}) != picture.count)
            return "the histograms have other counts";
        break;
    }
    case StepKind::mask: {
        const MaskPicture& mask = *step.mask;
        const double noise = mask.rate * mask.drawn;
        const double made = mask.isNoise ? (mask.isMultiplied ? mask.argument * (1.0 + noise) : mask.argument + noise)
            : mask.drawn != 0.0          ? mask.argument * mask.factor + mask.shift
                                         : mask.dropped;
        if (!agree(made, result, 1e-9) || mask.plane.at(mask.row, mask.column) != static_cast<float>(mask.drawn))
            return "not what the mask makes";
        break;
    }
    case StepKind::cell: {
        const CellPicture& cell = *step.cell;
        const auto gate = [&](std::size_t i) { return cell.gates[i].result; };
        double made = 0.0;
        if (cell.kind == CellPicture::Kind::simple)
            made = gate(0);
        else if (cell.kind == CellPicture::Kind::lstm)
            made = gate(3) * std::tanh(gate(1) * cell.cellBefore + gate(0) * gate(2));
        else
            made = gate(0) * cell.stateBefore + (1.0 - gate(0)) * gate(2);
        if (!agree(cell.isLeftOut ? cell.stateBefore : made, result, 1e-9))
            return "the gates make another state";
        if (!agree(double{cell.stateOverTime[static_cast<std::size_t>(cell.step - cell.firstStep)]}, result, 1e-5))
            return "the curve has another state";
        break;
    }
    case StepKind::lookup:
    case StepKind::move:
        if (!agree(step.terms[0].isOutside ? result : step.terms[0].value, result, 1e-12))
            return "it came from elsewhere";
        break;
    case StepKind::combination: {
        const Term& a = step.terms[0];
        const double b = step.terms.size() > 1 ? step.terms[1].value : 0.0;
        const double made = step.function == "add" ? a.value + b
            : step.function == "subtract"          ? a.value - b
            : step.function == "multiply"          ? a.value * b
            : step.function == "maximum"           ? std::max(a.value, b)
            : step.function == "minimum"           ? std::min(a.value, b)
                                                   : a.value + step.bias.value_or(0.0);
        if (!agree(made, result, 1e-12))
            return "not the combination";
        break;
    }
    case StepKind::input:
    case StepKind::block: break;
    }
    return {};
}

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

/// How single numbers of layers came about: computed again, they are those of the engine.
class TestExplanations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyLayer_data();
    void everyLayer();
    void everyDraw_data();
    void everyDraw();
    void noLayerIsWithout();
    void aConvolutionWorkedByHand();
    void onlyTheLargestTermsAreKept();
    void networks_data();
    void networks();
    void samplesAndNoise();
    void blocksNameTheirLayers();
    void textsWithPadding();
    void requestsThatDoNotFitAreRefused();
    void numbersThatAreNotFinite();
};

void TestExplanations::everyLayer_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        if (hasBackend(device))
            for (const LayerSpec& layer : layers())
                if (!layer.inputs.empty())
                    QTest::addRow("%s: %s", device, layer.id.c_str()) << QString::fromStdString(layer.id) << device;
}

void TestExplanations::everyLayer()
{
    QFETCH(QString, id);
    QFETCH(QString, device);
    const LayerSpec& layer = *layers().find(id.toStdString());
    Backend& backend = *backendFor(device.toStdString()).take();
    const double tolerance = device == u"reference" ? 1e-6 : 1e-4; // the weights pass through FP32
    RandomStream random(5, 3);
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        const auto input = randomLayer(layer, seed, false);
        QVERIFY2(input, "no parameters and shapes that fit were found");
        const LayerResult expected = runLayer(backend, *input);
        const std::int64_t size = expected.outputs[0].shape.withoutBatch().elements();
        for (std::int64_t sample = 0; sample < 2; ++sample) {
            ExplainedLayer explained(*input, sample);
            for (const Op& op : explained.program().ops)
                QVERIFY2(explainerOf(*op.spec), std::string(op.spec->name).c_str());
            for (int i = 0; i < numbers; ++i) {
                const std::int64_t element = random.below(static_cast<std::uint32_t>(size));
                const double wanted = expected.outputs[0].values[static_cast<std::size_t>(sample * size + element)];
                const auto where = [&](double got) {
                    return QString("case %1, sample %2, element %3 of %4: %5, expected %6")
                        .arg(seed)
                        .arg(sample)
                        .arg(element)
                        .arg(expected.outputs[0].shape.text().c_str())
                        .arg(got)
                        .arg(wanted);
                };
                QVERIFY2(agree(explained.value(element), wanted, tolerance), qPrintable(where(explained.value(element))));
                const std::vector<ExplainedStep> steps = explained.explain(element);
                if (!steps.empty()) // else it passes its input on
                    QVERIFY2(agree(steps.back().result, wanted, tolerance), qPrintable(where(steps.back().result)));
                for (const ExplainedStep& step : steps) {
                    const QString flaw = flawOf(step);
                    QVERIFY2(flaw.isEmpty(), qPrintable(where(step.result) + ": " + flaw));
                }
            }
        }
    }
}

void TestExplanations::everyDraw_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        if (hasBackend(device))
            for (const LayerSpec& layer : layers())
                if (layer.category == Category::regularisation)
                    QTest::addRow("%s: %s", device, layer.id.c_str()) << QString::fromStdString(layer.id) << device;
}

/// What layers draw in training is what is said of it.
void TestExplanations::everyDraw()
{
    QFETCH(QString, id);
    QFETCH(QString, device);
    const LayerSpec& layer = *layers().find(id.toStdString());
    Backend& backend = *backendFor(device.toStdString()).take();
    int drawn = 0;
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        const auto input = randomLayer(layer, seed, true);
        QVERIFY(input);
        const LayerResult expected = runLayer(backend, *input);
        const std::int64_t size = expected.outputs[0].shape.withoutBatch().elements();
        for (std::int64_t sample = 0; sample < 2; ++sample) {
            ExplainedLayer explained(*input, sample);
            for (std::int64_t element = 0; element < size; ++element) {
                const double wanted = expected.outputs[0].values[static_cast<std::size_t>(sample * size + element)];
                const std::vector<ExplainedStep> steps = explained.explain(element);
                if (steps.empty()) // a rate of 0
                    continue;
                ++drawn;
                QVERIFY2(agree(steps.back().result, wanted, 1e-4),
                         qPrintable(QString("case %1, element %2: %3, expected %4")
                                        .arg(seed)
                                        .arg(element)
                                        .arg(steps.back().result)
                                        .arg(wanted)));
                QCOMPARE(steps.back().kind, StepKind::mask);
                QVERIFY2(flawOf(steps.back()).isEmpty(), qPrintable(flawOf(steps.back())));
            }
        }
    }
    QVERIFY(drawn > 20);
}

/// The types of the registry whose ops can't all be explained: none.
void TestExplanations::noLayerIsWithout()
{
    QStringList without;
    for (const LayerSpec& layer : layers()) {
        if (layer.inputs.empty())
            continue; // the sample itself, or what is drawn: see `samplesAndNoise`
        for (std::uint64_t seed = 0; seed < cases; ++seed) {
            const auto input = randomLayer(layer, seed, false);
            const ExplainedLayer explained(*input, 0);
            const bool can =
                std::ranges::all_of(explained.program().ops, [](const Op& op) { return explainerOf(*op.spec) != nullptr; });
            if (!can && !without.contains(layer.id.c_str()))
                without << layer.id.c_str();
        }
    }
    QCOMPARE(without, QStringList());
}

/// A 2×2 kernel over a 3×3 image with padding: the corner sees a single pixel.
void TestExplanations::aConvolutionWorkedByHand()
{
    LayerInput input{
        .layer = "conv2d", .parameters = {}, .training = false, .inputs = {}, .weights = {}, .statistics = {}, .upstream = {}};
    input.parameters = {{"filters", std::int64_t{1}},
                        {"kernel_size", Sizes{2, 2}},
                        {"padding", std::string("same")},
                        {"activation", std::string("relu")}};
    input.inputs = {{Shape{1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}}};
    input.weights["kernel"] = {Shape{2, 2, 1, 1}, {10, 20, 30, 40}};
    input.weights["bias"] = {Shape{1}, {-1}};
    ExplainedLayer explained(input, 0);
    const std::vector<ExplainedStep> first = explained.explain(0);
    QCOMPARE(first.size(), std::size_t{2}); // the products, then the activation
    QCOMPARE(first[0].result, 1.0 * 10 + 2 * 20 + 4 * 30 + 5 * 40 - 1);
    QCOMPARE(first[0].terms[3].at, (Place{1, 1, 0}));
    QCOMPARE(first[0].terms[3].value, 200.0);
    QCOMPARE(first[1].curve->function, std::string("relu"));
    const std::vector<ExplainedStep> corner = explained.explain(8);
    QCOMPARE(corner[0].result, 9.0 * 10 - 1);
    QCOMPARE(corner[0].terms.size(), std::size_t{4});
    QVERIFY(!corner[0].terms[0].isOutside);
    QVERIFY(corner[0].terms[1].isOutside && corner[0].terms[2].isOutside && corner[0].terms[3].isOutside);
    QCOMPARE(corner[0].window->vertical.first, 2);
    QCOMPARE(corner[0].window->weights.cells, (std::vector<float>{10, 20, 30, 40}));
    QCOMPARE(corner[0].window->plane.cells[8], 9.0F);
}

void TestExplanations::onlyTheLargestTermsAreKept()
{
    ExplainedStep step;
    std::vector<Term> terms(100);
    for (std::size_t i = 0; i < terms.size(); ++i)
        terms[i].value = i % 2 == 0 ? static_cast<double>(i) : -static_cast<double>(i);
    terms[7].value = std::numeric_limits<double>::quiet_NaN();
    keepTerms(step, terms);
    QCOMPARE(step.count, 100);
    QCOMPARE(step.terms.size(), ExplainedStep::largestTerms);
    QVERIFY(std::isnan(step.terms[0].value)); // it is shown, as it decides
    QCOMPARE(step.terms[1].value, -99.0);
    QCOMPARE(step.terms[2].value, 98.0);
    double rest = 0.0; // 88, −87, 86 …
    for (std::size_t i = 0; i <= 88; ++i)
        if (i != 7)
            rest += terms[i].value;
    QCOMPARE(step.rest, rest);
}

void TestExplanations::networks_data()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        if (hasBackend(device))
            QTest::newRow(device) << device;
}

/// Every number of every layer of a network that is compiled as for training, with its layers fused.
void TestExplanations::networks()
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
void TestExplanations::samplesAndNoise()
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
void TestExplanations::blocksNameTheirLayers()
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
void TestExplanations::textsWithPadding()
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

void TestExplanations::requestsThatDoNotFitAreRefused()
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

void TestExplanations::numbersThatAreNotFinite()
{
    for (const char* id :
         {"conv2d", "dense", "softmax", "max_pooling2d", "layer_normalization", "lstm", "dropout", "relu", "embedding"}) {
        const LayerSpec& layer = *layers().find(id);
        auto input = randomLayer(layer, 3, false);
        QVERIFY(input);
        for (double& value : input->inputs[0].values)
            value = std::numeric_limits<double>::quiet_NaN();
        ExplainedLayer explained(*input, 0);
        for (const ExplainedStep& step : explained.explain(0))
            QVERIFY2(step.hasPicture(), id); // and nothing hangs or is read out of bounds
    }
}

QTEST_GUILESS_MAIN(TestExplanations)
#include "test_explanations.moc"
