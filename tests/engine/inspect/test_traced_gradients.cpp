#include "tests/engine/inspect/traced_projects.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <set>

namespace test_traced_gradients {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

Node layerNode(const char* id, const char* layer, ParameterMap parameters)
{
    Node node;
    node.id = id;
    node.layer = layer;
    node.parameters = std::move(parameters);
    return node;
}

/// The same with other layers between the input and the rest.
Project withLayers(const std::vector<Node>& layers)
{
    Project project = plainProject();
    project.graph.nodes.insert(project.graph.nodes.begin() + 1, layers.begin(), layers.end());
    if (layers.back().layer.starts_with("global")) // makes a vector itself
        std::erase_if(project.graph.nodes, [](const Node& node) { return node.layer == "flatten"; });
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    return project;
}

using Sizes = std::vector<std::int64_t>;

Node convolution(const char* activation = "none", std::int64_t filters = 2)
{
    return layerNode("conv2d_1", "conv2d",
                     {{"filters", filters},
                      {"kernel_size", Sizes{2, 2}},
                      {"padding", std::string("same")},
                      {"activation", std::string(activation)}});
}

/// The mean of the samples' losses, in double precision.
double lossOf(const TracedStep& step)
{
    double sum = 0.0;
    for (const double loss : step.objectives.front().losses)
        sum += loss;
    return sum / static_cast<double>(step.objectives.front().losses.size());
}

} // namespace

/// How the numbers of the way back are made.
class TestTracedGradients : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gradientsAreExplained_data() { devices(); }
    void gradientsAreExplained();
    void theWayBackIsWrittenOut_data();
    void theWayBackIsWrittenOut();
    void aMaximumsGradientGoesToOnePlace();
    void aMeansGradientIsSpread();
    void aBatchNormsGradientHasThreeTerms();
    void batchStatisticsAreExplained_data() { devices(); }
    void batchStatisticsAreExplained();

private:
    void devices()
    {
        QTest::addColumn<QString>("device");
        for (const char* device : {"reference", "cpu"})
            if (hasBackend(device))
                QTest::newRow(device) << device;
    }
};

void TestTracedGradients::gradientsAreExplained()
{
    QFETCH(const QString, device);
    const auto strided = [](const char* id, std::int64_t groups, std::int64_t stride, const char* activation) {
        return layerNode(id, "conv2d",
                         {{"filters", std::int64_t{4}},
                          {"kernel_size", Sizes{2, 2}},
                          {"strides", Sizes{stride, stride}},
                          {"padding", std::string("same")},
                          {"groups", groups},
                          {"activation", std::string(activation)}});
    };
    const Project project = withLayers({strided("conv2d_1", 1, 1, "relu"), strided("conv2d_2", 2, 2, "tanh")});
    const auto tracer = tracerOf(project, device.toStdString());
    const TracedStep step = tracer->look();
    int weights = 0, outputs = 0;
    const auto isRight = [](const std::vector<ExplainedStep>& steps, double recorded) {
        if (steps.empty() || !(std::abs(steps.back().result - recorded) < 1e-6 + 1e-4 * std::abs(recorded)))
            return false;
        const ExplainedStep& last = steps.back();
        double sum = last.rest;
        for (const Term& term : last.terms)
            sum += term.input * term.factor;
        return last.kind != StepKind::products || std::abs(sum - recorded) < 1e-6 + 1e-4 * std::abs(recorded);
    };
    for (const TracedLayer& layer : step.layers) {
        for (const TracedParameter& parameter : layer.parameters) {
            const std::int64_t count = std::ssize(parameter.gradient);
            for (std::int64_t i = 0; i < count; i += 1 + count / 9) {
                const auto steps = tracer->explainGradient(step, layer.node, parameter.id, i);
                QVERIFY2(isRight(steps, parameter.gradient[static_cast<std::size_t>(i)]), parameter.id.c_str());
                ++weights;
            }
        }
        const std::int64_t count = std::ssize(layer.gradient);
        for (std::int64_t i = 0; i < count; i += 1 + count / 11) {
            const auto steps = tracer->explainGradient(step, layer.node, {}, i);
            QVERIFY2(isRight(steps, layer.gradient[static_cast<std::size_t>(i)]), layer.node.c_str());
            ++outputs;
        }
    }
    QVERIFY2(weights > 30 && outputs > 30, qPrintable(QStringLiteral("%1 %2").arg(weights).arg(outputs)));
    // The cross-entropy's gradient by hand, where the target is.
    const TracedLayer& last = layerOf(step, "dense_2");
    const std::size_t units = last.output.size() / 5;
    const auto target = static_cast<std::size_t>(step.objectives.front().target[3]);
    const std::size_t at = 3 * units + target;
    QVERIFY(std::abs(last.gradient[at] + 1.0 / (last.output[at] * 5.0)) < 1e-4);
    QCOMPARE(tracer->explainGradient(step, "dense_2", {}, static_cast<std::int64_t>(at)).back().function,
             std::string("cross_entropy_gradient"));
    QVERIFY(tracer->explainGradient(step, "nothing", {}, 0).empty());
    QVERIFY(tracer->explainGradient(step, "dense_1", "dense_2.kernel", 0).empty());
    QVERIFY(tracer->explainGradient(step, "dense_1", "dense_1.kernel", -1).empty());
    QVERIFY(tracer->explainGradient(step, "dense_1", "dense_1.kernel", 1 << 30).empty());
}

