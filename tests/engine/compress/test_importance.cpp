#include "engine/compress/importance/importance.h"
#include "engine/compress/importance/loss_change.h"
#include "engine/core/philox.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace test_importance {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

namespace {

using Numbers = std::vector<double>;

bool near(const Numbers& a, const Numbers& b, double tolerance = 1e-6)
{
    return std::ranges::equal(a, b, [&](double x, double y) { return std::abs(x - y) <= tolerance * std::max(1.0, std::abs(y)); });
}

QString textOf(const Numbers& numbers)
{
    QStringList words;
    for (const double number : numbers)
        words << QString::number(number, 'g', 9);
    return words.join(u' ');
}

/// A convolution of three filters over two channels, 1×1, normalized.
struct Small {
    CheckedProject project;
    Structure structure;
    SafetensorsFile weights;
};
Small smallNetwork()
{
    NetworkSketch sketch;
    std::string last = sketch.add("conv2d", {"input"}, filters(3, 1));
    last = sketch.add("batch_normalization", {last});
    (void)sketch.add("dense", {sketch.add("global_average_pooling2d", {last})}, units(3, "softmax"));
    Small small{checkedImages(sketch.project()), {}, {}};
    small.structure = structureOf(small.project);
    small.weights = arraysFile({{"conv2d_1.kernel", {1, 1, 2, 3}, {1, -2, 3, 4, 5, -6}},
                                {"batch_normalization_1.gamma", {3}, {-2, 1, 3}},
                                {"dense_1.kernel", {3, 3}, {1, 1, 1, 1, 1, 1, 1, 1, 1}}});
    return small;
}

Numbers valuesOf(const std::vector<LayerScores>& layers, const std::string& node)
{
    const auto found = std::ranges::find(layers, node, &LayerScores::node);
    return found == layers.end() ? Numbers() : found->values;
}

/// Of each channel of a layer.
Numbers inOrder(const Structure& structure, const std::string& layer, const Numbers& importance)
{
    Numbers numbers;
    for (const int group : structure.layerNamed(layer)->channels.groups)
        numbers.push_back(importance[static_cast<std::size_t>(group)]);
    return numbers;
}

} // namespace

/// Which channels matter, by numbers worked out by hand.
class TestImportance : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void normsOfFilters();
    void transposedFilters();
    void scalesOfNormalizations();
    void averagesStandForWeights();
    void layersCompare();
    void randomFollowsTheSeed();
    void lossChangesToFirstOrder();
};

void TestImportance::normsOfFilters()
{
    const Small small = smallNetwork();
    const Numbers l1 = valuesOf(filterNorms(small.structure, small.weights, Criterion::l1), "conv2d_1");
    QVERIFY2(near(l1, {5, 7, 9}), qPrintable(textOf(l1)));
    const Numbers l2 = valuesOf(filterNorms(small.structure, small.weights, Criterion::l2), "conv2d_1");
    QVERIFY2(near(l2, {std::sqrt(17.0), std::sqrt(29.0), std::sqrt(45.0)}), qPrintable(textOf(l2)));
}

/// Whose filters are along another axis: kh, kw, filters, channels.
void TestImportance::transposedFilters()
{
    NetworkSketch sketch;
    const std::string last =
        sketch.add("conv2d_transpose", {"input"}, {{"filters", std::int64_t{3}}, {"kernel_size", std::vector<std::int64_t>{1, 1}}});
    (void)sketch.add("dense", {sketch.add("flatten", {last})}, units(3, "softmax"));
    const Structure structure = structureOf(checkedImages(sketch.project()));
    const SafetensorsFile weights = arraysFile({{"conv2d_transpose_1.kernel", {1, 1, 3, 2}, {1, -2, 3, 4, 5, -6}},
                                                {"dense_1.kernel", {192, 3}, std::vector<float>(576, 1.0f)}});
    const Numbers l1 = valuesOf(filterNorms(structure, weights, Criterion::l1), "conv2d_transpose_1");
    QVERIFY2(near(l1, {3, 7, 11}), qPrintable(textOf(l1)));
}

void TestImportance::scalesOfNormalizations()
{
    const Small small = smallNetwork();
    const std::vector<LayerScores> scales = channelScales(small.structure, small.weights);
    QCOMPARE(scales.size(), 1u);
    QVERIFY(scales[0].scales);
    QVERIFY2(near(scales[0].values, {2, 1, 3}), qPrintable(textOf(scales[0].values)));
    const Numbers importance = inOrder(small.structure, "conv2d_1", importanceOf(small.structure, scales));
    QVERIFY2(near(importance, {1.0, 0.5, 1.5}), qPrintable(textOf(importance)));
    const Numbers dense = inOrder(small.structure, "dense_1", importanceOf(small.structure, scales)); // nothing scales them
    QVERIFY(std::ranges::all_of(dense, [](double one) { return std::isnan(one); }));
}

