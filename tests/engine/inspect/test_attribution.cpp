#include "engine/inspect/attribution/attribution.h"
#include "engine/inspect/attribution/live_copy.h"
#include "engine/inspect/attribution/quadrature.h"
#include "engine/predict/prediction.h"
#include "engine/store/checkpoint_store.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace test_attribution {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

using Values = std::vector<double>;

PredictedOutput outputOf(OutputForm form, Shape shape, int classes)
{
    const bool isBinary = classes == 2 && shape.elements() == 1;
    return {.node = "y",
            .shape = shape,
            .classNames = {},
            .target = {.name = "label", .shape = isBinary ? shape : Shape{}, .classes = classes},
            .form = form};
}

double sum(const Values& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

double furthest(const Values& a, const Values& b)
{
    double most = a.size() == b.size() ? 0.0 : INFINITY;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

Node node(std::string id, std::string layer, ParameterMap parameters = {})
{
    return {.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
}

/// The tiny data through these layers.
Project chain(std::vector<Node> layers)
{
    Project project = tinyProject();
    project.graph.nodes.erase(project.graph.nodes.begin() + 1, project.graph.nodes.end());
    for (Node& layer : layers)
        project.graph.nodes.push_back(std::move(layer));
    project.graph.edges.clear();
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    return project;
}

Node softmax()
{
    return node("dense_9", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}});
}

} // namespace

/// Which numbers of a sample an answer depends on.
class TestAttribution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scoresHaveTheirGradients_data();
    void scoresHaveTheirGradients();
    void scoresOfClassesAreLogits();
    void quadratureIsExactForPolynomials();
    void aLinearNetworkIsItsWeights_data() { devices(); }
    void aLinearNetworkIsItsWeights();
    void contributionsAddUp_data() { devices(); }
    void contributionsAddUp();
    void mapsAreWeighedByTheirGradients();
    void coversAreAveraged();
    void aBaselineIsWhereItStarts();
    void aLiveRunIsCopied();
    void methodsSuitNetworks();
    void progressIsTold();
    void tokensAreExplained();
    void answersThatAreNotFiniteAreSaid();
    void requestsThatDoNotFitAreRefused();

private:
    static void devices()
    {
        QTest::addColumn<QString>("device");
        for (const char* device : {"reference", "cpu"})
            if (hasBackend(device))
                QTest::newRow(device) << device;
    }
    std::filesystem::path train(const Project& project, const QString& device = u"reference"_s)
    {
        const std::filesystem::path run = m_folder.filePath(u"run%1"_s.arg(++m_runs)).toStdString();
        TrainOptions options = optionsFor(run);
        trainTiny(device.toStdString(), std::move(options), project);
        return run;
    }
    static data::Field image(std::int64_t index = 0)
    {
        const data::Field all = tinyData().set.test.field("image");
        return {all.spec, 1, {all.bytes, all.bytes.get() + index * all.spec.sampleBytes()}};
    }
    using TrainOptions = train::TrainOptions;

    QTemporaryDir m_folder;
    int m_runs = 0;
};

void TestAttribution::scoresHaveTheirGradients_data()
{
    QTest::addColumn<int>("form");
    QTest::addColumn<int>("numbers");
    QTest::addColumn<int>("classes");
    const auto row = [](const char* name, OutputForm form, int numbers, int classes) {
        QTest::newRow(name) << static_cast<int>(form) << numbers << classes;
    };
    row("softmax", OutputForm::shares, 4, 4);
    row("logits of classes", OutputForm::softmaxLogits, 4, 4);
    row("sigmoid", OutputForm::shares, 1, 2);
    row("logit", OutputForm::sigmoidLogits, 1, 2);
    row("numbers", OutputForm::numbers, 3, 0);
    row("steps of classes", OutputForm::shares, 3 * 4, 4);
}