void TestTracedGradients::theWayBackIsWrittenOut_data()
{
    using Layers = std::vector<Node>;
    QTest::addColumn<QString>("device");
    QTest::addColumn<Layers>("layers");
    QTest::addColumn<QString>("function");
    const auto pooling = [](const char* layer, Sizes pool, Sizes strides, const char* padding) {
        return layerNode("pool_1", layer,
                         {{"pool_size", std::move(pool)}, {"strides", std::move(strides)}, {"padding", std::string(padding)}});
    };
    const auto volume = [](const char* id, std::int64_t filters, std::int64_t groups, Sizes strides) {
        return layerNode(id, "conv3d",
                         {{"filters", filters},
                          {"kernel_size", Sizes{2, 2, 3}},
                          {"strides", std::move(strides)},
                          {"padding", std::string("same")},
                          {"groups", groups},
                          {"activation", std::string("tanh")}});
    };
    const Node toVolume = layerNode("reshape_1", "reshape", {{"target_shape", Sizes{2, 2, 4, 1}}});
    const Node norm = layerNode("batch_normalization_1", "batch_normalization", {});
    Node frozen = norm;
    frozen.parameters["trainable"] = false;
    const std::vector<std::tuple<const char*, Layers, const char*>> rows{
        {"maximum", {convolution(), pooling("max_pooling2d", {2, 2}, {2, 2}, "valid")}, "max_pool_gradient"},
        {"maximum of equal numbers", {convolution("relu"), pooling("max_pooling2d", {2, 2}, {2, 2}, "valid")}, "max_pool_gradient"},
        {"overlapping maxima", {convolution("tanh"), pooling("max_pooling2d", {3, 3}, {1, 1}, "same")}, "max_pool_gradient"},
        {"maxima with gaps", {convolution("tanh"), pooling("max_pooling2d", {1, 1}, {2, 2}, "valid")}, "max_pool_gradient"},
        {"mean", {convolution(), pooling("average_pooling2d", {2, 2}, {2, 2}, "valid")}, "average_pool_gradient"},
        {"padded means", {convolution(), pooling("average_pooling2d", {3, 3}, {2, 2}, "same")}, "average_pool_gradient"},
        {"mean of maps", {convolution(), layerNode("pool_1", "global_average_pooling2d", {})}, "average_pool_gradient"},
        {"maximum of maps", {convolution(), layerNode("pool_1", "global_max_pooling2d", {})}, "max_pool_gradient"},
        {"batch norm", {convolution(), norm}, "batch_norm_gradient"},
        {"frozen batch norm", {convolution(), frozen}, "scale"},
        {"volumes", {toVolume, volume("conv3d_1", 2, 1, {1, 1, 1}), volume("conv3d_2", 4, 2, {1, 2, 2})}, ""},
        {"maximum of volumes",
         {toVolume, volume("conv3d_1", 2, 1, {1, 1, 1}), pooling("max_pooling3d", {2, 2, 2}, {1, 1, 2}, "valid")},
         "max_pool_gradient"},
        {"mean of volumes",
         {toVolume, volume("conv3d_1", 2, 1, {1, 1, 1}), pooling("average_pooling3d", {2, 2, 2}, {1, 1, 2}, "same")},
         "average_pool_gradient"},
    };
    for (const char* device : {"reference", "cpu"})
        if (hasBackend(device))
            for (const auto& [name, layers, function] : rows)
                QTest::addRow("%s %s", device, name) << device << layers << function;
}

