#include "tests/engine/inspect/traced_projects.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <memory>
#include <set>

namespace test_tracing {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

/// A training step with all its numbers.
class TestTracing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gradientsAreFiniteDifferences();
    void aLayersGradientIsThatOfItsOutput();
    void theUpdateIsPlainSgd_data() { devices(); }
    void theUpdateIsPlainSgd();
    void lookingChangesNothing_data() { devices(); }
    void lookingChangesNothing();
    void denseLayersAreTakenApart_data() { devices(); }
    void denseLayersAreTakenApart();
    void numbersAreExplained_data() { devices(); }
    void numbersAreExplained();
    void samplesLossesMakeUpTheLoss_data();
    void samplesLossesMakeUpTheLoss();
    void everySampleComesInItsTurn();
    void epochsFollowEachOther();
    void aBatchIsLeftOut();
    void anotherWeightGivesAnotherLoss();
    void sixteenBitsAreTracedInFp32();
    void mistakesAreSentences();

private:
    void devices()
    {
        QTest::addColumn<QString>("device");
        for (const char* device : {"reference", "cpu"})
            if (hasBackend(device))
                QTest::newRow(device) << device;
    }
};

void TestTracing::gradientsAreFiniteDifferences()
{
    const auto tracer = tracerOf(plainProject(), "reference");
    const TracedStep step = tracer->look();
    constexpr double change = 1e-3;
    int checked = 0;
    for (const TracedLayer& layer : step.layers)
        for (const TracedParameter& parameter : layer.parameters)
            for (std::size_t i = 0; i < parameter.before.size(); i += 1 + parameter.before.size() / 7) {
                const auto lossWith = [&](double value) {
                    tracer->setWeight(parameter.id, static_cast<std::int64_t>(i), value);
                    return tracer->look().loss;
                };
                const double numeric =
                    (lossWith(parameter.before[i] + change) - lossWith(parameter.before[i] - change)) / (2.0 * change);
                lossWith(parameter.before[i]);
                // Losses are recorded in single precision.
                QVERIFY2(std::abs(numeric - parameter.gradient[i]) < 1e-3 + 1e-2 * std::abs(numeric), parameter.id.c_str());
                ++checked;
            }
    QVERIFY(checked >= 20);
}

void TestTracing::aLayersGradientIsThatOfItsOutput()
{
    // The bias of the last layer moves each sample's numbers alike: its gradient is the sum of theirs.
    Project project = plainProject();
    project.graph.nodes.back().parameters["activation"] = std::string("none");
    project.training.objectives.front() = Objective();
    project.training.objectives.front().loss = {"mean_squared_error", {}};
    project.training.objectives.front().targetValue = 1.0;
    project.training.objectives.front().metrics.clear();
    const auto tracer = tracerOf(project, "reference");
    const TracedStep step = tracer->look();
    const TracedLayer& last = layerOf(step, "dense_2");
    const auto bias = std::ranges::find(last.parameters, std::string("dense_2.bias"), &TracedParameter::id);
    QVERIFY(bias != last.parameters.end());
    const std::size_t units = bias->before.size();
    QCOMPARE(last.gradient.size(), 5 * units);
    for (std::size_t unit = 0; unit < units; ++unit) {
        double sum = 0.0;
        for (std::size_t sample = 0; sample < 5; ++sample)
            sum += last.gradient[sample * units + unit];
        QVERIFY(std::abs(sum - bias->gradient[unit]) < 1e-9);
    }
    // And the layer before gets it through the weights: d(hidden) = d(output) · kernelᵀ.
    const auto kernel = std::ranges::find(last.parameters, std::string("dense_2.kernel"), &TracedParameter::id);
    const TracedLayer& hidden = layerOf(step, "dense_1");
    const std::size_t width = hidden.output.size() / 5;
    QCOMPARE(kernel->before.size(), width * units);
    for (std::size_t sample = 0; sample < 5; ++sample)
        for (std::size_t i = 0; i < width; ++i) {
            double sum = 0.0;
            for (std::size_t unit = 0; unit < units; ++unit)
                sum += last.gradient[sample * units + unit] * kernel->before[i * units + unit];
            QVERIFY(std::abs(sum - hidden.gradient[sample * width + i]) < 1e-9);
        }
}