void TestAttribution::scoresHaveTheirGradients()
{
    QFETCH(const int, form);
    QFETCH(const int, numbers);
    QFETCH(const int, classes);
    const Shape shape = numbers > classes && classes > 0 ? Shape{numbers / classes, classes} : Shape{numbers};
    const PredictedOutput output = outputOf(static_cast<OutputForm>(form), shape, classes);
    std::mt19937 random(3);
    Values at;
    for (int i = 0; i < numbers; ++i)
        at.push_back(0.1 + 0.8 * static_cast<double>(random()) / 4294967296.0);
    for (std::int64_t target = 0; target < (classes > 0 ? classes : numbers); ++target) {
        const ExplainedScore score(output, 0, target);
        const Values gradient = score.gradient(at);
        for (std::size_t i = 0; i < at.size(); ++i) {
            Values more = at, less = at;
            more[i] += 1e-6;
            less[i] -= 1e-6;
            QVERIFY(std::abs((score.of(more) - score.of(less)) / 2e-6 - gradient[i]) < 1e-6 * (1.0 + std::abs(gradient[i])));
        }
    }
}

void TestAttribution::scoresOfClassesAreLogits()
{
    const Values logits{2.0, -1.0, 40.0};
    Values shares;
    for (const double logit : logits)
        shares.push_back(std::exp(logit - 40.0) / (1.0 + std::exp(-38.0) + std::exp(-41.0)));
    for (std::int64_t target = 0; target < 3; ++target) {
        const double ofLogits = ExplainedScore(outputOf(OutputForm::softmaxLogits, {3}, 3), 0, target).of(logits);
        QVERIFY(std::abs(ofLogits - (logits[static_cast<std::size_t>(target)] - 41.0 / 3.0)) < 1e-12);
        QVERIFY(std::abs(ExplainedScore(outputOf(OutputForm::shares, {3}, 3), 0, target).of(shares) - ofLogits) < 1e-9);
    }
    const PredictedOutput binary = outputOf(OutputForm::shares, {1}, 2);
    QVERIFY(std::abs(ExplainedScore(binary, 0, 1).of(Values{0.8}) - std::log(4.0)) < 1e-12);
    QVERIFY(std::abs(ExplainedScore(binary, 0, 0).of(Values{0.8}) + std::log(4.0)) < 1e-12);
    QVERIFY(std::isfinite(ExplainedScore(binary, 0, 1).gradient(Values{1.0})[0]));
    QCOMPARE(defaultTarget(outputOf(OutputForm::shares, {2, 3}, 3), Values{1, 0, 0, 0.1, 0.2, 0.7}), 2); // of the last step
}

void TestAttribution::quadratureIsExactForPolynomials()
{
    for (const int points : {1, 2, 3, 8, 50}) {
        const Quadrature rule = gaussLegendre(points);
        QCOMPARE(std::ssize(rule.nodes), points);
        for (int degree = 0; degree < 2 * points; ++degree) {
            double integral = 0.0;
            for (std::size_t i = 0; i < rule.nodes.size(); ++i)
                integral += rule.weights[i] * std::pow(rule.nodes[i], degree);
            QVERIFY2(std::abs(integral - 1.0 / (degree + 1.0)) < 1e-13,
                     qPrintable(u"%1 points, degree %2"_s.arg(points).arg(degree)));
        }
    }
}

/// Softmax of a dense layer: the gradient of a class's score is its weights less the mean of all classes.
void TestAttribution::aLinearNetworkIsItsWeights()
{
    QFETCH(const QString, device);
    const std::filesystem::path run = train(chain({node("flatten_1", "flatten"), softmax()}), device);
    const Arrays arrays = arraysOf(checkpointOf(run, 15).weights);
    const Values& kernel = arrays.at("dense_9.kernel");
    AttributionNetwork network(run);
    const data::Field sample = image();
    for (std::int64_t target = 0; target < 3; ++target) {
        Values slope, product;
        for (std::size_t i = 0; i < 16; ++i) {
            const double mean = (kernel[3 * i] + kernel[3 * i + 1] + kernel[3 * i + 2]) / 3.0;
            slope.push_back(kernel[3 * i + static_cast<std::size_t>(target)] - mean);
            product.push_back(slope.back() * std::to_integer<int>(sample.bytes[static_cast<std::ptrdiff_t>(i)]) / 255.0);
        }
        const auto explained = [&](AttributionMethod method) {
            return network.explain(std::span(&sample, 1), {.method = method, .target = target, .patch = 1, .stride = 1});
        };
        Values absolute = slope;
        std::ranges::transform(absolute, absolute.begin(), [](double value) { return std::abs(value); });
        QVERIFY(furthest(explained(AttributionMethod::saliency).inputs[0].values, absolute) < 1e-5);
        QVERIFY(furthest(explained(AttributionMethod::inputGradient).inputs[0].values, product) < 1e-5);
        QVERIFY(furthest(explained(AttributionMethod::occlusion).inputs[0].values, product) < 1e-5);
        const Explanation integrated = explained(AttributionMethod::integratedGradients);
        QVERIFY(furthest(integrated.inputs[0].values, product) < 1e-5);
        QVERIFY(std::abs(integrated.incompleteness) < 1e-5);
        QVERIFY(std::abs(sum(product) - (integrated.score - integrated.baseline)) < 1e-5);
        QCOMPARE(integrated.inputs[0].input, std::string("image"));
        QCOMPARE(integrated.inputs[0].shape, (Shape{4, 4, 1}));
    }
    const Explanation predicted = network.explain(std::span(&sample, 1), {});
    Predictor predictor(run);
    const std::vector<float> shares = predictor.predict(std::span(&sample, 1))[0];
    QCOMPARE(predicted.target, std::ranges::max_element(shares) - shares.begin());
}