void TestTracedGradients::theWayBackIsWrittenOut()
{
    QFETCH(const QString, device);
    QFETCH(const std::vector<Node>, layers);
    QFETCH(const QString, function);
    const Project project = withLayers(layers);
    const auto tracer = tracerOf(project, device.toStdString());
    tracer->advance(); // gamma and beta are no longer 1 and 0
    const TracedStep step = tracer->look();
    const bool isExact = device == QStringLiteral("reference");
    std::set<std::string> functions;
    int numbers = 0;
    const auto check = [&](const std::string& node, const std::string& parameter, const std::vector<double>& gradient) {
        for (std::size_t i = 0; i < gradient.size(); i += 1 + gradient.size() / 40) {
            const auto steps = tracer->explainGradient(step, node, parameter, static_cast<std::int64_t>(i));
            const double near = isExact ? 1e-12 : 1e-6 + 1e-4 * std::abs(gradient[i]);
            QVERIFY2(!steps.empty(), qPrintable(QString::fromStdString(node + ' ' + parameter) + QString::number(i)));
            QVERIFY2(std::abs(steps.back().result - gradient[i]) <= near, node.c_str());
            for (const ExplainedStep& each : steps) {
                functions.insert(each.function);
                double sum = each.rest;
                for (const Term& term : each.terms)
                    sum += term.input * term.factor;
                if (each.kind == StepKind::products)
                    QVERIFY(std::abs(sum - each.result) <= 1e-12 + 1e-9 * std::abs(each.result));
                QVERIFY(each.kind != StepKind::products || each.count >= std::ssize(each.terms));
            }
            ++numbers;
        }
    };
    const auto isFrozen = [&](const TracedLayer& layer) { // only the test's own
        return layer.layer == "batch_normalization" && function == QStringLiteral("scale");
    };
    for (const TracedLayer& layer : step.layers) {
        check(layer.node, {}, layer.gradient);
        for (const TracedParameter& parameter : layer.parameters)
            if (!isFrozen(layer))
                check(layer.node, parameter.id, parameter.gradient);
    }
    QVERIFY2(numbers > 60, qPrintable(QString::number(numbers)));
    QVERIFY2(function.isEmpty() || functions.contains(function.toStdString()), qPrintable(function));
    if (!isExact)
        return;
    // And every weight's gradient is what the loss changes by.
    constexpr double change = 1e-5;
    for (const TracedLayer& layer : step.layers)
        for (const TracedParameter& parameter : layer.parameters) {
            if (isFrozen(layer))
                continue;
            for (std::size_t i = 0; i < parameter.before.size(); i += 1 + parameter.before.size() / 9) {
                const auto at = static_cast<std::int64_t>(i);
                const auto lossWith = [&](double value) {
                    tracer->setWeight(parameter.id, at, value);
                    return lossOf(tracer->look());
                };
                const double numeric =
                    (lossWith(parameter.before[i] + change) - lossWith(parameter.before[i] - change)) / (2.0 * change);
                lossWith(parameter.before[i]);
                const auto steps = tracer->explainGradient(step, layer.node, parameter.id, at);
                QVERIFY2(!steps.empty() && std::abs(numeric - steps.back().result) < 1e-8 + 1e-5 * std::abs(numeric),
                         qPrintable(QStringLiteral("%1[%2]: %3, not %4")
                                        .arg(QString::fromStdString(parameter.id))
                                        .arg(i)
                                        .arg(steps.empty() ? 0.0 : steps.back().result)
                                        .arg(numeric)));
            }
        }
}

