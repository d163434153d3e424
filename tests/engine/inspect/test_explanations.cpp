#include "engine/backend/loader.h"
#include "engine/core/error.h"
#include "engine/core/philox.h"
#include "engine/inspect/explanations/layer_explainer.h"
#include "engine/inspect/explanations/layer_program.h"
#include "engine/inspect/explanations/program_reader.h"
#include "engine/layers/registry.h"
#include "engine/predict/observed_network.h"
#include "tests/engine/inspect/explained_steps.h"
#include "tests/engine/inspect/random_layers.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <limits>
#include <numeric>

namespace test_explanations {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

constexpr int cases = 12; // of each layer
constexpr int numbers = 6; // of each output

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
    RandomStream random(5, 3);
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        const auto input = randomLayer(layer, seed, false);
        QVERIFY2(input, "no parameters and shapes that fit were found");
        // The weights pass through FP32; what is rounded to 8 bits by its own largest number may then be a step apart.
        const auto rounding = input->parameters.find("quantization");
        const bool isDynamic = rounding != input->parameters.end() && rounding->second == ParameterValue(std::string("dynamic"));
        const double tolerance = device == u"reference" ? 1e-6 : isDynamic ? 0.05 : 1e-4;
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

NETSMITH_TEST(TestExplanations)

} // namespace test_explanations

#include "test_explanations.moc"