/// Integrated gradients of a smooth network add up to the difference of the scores; plain gradients don't.
void TestAttribution::contributionsAddUp()
{
    QFETCH(const QString, device);
    const std::filesystem::path run = train(withoutBatchNorm(), device);
    AttributionNetwork network(run);
    for (std::int64_t i = 0; i < 3; ++i) {
        const data::Field sample = image(i);
        const Explanation integrated = network.explain(std::span(&sample, 1), {});
        QVERIFY(std::abs(integrated.score - integrated.baseline) > 0.1);
        QVERIFY2(std::abs(integrated.incompleteness) < 1e-5, qPrintable(QString::number(integrated.incompleteness)));
        const Explanation plain = network.explain(std::span(&sample, 1), {.method = AttributionMethod::inputGradient});
        QVERIFY(std::abs(plain.incompleteness) > 1e-4);
        QVERIFY(std::abs(sum(plain.inputs[0].values) - (plain.score - plain.baseline) - plain.incompleteness) < 1e-12);
    }
}

/// conv2d of one pixel, the mean of its maps, a dense layer: the maps' gradients are the dense weights over the map's pixels.
void TestAttribution::mapsAreWeighedByTheirGradients()
{
    const std::filesystem::path run =
        train(chain({node("conv2d_1", "conv2d", {{"filters", std::int64_t{5}}, {"kernel_size", std::vector<std::int64_t>{2, 2}}}),
                     node("global_average_pooling2d_1", "global_average_pooling2d"), softmax()}));
    const Arrays arrays = arraysOf(checkpointOf(run, 15).weights);
    const Values& kernel = arrays.at("dense_9.kernel");
    const data::Field sample = image(1);
    const std::vector<float> maps = Predictor(run, {}, 1, {"conv2d_1"}).predict(std::span(&sample, 1)).back();
    AttributionNetwork network(run);
    for (std::int64_t target = 0; target < 3; ++target) {
        const Explanation cam = network.explain(std::span(&sample, 1), {.method = AttributionMethod::gradCam, .target = target});
        QCOMPARE(cam.inputs[0].input, std::string("conv2d_1"));
        QCOMPARE(cam.inputs[0].shape, (Shape{3, 3}));
        Values expected(9, 0.0);
        for (std::size_t e = 0; e < maps.size(); ++e) {
            const std::size_t map = e % 5;
            const double mean = (kernel[3 * map] + kernel[3 * map + 1] + kernel[3 * map + 2]) / 3.0;
            expected[e / 5] += (kernel[3 * map + static_cast<std::size_t>(target)] - mean) / 9.0 * static_cast<double>(maps[e]);
        }
        std::ranges::transform(expected, expected.begin(), [](double value) { return std::max(value, 0.0); });
        QVERIFY(furthest(cam.inputs[0].values, expected) < 1e-5);
    }
}