void TestTracing::theUpdateIsPlainSgd()
{
    QFETCH(const QString, device);
    const auto tracer = tracerOf(plainProject(0.25), device.toStdString());
    const TracedStep step = tracer->look();
    QCOMPARE(step.rate, 0.25);
    QCOMPARE(step.step, 1);
    const double tolerance = device == QStringLiteral("reference") ? 1e-12 : 1e-6;
    for (const TracedLayer& layer : step.layers)
        for (const TracedParameter& parameter : layer.parameters)
            for (std::size_t i = 0; i < parameter.before.size(); ++i)
                QVERIFY(std::abs(parameter.after[i] - (parameter.before[i] - 0.25 * parameter.gradient[i])) < tolerance);
}

void TestTracing::lookingChangesNothing()
{
    QFETCH(const QString, device);
    // With Adam, dropout and batch norm: slots, draws and statistics are taken back, too.
    const auto looked = tracerOf(tinyProject(), device.toStdString()), taken = tracerOf(tinyProject(), device.toStdString());
    for (int i = 0; i < 3; ++i) {
        const TracedStep first = looked->look(), again = looked->look(), other = taken->look();
        QCOMPARE(first.loss, again.loss);
        QCOMPARE(first.loss, other.loss);
        for (std::size_t layer = 0; layer < first.layers.size(); ++layer) {
            QCOMPARE(first.layers[layer].output, again.layers[layer].output);
            QCOMPARE(first.layers[layer].gradient, other.layers[layer].gradient);
            for (std::size_t p = 0; p < first.layers[layer].parameters.size(); ++p)
                QCOMPARE(first.layers[layer].parameters[p].after, other.layers[layer].parameters[p].after);
        }
        QCOMPARE(first.step, i + 1);
        looked->look();
        looked->advance();
        taken->advance();
        // The next step begins with what this one made.
        const TracedStep next = looked->look();
        for (std::size_t layer = 0; layer < next.layers.size(); ++layer)
            for (std::size_t p = 0; p < next.layers[layer].parameters.size(); ++p)
                QCOMPARE(next.layers[layer].parameters[p].before, first.layers[layer].parameters[p].after);
    }
}

void TestTracing::denseLayersAreTakenApart()
{
    QFETCH(const QString, device);
    const double tolerance = device == QStringLiteral("reference") ? 1e-9 : 1e-5;
    const auto isNear = [&](double a, double b) { return std::abs(a - b) < tolerance * std::max(1.0, std::abs(b)); };
    for (const char* activation : {"none", "relu", "tanh", "sigmoid", "softplus", "elu", "leaky_relu"}) {
        Project project = plainProject();
        project.graph.find("dense_1")->parameters["activation"] = std::string(activation);
        const TracedStep step = tracerOf(project, device.toStdString())->look();
        int taken = 0;
        for (const TracedLayer& layer : step.layers) {
            QCOMPARE(layer.sums.has_value(), layer.layer == "dense");
            if (!layer.sums)
                continue;
            ++taken;
            const TracedSums& sums = *layer.sums;
            const std::vector<double>&kernel = layer.parameters[0].before, &bias = layer.parameters[1].before;
            const auto inputs = static_cast<std::size_t>(sums.inputs), units = static_cast<std::size_t>(sums.units);
            QCOMPARE(sums.input, layerOf(step, layer.inputs.front()).output);
            QCOMPARE(sums.sum.size(), 5 * units);
            QCOMPARE(sums.gradient.size(), 5 * units);
            for (std::size_t sample = 0; sample < 5; ++sample)
                for (std::size_t unit = 0; unit < units; ++unit) {
                    double sum = bias[unit];
                    for (std::size_t i = 0; i < inputs; ++i)
                        sum += sums.input[sample * inputs + i] * kernel[i * units + unit];
                    const std::size_t at = sample * units + unit;
                    QVERIFY(isNear(sums.sum[at], sum));
                    if (sums.activation == "none" || sums.activation == "relu")
                        QVERIFY(isNear(layer.output[at], sums.activation == "relu" ? std::max(sum, 0.0) : sum));
                    if (!sums.slope.empty())
                        QVERIFY2(std::abs(sums.gradient[at] - layer.gradient[at] * sums.slope[at]) < std::max(tolerance, 1e-6),
                                 activation);
                }
            for (std::size_t i = 0; i < inputs; ++i)
                for (std::size_t unit = 0; unit < units; ++unit) {
                    double gradient = 0.0;
                    for (std::size_t sample = 0; sample < 5; ++sample)
                        gradient += sums.input[sample * inputs + i] * sums.gradient[sample * units + unit];
                    QVERIFY(isNear(gradient, layer.parameters[0].gradient[i * units + unit]));
                }
        }
        QCOMPARE(taken, 2);
        QCOMPARE(layerOf(step, "dense_1").sums->activation, std::string(activation));
        QCOMPARE(layerOf(step, "dense_2").sums->activation, std::string("softmax"));
        QVERIFY(layerOf(step, "dense_2").sums->slope.empty());
    }
}