void TestImportance::averagesStandForWeights()
{
    const SafetensorsFile file = arraysFile({{"a", {2}, {1, 2}}, {"a/average", {2}, {3, 4}}, {"b", {1}, {5}}});
    QVERIFY(near(numbersIn(file, "a"), {3, 4}));
    QVERIFY(near(numbersIn(file, "b"), {5}));
    QVERIFY_THROWS_EXCEPTION(Error, (void)numbersIn(file, "c"));
}

/// In proportion to the mean of their layer; what a normalization says counts alone, and a layer of zeros says nothing.
void TestImportance::layersCompare()
{
    NetworkSketch sketch;
    const std::string first = sketch.add("conv2d", {"input"}, filters(2));
    const std::string second = sketch.add("conv2d", {first}, filters(2));
    (void)sketch.add("dense", {sketch.add("flatten", {sketch.add("add", {first, second})})}, units(3, "softmax"));
    const Structure structure = structureOf(checkedImages(sketch.project()));
    const std::vector<int> groups = structure.layerNamed("conv2d_1")->channels.groups;
    const std::vector<LayerScores> layers{{.node = "conv2d_1", .groups = groups, .values = {1, 3}},
                                          {.node = "conv2d_2", .groups = groups, .values = {30, 10}}};
    QVERIFY(near(inOrder(structure, "conv2d_1", importanceOf(structure, layers)), {1.0, 1.0}));
    std::vector<LayerScores> more = layers;
    more[1].values = {0, 0};
    QVERIFY(near(inOrder(structure, "conv2d_1", importanceOf(structure, more)), {0.5, 1.5}));
    more.push_back({.node = "scale", .scales = true, .groups = groups, .values = {6, 2}});
    QVERIFY(near(inOrder(structure, "conv2d_1", importanceOf(structure, more)), {1.5, 0.5}));
}

void TestImportance::randomFollowsTheSeed()
{
    const Small small = smallNetwork();
    const Numbers first = randomScores(small.structure, 1);
    QCOMPARE(first.size(), small.structure.groups.size());
    QVERIFY(randomScores(small.structure, 1) == first);
    QVERIFY(randomScores(small.structure, 2) != first);
}

/// Two linear units before a softmax: the loss changes by its gradient at a unit times the unit, sample by sample.
void TestImportance::lossChangesToFirstOrder()
{
    constexpr std::int64_t count = 5;
    NetworkSketch sketch;
    const std::string hidden = sketch.add("dense", {sketch.add("flatten", {"input"})}, units(2, "none"));
    (void)sketch.add("dense", {hidden}, units(3, "softmax"));
    SavedRun run{.project = sketch.project(), .record = {}, .checkpoint = {}};
    run.project.training.device = "reference";
    run.record.fields = imageFields();
    run.record.trainSamples = count;
    const CheckedProject project = checkedImages(run.project);
    run.checkpoint.weights = drawnWeights(project, 8);

    train::LoadedData data;
    data.set.id = "drawn";
    auto [image, pixels] = data::makeField(imageFields()[0], count);
    auto [label, classes] = data::makeField(imageFields()[1], count);
    RandomStream random(2, 0);
    const Numbers w = numbersIn(run.checkpoint.weights, "dense_1.kernel"), b = numbersIn(run.checkpoint.weights, "dense_1.bias");
    const Numbers v = numbersIn(run.checkpoint.weights, "dense_2.kernel"), c = numbersIn(run.checkpoint.weights, "dense_2.bias");
    Numbers expected(2, 0.0);
    for (std::int64_t sample = 0; sample < count; ++sample) {
        const std::uint32_t which = random.below(3);
        classes[sample] = static_cast<std::byte>(which);
        double h[2] = {b[0], b[1]};
        for (std::int64_t i = 0; i < 128; ++i) {
            const auto x = static_cast<float>(random.uniform(-1.0, 1.0));
            std::memcpy(pixels + (sample * 128 + i) * 4, &x, 4);
            for (std::size_t unit = 0; unit < 2; ++unit)
                h[unit] += double{x} * w[static_cast<std::size_t>(i) * 2 + unit];
        }
        double p[3], sum = 0.0;
        for (std::size_t k = 0; k < 3; ++k)
            sum += p[k] = std::exp(h[0] * v[k] + h[1] * v[3 + k] + c[k]);
        for (std::size_t unit = 0; unit < 2; ++unit) {
            double gradient = 0.0;
            for (std::size_t k = 0; k < 3; ++k)
                gradient += (p[k] / sum - (k == which ? 1.0 : 0.0)) * v[unit * 3 + k];
            expected[unit] += std::abs(gradient * h[unit]) / count;
        }
    }
    data.set.train = {{std::move(image), std::move(label)}};
    const std::vector<LayerScores> layers = lossChanges(structureOf(project), run, std::move(data), {.samples = count, .batch = 1});
    const Numbers found = valuesOf(layers, "dense_1");
    QVERIFY2(near(found, expected, 1e-4), qPrintable(textOf(found) + " instead of " + textOf(expected)));
}

NETSMITH_TEST(TestImportance)

} // namespace test_importance

#include "test_importance.moc"