/// With covers of 2×2, one apart, the corner is covered once and the middle four times.
void TestAttribution::coversAreAveraged()
{
    const std::filesystem::path run = train(withoutBatchNorm());
    AttributionNetwork network(run);
    const data::Field sample = image(2);
    const auto scoreOf = [&](const data::Field& field) {
        return network.explain(std::span(&field, 1), {.method = AttributionMethod::saliency, .target = 1}).score;
    };
    const double whole = scoreOf(sample);
    Values expected(16, 0.0), covered(16, 0.0);
    for (int top = 0; top < 3; ++top)
        for (int left = 0; left < 3; ++left) {
            const data::NewField made = data::makeField(sample.spec, 1);
            std::ranges::copy(sample.all(), made.bytes);
            const auto each = [&](const auto& visit) {
                for (int y = top; y < top + 2; ++y)
                    for (int x = left; x < left + 2; ++x)
                        visit(static_cast<std::size_t>(4 * y + x));
            };
            each([&](std::size_t e) { made.bytes[e] = std::byte{}; });
            const double fall = whole - scoreOf(made.field);
            each([&](std::size_t e) {
                expected[e] += fall;
                ++covered[e];
            });
        }
    for (std::size_t e = 0; e < 16; ++e)
        expected[e] /= covered[e];
    const Explanation found =
        network.explain(std::span(&sample, 1), {.method = AttributionMethod::occlusion, .target = 1, .patch = 2, .stride = 1});
    QVERIFY(furthest(found.inputs[0].values, expected) < 1e-5);
    const Explanation all =
        network.explain(std::span(&sample, 1), {.method = AttributionMethod::occlusion, .target = 1, .patch = 100, .stride = 100});
    for (const double value : all.inputs[0].values)
        QVERIFY(std::abs(value - (all.score - all.baseline)) < 1e-6);
}

/// In a linear network, what differs from the baseline times the weights.
void TestAttribution::aBaselineIsWhereItStarts()
{
    const std::filesystem::path run = train(chain({node("flatten_1", "flatten"), softmax()}));
    AttributionNetwork network(run);
    const data::Field sample = image(1);
    const Explanation slope =
        network.explain(std::span(&sample, 1), {.method = AttributionMethod::integratedGradients, .target = 1});
    const Values black = slope.inputs[0].values;
    for (const double baseline : {0.5, 1.0, -2.0}) {
        const auto explained = [&](AttributionMethod method) {
            return network.explain(std::span(&sample, 1),
                                   {.method = method, .target = 1, .patch = 1, .stride = 1, .baseline = baseline});
        };
        const Explanation integrated = explained(AttributionMethod::integratedGradients);
        const Explanation occluded = explained(AttributionMethod::occlusion);
        QVERIFY(furthest(integrated.inputs[0].values, occluded.inputs[0].values) < 1e-5);
        QVERIFY(std::abs(integrated.incompleteness) < 1e-5);
        QVERIFY(std::abs(integrated.baseline - slope.baseline) > 1e-3);
        for (std::size_t e = 0; e < 16; ++e) {
            const double x = std::to_integer<int>(sample.bytes[static_cast<std::ptrdiff_t>(e)]) / 255.0;
            if (x > 0.05)
                QVERIFY(std::abs(integrated.inputs[0].values[e] - black[e] / x * (x - baseline)) < 1e-4);
        }
    }
}

/// Its copies know the weights of their own steps, and what the run predicts with them.
void TestAttribution::aLiveRunIsCopied()
{
    const std::filesystem::path run = m_folder.filePath(u"live"_s).toStdString();
    TrainOptions options = optionsFor(run);
    options.stepsPerLaunch = 1;
    const data::Field sample = image(1);
    std::vector<NetworkCopy> copies;
    std::vector<std::vector<float>> answers;
    options.between = [&](train::LiveRun& live) {
        if (live.position().step == 3 || live.position().step == 8) {
            copies.push_back(copyOfLiveRun(live));
            answers.push_back(live.predict(std::span(&sample, 1))[0]);
        }
        return train::LaunchOrder{1};
    };
    trainTiny("reference", std::move(options), withoutBatchNorm());
    QVERIFY(copies.size() >= 2);
    AttributionNetwork network(copies.front());
    QCOMPARE(network.step(), 3);
    const auto explained = [&](AttributionNetwork& each) { return each.explain(std::span(&sample, 1), {.target = 0}); };
    const Explanation early = explained(network);
    network.update(copies.back());
    QCOMPARE(network.step(), 8);
    const Explanation late = explained(network);
    AttributionNetwork other(copies.back());
    QCOMPARE(late.inputs[0].values, explained(other).inputs[0].values);
    QVERIFY(furthest(early.inputs[0].values, late.inputs[0].values) > 1e-6);
    for (const auto& [said, truth] : {std::pair(early.answer, answers.front()), {late.answer, answers.back()}}) {
        QCOMPARE(said.size(), truth.size());
        for (std::size_t i = 0; i < truth.size(); ++i)
            QVERIFY(std::abs(said[i] - static_cast<double>(truth[i])) < 1e-6);
    }
    QVERIFY(late.answersShares);
}