void TestTracing::numbersAreExplained()
{
    QFETCH(const QString, device);
    Project project = plainProject();
    Node convolution;
    convolution.id = "conv2d_1";
    convolution.layer = "conv2d";
    convolution.parameters = {{"filters", std::int64_t{2}}, {"activation", std::string("relu")}};
    project.graph.nodes.insert(project.graph.nodes.begin() + 1, convolution);
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    const auto tracer = tracerOf(project, device.toStdString());
    tracer->setWeight("conv2d_1.kernel", 2, 0.75);
    const TracedStep step = tracer->look();
    int explained = 0;
    for (const TracedLayer& layer : step.layers) {
        const std::int64_t count = std::ssize(layer.output);
        for (const std::int64_t element : {std::int64_t{0}, count / 2 + 1, count - 1}) {
            const std::vector<ExplainedStep> steps = tracer->explain(step, layer.node, element);
            if (steps.empty())
                continue;
            ++explained;
            const double recorded = layer.output[static_cast<std::size_t>(element)];
            QVERIFY2(std::abs(steps.back().result - recorded) < 1e-5 * std::max(1.0, std::abs(recorded)), layer.node.c_str());
            if (steps.front().kind != StepKind::products)
                continue;
            double sum = steps.front().bias.value_or(0.0) + steps.front().rest;
            for (const Term& term : steps.front().terms)
                sum += term.input * term.factor;
            QVERIFY(std::abs(sum - steps.front().result) < 1e-5 * std::max(1.0, std::abs(sum)));
        }
    }
    QVERIFY2(explained >= 9, qPrintable(QString::number(explained)));
    QVERIFY(tracer->explain(step, "nothing", 0).empty());
    QVERIFY(tracer->explain(step, "dense_1", -1).empty());
}

void TestTracing::samplesLossesMakeUpTheLoss_data()
{
    QTest::addColumn<QString>("loss");
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("classes") << "sparse_categorical_crossentropy" << true;
    QTest::newRow("squares") << "mean_squared_error" << true;
    QTest::newRow("distances") << "mean_absolute_error" << true;
    QTest::newRow("hinge") << "hinge" << false;
}

void TestTracing::samplesLossesMakeUpTheLoss()
{
    QFETCH(const QString, loss);
    QFETCH(const bool, isKnown);
    Project project = plainProject();
    Objective& objective = project.training.objectives.front();
    if (loss != QStringLiteral("sparse_categorical_crossentropy")) {
        objective = Objective();
        objective.targetValue = 0.25;
    }
    objective.loss = {loss.toStdString(), {}};
    objective.metrics.clear();
    const TracedStep step = tracerOf(project, "reference")->look();
    QCOMPARE(step.objectives.size(), std::size_t{1});
    const TracedObjective& traced = step.objectives.front();
    QCOMPARE(traced.node, std::string("dense_2"));
    QCOMPARE(traced.loss, loss.toStdString());
    QCOMPARE(traced.losses.size(), isKnown ? std::size_t{5} : std::size_t{0});
    double sum = 0.0;
    for (const double each : traced.losses)
        sum += each;
    if (isKnown)
        QVERIFY(std::abs(sum / 5.0 - step.loss) < 1e-6);
    if (!objective.learnsField())
        QCOMPARE(traced.target.front(), 0.25);
}

void TestTracing::everySampleComesInItsTurn()
{
    const auto tracer = tracerOf(plainProject(), "reference");
    std::set<std::int32_t> seen;
    for (int i = 0; i < 4; ++i) {
        const TracedStep step = tracer->look();
        QCOMPARE(step.samples.size(), std::size_t{5});
        seen.insert(step.samples.begin(), step.samples.end());
        tracer->advance();
    }
    QCOMPARE(seen.size(), std::size_t{20});
    // The input of the first layer is the samples.
    const TracedStep step = tracer->look();
    const train::LoadedData data = tinyData();
    const data::Field& image = data.set.train.field("image");
    const auto flat = std::ranges::find_if(step.layers, [](const TracedLayer& layer) { return layer.output.size() == 5 * 16; });
    QVERIFY(flat != step.layers.end());
    for (std::size_t i = 0; i < 5; ++i) {
        const auto* pixels = image.bytes.get() + static_cast<std::ptrdiff_t>(step.samples[i]) * 16;
        for (std::size_t pixel = 0; pixel < 16; ++pixel)
            QVERIFY(std::abs(flat->output[i * 16 + pixel] - static_cast<double>(pixels[pixel]) / 255.0) < 1e-6);
    }
}