void TestTracedGradients::aMaximumsGradientGoesToOnePlace()
{
    const auto tracer = tracerOf(
        withLayers({convolution("none", 1), layerNode("pool_1", "max_pooling2d", {{"pool_size", Sizes{2, 2}}})}), "reference");
    const TracedStep step = tracer->look();
    const TracedLayer &x = layerOf(step, "conv2d_1"), &y = layerOf(step, "pool_1");
    QCOMPARE(x.output.size(), std::size_t{5 * 16});
    QCOMPARE(y.gradient.size(), std::size_t{5 * 4});
    for (std::size_t window = 0; window < 20; ++window) {
        const std::size_t sample = window / 4, top = window / 2 % 2 * 2, left = window % 2 * 2;
        std::vector<std::size_t> cells;
        for (const std::size_t cell : {0, 1, 4, 5})
            cells.push_back(sample * 16 + top * 4 + left + cell);
        const std::size_t winner = *std::ranges::max_element(cells, {}, [&](std::size_t cell) { return x.output[cell]; });
        for (const std::size_t cell : cells) {
            QCOMPARE(x.gradient[cell], cell == winner ? y.gradient[window] : 0.0);
            const auto steps = tracer->explainGradient(step, "conv2d_1", {}, static_cast<std::int64_t>(cell));
            QVERIFY(!steps.empty());
            const ExplainedStep& last = steps.back();
            QCOMPARE(last.function, std::string("max_pool_gradient"));
            QCOMPARE(last.operands.front().name, std::string("δ pool_1"));
            QCOMPARE(last.terms.size(), std::size_t{1});
            QCOMPARE(last.terms[0].input, y.gradient[window]);
            QCOMPARE(last.terms[0].factor, cell == winner ? 1.0 : 0.0);
            QCOMPARE(last.result, x.gradient[cell]);
            QVERIFY(last.window);
            QCOMPARE(last.window->used,
                     (std::vector<Place>{{static_cast<std::int64_t>(top / 2), static_cast<std::int64_t>(left / 2)}}));
        }
    }
}

void TestTracedGradients::aMeansGradientIsSpread()
{
    // 4×4 in windows of 3×3, two apart and padded behind: the windows count 9, 6, 6 and 4 numbers.
    const auto tracer =
        tracerOf(withLayers({convolution("none", 1),
                             layerNode("pool_1", "average_pooling2d",
                                       {{"pool_size", Sizes{3, 3}}, {"strides", Sizes{2, 2}}, {"padding", std::string("same")}})}),
                 "reference");
    const TracedStep step = tracer->look();
    const TracedLayer &x = layerOf(step, "conv2d_1"), &y = layerOf(step, "pool_1");
    const double counts[] = {9.0, 6.0, 6.0, 4.0};
    for (std::size_t i = 0; i < 16; ++i) {
        const std::size_t row = i / 4, column = i % 4;
        double sum = 0.0;
        std::size_t windows = 0;
        for (std::size_t window = 0; window < 4; ++window) {
            const std::size_t top = window / 2 * 2, left = window % 2 * 2;
            if (row < top || row > top + 2 || column < left || column > left + 2)
                continue;
            sum += y.gradient[window] / counts[window];
            ++windows;
        }
        QVERIFY(std::abs(x.gradient[i] - sum) < 1e-15);
        const auto steps = tracer->explainGradient(step, "conv2d_1", {}, static_cast<std::int64_t>(i));
        QVERIFY(!steps.empty());
        QCOMPARE(steps.back().terms.size(), windows);
        QVERIFY(std::abs(steps.back().result - sum) < 1e-15);
    }
}