void TestAttribution::methodsSuitNetworks()
{
    AttributionNetwork flat(train(chain({node("flatten_1", "flatten"), softmax()})));
    QVERIFY(flat.suits(AttributionMethod::saliency) && flat.suits(AttributionMethod::integratedGradients));
    QVERIFY(!flat.suits(AttributionMethod::gradCam) && flat.layersWithMaps().empty());
    AttributionNetwork maps(
        train(chain({node("conv2d_1", "conv2d", {{"filters", std::int64_t{2}}, {"kernel_size", std::vector<std::int64_t>{2, 2}}}),
                     node("conv2d_2", "conv2d", {{"filters", std::int64_t{3}}, {"kernel_size", std::vector<std::int64_t>{2, 2}}}),
                     node("flatten_1", "flatten"), softmax()})));
    QVERIFY(maps.suits(AttributionMethod::gradCam));
    QCOMPARE(maps.layersWithMaps(), (std::vector<std::string>{"conv2d_1", "conv2d_2"}));
    const data::Field sample = image();
    for (const std::string& layer : maps.layersWithMaps())
        QCOMPARE(maps.explain(std::span(&sample, 1), {.method = AttributionMethod::gradCam, .layer = layer}).inputs[0].input,
                 layer);
    QCOMPARE(maps.explain(std::span(&sample, 1), {.method = AttributionMethod::gradCam}).inputs[0].input, std::string("conv2d_2"));
}

void TestAttribution::progressIsTold()
{
    AttributionNetwork network(train(withoutBatchNorm()));
    const data::Field sample = image();
    for (const AttributionMethod method : {AttributionMethod::integratedGradients, AttributionMethod::occlusion}) {
        std::vector<std::pair<std::int64_t, std::int64_t>> told;
        std::stop_source stop;
        const auto tell = [&](std::int64_t done, std::int64_t all) {
            told.emplace_back(done, all);
            stop.request_stop(); // stops at the next batch
        };
        const AttributionRequest request{
            .method = method, .steps = 500, .patch = 1, .stride = 1, .stop = stop.get_token(), .progress = tell};
        const Error error = errorOf([&] { return network.explain(std::span(&sample, 1), request); });
        if (method == AttributionMethod::integratedGradients)
            QCOMPARE(error.message().id(), "data.cancelled");
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY(told[0].first >= 0 && told[0].first <= told[0].second && told[0].second > 1);
    }
}