void TestTracing::epochsFollowEachOther()
{
    const auto tracer = tracerOf(plainProject(), "reference"); // 23 samples: four whole batches an epoch
    for (int i = 0; i < 9; ++i)
        tracer->advance();
    const TracedStep step = tracer->look();
    QCOMPARE(step.step, 10);
    QVERIFY(std::isfinite(step.loss));
}

void TestTracing::aBatchIsLeftOut()
{
    const auto skipping = tracerOf(plainProject(), "reference"), taking = tracerOf(plainProject(), "reference");
    const TracedStep first = skipping->look();
    for (int batch = 1; batch < 4; ++batch) { // 23 samples: four whole batches an epoch
        skipping->skipBatch();
        taking->advance();
        const TracedStep step = skipping->look();
        QCOMPARE(step.step, 1);
        QCOMPARE(step.samples, taking->look().samples);
        QCOMPARE(layerOf(step, "dense_1").parameters[0].before, layerOf(first, "dense_1").parameters[0].before);
    }
    skipping->skipBatch(); // then the first again
    const TracedStep again = skipping->look();
    QCOMPARE(again.samples, first.samples);
    QCOMPARE(again.loss, first.loss);
    for (int i = 0; i < 9; ++i)
        skipping->skipBatch();
    QCOMPARE(skipping->look().step, 1);
    skipping->advance();
    QCOMPARE(skipping->look().step, 2);
}

void TestTracing::anotherWeightGivesAnotherLoss()
{
    const auto tracer = tracerOf(plainProject(), "reference");
    const TracedStep before = tracer->look();
    const TracedParameter& bias = layerOf(before, "dense_2").parameters.back();
    tracer->setWeight(bias.id, 1, bias.before[1] + 1.0);
    const TracedStep after = tracer->look();
    QVERIFY(after.loss != before.loss);
    QCOMPARE(layerOf(after, "dense_2").parameters.back().before[1], bias.before[1] + 1.0);
    QCOMPARE(layerOf(after, "dense_1").output, layerOf(before, "dense_1").output);
    QCOMPARE(after.samples, before.samples);
    tracer->setWeight(bias.id, 1, bias.before[1]);
    QCOMPARE(tracer->look().loss, before.loss);
}

void TestTracing::sixteenBitsAreTracedInFp32()
{
    Project project = plainProject();
    const double exact = tracerOf(project, "reference")->look().loss;
    project.training.precision = "fp16-emulated";
    QCOMPARE(tracerOf(project, "reference")->look().loss, exact);
}

void TestTracing::mistakesAreSentences()
{
    const auto tracer = tracerOf(plainProject(), "reference");
    QCOMPARE(errorOf([&] { tracer->setWeight("dense_9.kernel", 0, 1.0); }).message().id(), std::string("tracing.weight"));
    QCOMPARE(errorOf([&] { tracer->setWeight("dense_2.bias", 3, 1.0); }).message().id(), std::string("tracing.weight"));
    QCOMPARE(errorOf([&] { tracer->setWeight("dense_2.bias", -1, 1.0); }).message().id(), std::string("tracing.weight"));
    Project phases = plainProject();
    phases.training.groups = {{.name = "one", .layers = {"dense_1"}}, {.name = "two", .layers = {"dense_2"}}};
    phases.training.phases = {{.name = "first", .groups = {"one"}, .epochs = 1}, {.name = "second", .groups = {"two"}}};
    QCOMPARE(errorOf([&] { tracerOf(phases, "reference"); }).message().id(), std::string("tracing.phases"));
    const double before = tracer->look().loss;
    tracer->setWeight("dense_1.bias", 0, std::nan(""));
    QCOMPARE(errorOf([&] { tracer->look(); }).message().id(), std::string("tracing.diverged"));
    tracer->setWeight("dense_1.bias", 0, 0.0);
    QCOMPARE(tracer->look().loss, before);
}

NETSMITH_TEST(TestTracing)

} // namespace test_tracing

#include "test_tracing.moc"