void TestTracedGradients::aBatchNormsGradientHasThreeTerms()
{
    const auto tracer =
        tracerOf(withLayers({convolution(), layerNode("batch_normalization_1", "batch_normalization", {})}), "reference");
    tracer->setWeight("batch_normalization_1.gamma", 1, 1.5);
    const TracedStep step = tracer->look();
    const TracedLayer &x = layerOf(step, "conv2d_1"), &y = layerOf(step, "batch_normalization_1");
    constexpr std::size_t channel = 1, count = 5 * 16;
    double mean = 0.0, variance = 0.0;
    for (std::size_t i = 0; i < count; ++i)
        mean += x.output[2 * i + channel] / count;
    for (std::size_t i = 0; i < count; ++i)
        variance += (x.output[2 * i + channel] - mean) * (x.output[2 * i + channel] - mean) / count;
    const double deviation = std::sqrt(variance + 1e-3);
    const auto normalized = [&](std::size_t i) { return (x.output[2 * i + channel] - mean) / deviation; };
    double gradients = 0.0, products = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        gradients += y.gradient[2 * i + channel] / count;
        products += y.gradient[2 * i + channel] * normalized(i) / count;
    }
    for (const std::size_t i : {std::size_t{0}, std::size_t{17}, count - 1}) {
        const double expected = 1.5 / deviation * (y.gradient[2 * i + channel] - gradients - normalized(i) * products);
        const auto steps = tracer->explainGradient(step, "conv2d_1", {}, static_cast<std::int64_t>(2 * i + channel));
        QVERIFY(!steps.empty());
        const ExplainedStep& last = steps.back();
        QCOMPARE(last.function, std::string("batch_norm_gradient"));
        QCOMPARE(last.terms.size(), std::size_t{3});
        const auto isNear = [](double a, double b) { return std::abs(a - b) < 1e-13; };
        QVERIFY(isNear(last.terms[0].factor, 1.5 / deviation) && isNear(last.terms[0].input, y.gradient[2 * i + channel]));
        QVERIFY(isNear(last.terms[1].input, gradients));
        QVERIFY(isNear(last.terms[2].input, normalized(i)) && isNear(last.terms[2].factor, products));
        QVERIFY(isNear(last.result, expected));
        QVERIFY(isNear(x.gradient[2 * i + channel], expected));
    }
    const auto gamma = tracer->explainGradient(step, "batch_normalization_1", "batch_normalization_1.gamma", 1);
    QVERIFY(!gamma.empty());
    QCOMPARE(gamma.back().function, std::string("batch_norm_scale_gradient"));
    QVERIFY(std::abs(gamma.back().result - products * count) < 1e-12);
    const auto beta = tracer->explainGradient(step, "batch_normalization_1", "batch_normalization_1.beta", 1);
    QVERIFY(!beta.empty() && std::abs(beta.back().result - gradients * count) < 1e-12);
}

void TestTracedGradients::batchStatisticsAreExplained()
{
    QFETCH(const QString, device);
    const auto tracer =
        tracerOf(withLayers({convolution(), layerNode("batch_normalization_1", "batch_normalization", {})}), device.toStdString());
    const TracedStep step = tracer->look();
    const TracedLayer& layer = layerOf(step, "batch_normalization_1");
    for (std::size_t i = 0; i < layer.output.size(); i += 7) {
        const auto steps = tracer->explain(step, layer.node, static_cast<std::int64_t>(i));
        QVERIFY(!steps.empty() && steps.back().normalization);
        QVERIFY(!steps.back().normalization->isLearned);
        QCOMPARE(steps.back().normalization->count, 5 * 16);
        QCOMPARE(steps.back().operands.size(), std::size_t{3});
        QVERIFY(std::abs(steps.back().result - layer.output[i]) < 1e-5);
    }
}

NETSMITH_TEST(TestTracedGradients)

} // namespace test_traced_gradients

#include "test_traced_gradients.moc"