void TestAttribution::tokensAreExplained()
{
    Project project = tinyTextProject(m_folder.path().toStdString(), false);
    project.training.epochs = 2;
    Backend& backend = *backendFor("reference").take();
    project.training.device = backend.devices().front().id;
    const std::filesystem::path run = m_folder.filePath(u"text"_s).toStdString();
    train::LoadedData data = train::loadData(project, {});
    const data::Field all = data.set.test.fields.empty() ? data.set.train.fields[0] : data.set.test.fields[0];
    train::Trainer(project, std::move(data), backend, optionsFor(run)).run();
    AttributionNetwork network(run);
    const data::Field sample{all.spec, 1, all.bytes};
    const std::int64_t tokens = all.spec.shape.elements();
    for (const AttributionMethod method :
         {AttributionMethod::saliency, AttributionMethod::inputGradient, AttributionMethod::occlusion}) {
        const Explanation explanation = network.explain(std::span(&sample, 1), {.method = method});
        QCOMPARE(std::ssize(explanation.inputs[0].values), tokens);
        QVERIFY(std::ranges::any_of(explanation.inputs[0].values, [](double value) { return value != 0.0; }));
        QVERIFY(std::ranges::all_of(explanation.inputs[0].values, [](double value) { return std::isfinite(value); }));
    }
    // After the embedding the network is linear: the products add up to the score less the bias.
    const Explanation products = network.explain(std::span(&sample, 1), {.method = AttributionMethod::inputGradient});
    const Arrays arrays = arraysOf(checkpointOf(run, CheckpointStore(run / "checkpoints").steps().back()).weights);
    const Values& bias = arrays.at("dense_1.bias");
    const double own = bias[static_cast<std::size_t>(products.target)] - sum(bias) / static_cast<double>(bias.size());
    QVERIFY(std::abs(sum(products.inputs[0].values) - (products.score - own)) < 1e-4);
    // A token covered by itself: the score falls by its share.
    const Explanation covered = network.explain(std::span(&sample, 1), {.method = AttributionMethod::occlusion});
    const data::NewField without = data::makeField(sample.spec, 1);
    std::ranges::copy(sample.all(), without.bytes);
    std::fill_n(without.bytes, sizeOf(sample.spec.type), std::byte{});
    const Explanation less =
        network.explain(std::span(&without.field, 1), {.method = AttributionMethod::saliency, .target = covered.target});
    QVERIFY(std::abs(covered.inputs[0].values[0] - (covered.score - less.score)) < 1e-5);
    const Error error = errorOf([&] { return network.explain(std::span(&sample, 1), {}); });
    QCOMPARE(error.message().id(), "attribution.tokens");
    QVERIFY(network.suits(AttributionMethod::inputGradient) && network.suits(AttributionMethod::saliency));
    QVERIFY(!network.suits(AttributionMethod::integratedGradients) && !network.suits(AttributionMethod::gradCam));
}

void TestAttribution::answersThatAreNotFiniteAreSaid()
{
    TrainOptions options = optionsFor(m_folder.filePath(u"diverged"_s).toStdString());
    std::optional<NetworkCopy> copy;
    options.between = [&](train::LiveRun& live) {
        copy = copyOfLiveRun(live);
        return train::LaunchOrder{};
    };
    trainTiny("reference", std::move(options), withoutBatchNorm());
    const data::Field sample = image();
    const std::vector<double> broken(1000, std::numeric_limits<double>::quiet_NaN()); // the reference keeps doubles
    for (TensorView& tensor : copy->weights.tensors)
        tensor.bytes = std::as_bytes(std::span(broken)).first(tensor.bytes.size());
    AttributionNetwork network(*copy);
    for (const AttributionMethod method : {AttributionMethod::saliency, AttributionMethod::occlusion}) {
        const Error error = errorOf([&] { network.explain(std::span(&sample, 1), {.method = method}); });
        QVERIFY2(error.message().id() == "attribution.diverged", error.what());
        QVERIFY2(mentions(error, "dense_2"), error.what());
    }
}

void TestAttribution::requestsThatDoNotFitAreRefused()
{
    const std::filesystem::path run = train(withoutBatchNorm());
    AttributionNetwork network(run);
    const data::Field sample = image();
    const auto refused = [&](const AttributionRequest& request) {
        return QString::fromStdString(
            std::string(errorOf([&] { return network.explain(std::span(&sample, 1), request); }).message().id()));
    };
    QCOMPARE(refused({.target = 3}), u"attribution.class"_s);
    QCOMPARE(refused({.target = -1}), u"attribution.class"_s);
    QCOMPARE(refused({.output = 1}), u"attribution.output"_s);
    QCOMPARE(refused({.method = AttributionMethod::gradCam}), u"attribution.no_maps"_s);
    QCOMPARE(refused({.method = AttributionMethod::gradCam, .layer = "nowhere"}), u"attribution.layer"_s);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(refused({.stop = stop.get_token()}), u"data.cancelled"_s);
    QCOMPARE(refused({.method = AttributionMethod::occlusion, .stop = stop.get_token()}), u"data.cancelled"_s);
    const Error error = errorOf([&] { return network.explain({}, {}); });
    QCOMPARE(error.message().id(), "predict.inputs");
}

NETSMITH_TEST(TestAttribution)

} // namespace test_attribution

#include "test_attribution.moc"
