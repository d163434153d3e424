#include "engine/catalog/catalog.h"
#include "engine/core/philox.h"
#include "engine/fields/text/vocabulary.h"
#include "engine/inspect/weights/neighbors.h"
#include "engine/inspect/weights/spectrum.h"
#include "engine/inspect/weights/weight_sheet.h"
#include "engine/ops/control.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace test_weights {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

WeightArray arrayOf(WeightFacts facts, std::vector<float> numbers)
{
    auto owner = std::make_shared<std::vector<float>>(std::move(numbers));
    return {std::move(facts), *owner, owner};
}

std::vector<float> randomNumbers(std::int64_t count, std::uint64_t seed)
{
    RandomStream random(seed, 0);
    std::vector<float> numbers(static_cast<std::size_t>(count));
    for (float& number : numbers)
        number = static_cast<float>(random.below(2001)) / 1000.0f - 1.0f;
    return numbers;
}

/// Singular values by one-sided Jacobi rotations (Hestenes 1958): columns are turned until all are orthogonal; their lengths are
/// the values.
std::vector<double> jacobiValues(const WeightMatrix& matrix)
{
    const bool tall = matrix.rows >= matrix.columns;
    const std::int64_t height = tall ? matrix.rows : matrix.columns, width = tall ? matrix.columns : matrix.rows;
    std::vector<std::vector<double>> columns(static_cast<std::size_t>(width),
                                             std::vector<double>(static_cast<std::size_t>(height)));
    for (std::int64_t row = 0; row < matrix.rows; ++row)
        for (std::int64_t column = 0; column < matrix.columns; ++column)
            columns[static_cast<std::size_t>(tall ? column : row)][static_cast<std::size_t>(tall ? row : column)] =
                matrix.numbers[static_cast<std::size_t>(row * matrix.columns + column)];
    const auto product = [&](std::size_t a, std::size_t b) {
        return std::inner_product(columns[a].begin(), columns[a].end(), columns[b].begin(), 0.0);
    };
    for (int sweep = 0; sweep < 60; ++sweep)
        for (std::size_t a = 0; a < columns.size(); ++a)
            for (std::size_t b = a + 1; b < columns.size(); ++b) {
                const double aa = product(a, a), bb = product(b, b), ab = product(a, b);
                if (std::abs(ab) <= 1e-17 * std::sqrt(aa * bb))
                    continue;
                const double zeta = (bb - aa) / (2.0 * ab);
                const double tangent = (zeta >= 0.0 ? 1.0 : -1.0) / (std::abs(zeta) + std::sqrt(1.0 + zeta * zeta));
                const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent), sine = cosine * tangent;
                for (std::size_t i = 0; i < columns[a].size(); ++i) {
                    const double x = columns[a][i], y = columns[b][i];
                    columns[a][i] = cosine * x - sine * y;
                    columns[b][i] = sine * x + cosine * y;
                }
            }
    std::vector<double> values;
    for (std::size_t i = 0; i < columns.size(); ++i)
        values.push_back(std::sqrt(product(i, i)));
    std::ranges::sort(values, std::greater());
    return values;
}

Node node(std::string id, std::string layer, ParameterMap parameters = {})
{
    return {.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
}

using Sizes = std::vector<std::int64_t>;

/// One layer after another on a field "x" of this shape.
CheckedProject chainOn(const Sizes& shape, std::vector<Node> layers, DataType type, int classes = 0)
{
    Project project;
    project.graph.nodes = {node("x_in", "input", {{"shape", shape}, {"field", std::string("x")}})};
    for (Node& layer : layers)
        project.graph.nodes.push_back(std::move(layer));
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    const std::string last = project.graph.nodes.back().id;
    project.training.objectives = {};
    Objective objective;
    objective.target = "y";
    objective.loss = {"mean_squared_error", {}};
    project.training.objectives.push_back(objective);
    const FieldType field{.name = "x", .shape = Shape(shape), .type = type, .classes = classes};
    // The targets are shaped like the network's output, whatever that is.
    const CheckedProject first(project, catalog(), std::vector{field});
    const Shape* output = first.shapes().at({last, "output"});
    FieldType target{.name = "y", .shape = output ? *output : Shape(), .type = DataType::f32};
    return CheckedProject(project, catalog(), std::vector{field, target});
}

const WeightFacts& factsOf(const std::vector<WeighedLayer>& layers, const std::string& id)
{
    for (const WeighedLayer& layer : layers)
        for (const WeightFacts& facts : layer.arrays)
            if (facts.id == id)
                return facts;
    throw std::runtime_error("no weights " + id);
}

const WeighedLayer& layerOf(const std::vector<WeighedLayer>& layers, const std::string& id)
{
    return *std::ranges::find(layers, id, &WeighedLayer::node);
}

} // namespace

/// What is in a network's weights: which matrices and pictures they are, singular values and neighbors.
class TestWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSpectrumByHand();
    void spectraAreThoseOfJacobi_data();
    void spectraAreThoseOfJacobi();
    void matricesWithoutSpectrumSaySo();
    void opsSayWhatWeightsAre();
    void sharedWeightsBelongToTheirOwner();
    void convolutionsAreOutputsByInputs_data();
    void convolutionsAreOutputsByInputs();
    void gatesAreTakenApart();
    void filtersAreTheKernelsNumbers();
    void denseUnitsSeeThePicture();
    void largeMatricesKeepTheLargest();
    void manyMapsAreShownInParts();
    void neighborsByHand();
    void neighborsNeedATable();
    void wordsAreFound();
};

void TestWeights::aSpectrumByHand()
{
    // AᵀA = ((25, 20), (20, 25)): eigenvalues 45 and 5.
    const Spectrum spectrum = spectrumOf({2, 2, {3, 0, 4, 5}});
    QCOMPARE(std::ssize(spectrum.values), 2);
    QVERIFY(std::abs(spectrum.values[0] - std::sqrt(45.0)) < 1e-14);
    QVERIFY(std::abs(spectrum.values[1] - std::sqrt(5.0)) < 1e-14);
    QVERIFY(std::abs(spectrum.spectralNorm - std::sqrt(45.0)) < 1e-14);
    QVERIFY(std::abs(spectrum.frobenius - std::sqrt(50.0)) < 1e-14);
    QVERIFY(std::abs(spectrum.stableRank - 50.0 / 45.0) < 1e-14);
    QVERIFY(spectrum.condition && std::abs(*spectrum.condition - 3.0) < 1e-13);
    QCOMPARE(spectrum.rank, 2);

    const Spectrum flat = spectrumOf({2, 3, {1, 2, 2, 2, 4, 4}}); // rank 1: 3 · √5
    QVERIFY(std::abs(flat.spectralNorm - 3.0 * std::sqrt(5.0)) < 1e-13);
    QVERIFY(std::abs(flat.stableRank - 1.0) < 1e-13);
    QCOMPARE(flat.rank, 1);

    const Spectrum zero = spectrumOf({2, 2, {0, 0, 0, 0}});
    QCOMPARE(zero.spectralNorm, 0.0);
    QCOMPARE(zero.stableRank, 0.0);
    QCOMPARE(zero.rank, 0);
    QVERIFY(!zero.condition);
}

void TestWeights::spectraAreThoseOfJacobi_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    for (const auto& [rows, columns] :
         {std::pair{1, 1}, {1, 9}, {9, 1}, {5, 3}, {3, 7}, {20, 20}, {64, 10}, {17, 50}, {90, 70}, {33, 65}})
        QTest::addRow("%d×%d", rows, columns) << rows << columns;
}

void TestWeights::spectraAreThoseOfJacobi()
{
    QFETCH(const int, rows);
    QFETCH(const int, columns);
    const std::vector<float> numbers = randomNumbers(rows * columns, 100 + static_cast<std::uint64_t>(rows));
    const WeightMatrix matrix{rows, columns, {numbers.begin(), numbers.end()}};
    const Spectrum spectrum = spectrumOf(matrix);
    const std::vector<double> expected = jacobiValues(matrix);
    QCOMPARE(spectrum.values.size(), expected.size());
    double squares = 0.0;
    for (const double number : matrix.numbers)
        squares += number * number;
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY(std::abs(spectrum.values[i] - expected[i]) < 1e-12 * expected[0]);
    QVERIFY(std::abs(spectrum.frobenius - std::sqrt(squares)) < 1e-12 * expected[0]);
}

void TestWeights::matricesWithoutSpectrumSaySo()
{
    const Spectrum broken = spectrumOf({1, 3, {1.0, std::nan(""), std::numeric_limits<double>::infinity()}});
    QVERIFY(broken.values.empty());
    QVERIFY(broken.refusal && broken.refusal->text().find("2 weights are not finite") == 0);

    // Nothing is copied of what is too large.
    const WeightArray large{{.id = "dense_1.kernel", .name = "kernel", .shape = {8192, 4096}, .use = WeightUse::product}, {}, {}};
    const std::vector<Spectrum> spectra = spectraOf(large);
    QCOMPARE(std::ssize(spectra), 1);
    QVERIFY(spectra[0].refusal && spectra[0].refusal->text().find("the singular values of 8192×4096 weights take about") == 0);
    QVERIFY(spectra[0].values.empty());

    // It can be stopped at any time, and says how far it is.
    const std::vector<float> numbers = randomNumbers(60 * 40, 9);
    const WeightMatrix matrix{60, 40, {numbers.begin(), numbers.end()}};
    std::stop_source stop;
    double seen = 0.0;
    const Error stopped = errorOf([&] {
        spectrumOf(matrix, stop.get_token(), [&](double share) {
            seen = share;
            if (share > 0.5)
                stop.request_stop();
        });
    });
    QCOMPARE(stopped.cause(), MessageFacts::Cause::cancelled);
    QVERIFY(seen > 0.5 && seen < 0.7);
}

void TestWeights::opsSayWhatWeightsAre()
{
    const CheckedProject image = chainOn(
        {8, 8, 3},
        {node("a", "conv2d", {{"filters", std::int64_t{4}}, {"kernel_size", Sizes{3, 2}}}), node("norm", "batch_normalization"),
         node("b", "depthwise_conv2d", {{"kernel_size", Sizes{2, 2}}, {"depth_multiplier", std::int64_t{2}}}),
         node("c", "conv2d_transpose", {{"filters", std::int64_t{5}}, {"kernel_size", Sizes{3, 3}}}), node("flat", "flatten"),
         node("d", "dense", {{"units", std::int64_t{7}}})},
        DataType::f32);
    QVERIFY2(image.ok(), image.problems().empty() ? "" : image.problems()[0].message.text().c_str());
    const std::vector<WeighedLayer> layers = weighedLayers(image);
    QCOMPARE(std::ssize(layers), 5);
    QCOMPARE(factsOf(layers, "a.kernel").use, WeightUse::convolution);
    QCOMPARE(factsOf(layers, "a.kernel").window, Shape({3, 2, 3, 4}));
    QVERIFY(layerOf(layers, "a").readsSample);
    QCOMPARE(factsOf(layers, "a.bias").use, WeightUse::other);
    QCOMPARE(factsOf(layers, "norm.moving_mean").use, WeightUse::statistic);
    QVERIFY(!factsOf(layers, "norm.moving_mean").initializer);
    QCOMPARE(factsOf(layers, "b.kernel").window, Shape({2, 2, 1, 8}));
    QVERIFY(!layerOf(layers, "b").readsSample);
    QVERIFY(factsOf(layers, "c.kernel").isTransposed);
    QCOMPARE(factsOf(layers, "c.kernel").window[-2], 5);
    QCOMPARE(factsOf(layers, "d.kernel").use, WeightUse::product);
    QVERIFY(layerOf(layers, "d").image && (*layerOf(layers, "d").image)[2] == 5);

    const CheckedProject text =
        chainOn({6},
                {node("e", "embedding", {{"input_dim", std::int64_t{9}}, {"output_dim", std::int64_t{4}}}),
                 node("f", "lstm", {{"units", std::int64_t{5}}, {"direction", std::string("bidirectional")}})},
                DataType::i32, 9);
    QVERIFY2(text.ok(), text.problems().empty() ? "" : text.problems()[0].message.text().c_str());
    const std::vector<WeighedLayer> read = weighedLayers(text);
    QCOMPARE(factsOf(read, "e.embeddings").use, WeightUse::table);
    QCOMPARE(layerOf(read, "e").field, std::string("x"));
    QCOMPARE(factsOf(read, "f.recurrent_kernel_backward").use, WeightUse::gates);
    QCOMPARE(factsOf(read, "f.kernel").gates, (std::vector<std::string>{"i", "f", "c", "o"}));
    QVERIFY(layerOf(read, "f").field.empty());
}

void TestWeights::sharedWeightsBelongToTheirOwner()
{
    const CheckedProject project = chainOn(
        {4},
        {node("a", "dense", {{"units", std::int64_t{4}}}), node("act", "relu"),
         Node{.id = "b", .layer = "dense", .version = 1, .title = {}, .parameters = {{"units", std::int64_t{4}}}, .shares = "a"}},
        DataType::f32);
    QVERIFY2(project.ok(), project.problems().empty() ? "" : project.problems()[0].message.text().c_str());
    const std::vector<WeighedLayer> layers = weighedLayers(project);
    QCOMPARE(weighedLayer(layers, project, "b").node, std::string("a"));
    QVERIFY(mentions(errorOf([&] { weighedLayer(layers, project, "act"); }), "\"act\" has no weights; these have some: a"));
    QVERIFY(mentions(errorOf([&] { weighedLayer(layers, project, "z"); }), "no layer \"z\""));
}

void TestWeights::convolutionsAreOutputsByInputs_data()
{
    QTest::addColumn<bool>("transposed");
    QTest::newRow("forward") << false;
    QTest::newRow("transposed") << true;
}

void TestWeights::convolutionsAreOutputsByInputs()
{
    QFETCH(const bool, transposed);
    const Shape window{2, 3, 4, 5}; // kh, kw and the channels
    const WeightArray array =
        arrayOf({.name = "kernel", .shape = window, .use = WeightUse::convolution, .window = window, .isTransposed = transposed},
                randomNumbers(window.elements(), 7));
    const WeightMatrix matrix = matrixOf(array);
    const std::int64_t outputs = transposed ? 4 : 5, inputs = transposed ? 5 : 4;
    QCOMPARE(matrix.rows, outputs);
    QCOMPARE(matrix.columns, 2 * 3 * inputs);
    for (std::int64_t output = 0; output < outputs; ++output)
        for (std::int64_t place = 0; place < 6; ++place)
            for (std::int64_t input = 0; input < inputs; ++input) {
                const std::int64_t at = transposed ? (place * 4 + output) * 5 + input : (place * 4 + input) * 5 + output;
                QCOMPARE(matrix.numbers[static_cast<std::size_t>(output * matrix.columns + place * inputs + input)],
                         static_cast<double>(array.numbers[static_cast<std::size_t>(at)]));
            }
}

void TestWeights::gatesAreTakenApart()
{
    const WeightArray array =
        arrayOf({.name = "recurrent_kernel", .shape = {2, 6}, .use = WeightUse::gates, .gates = {"z", "r", "h"}},
                {0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15});
    QCOMPARE(matrixOf(array, 1).numbers, (std::vector<double>{2, 3, 12, 13}));
    QCOMPARE(std::ssize(matrixOf(array).numbers), 12);
    const std::vector<Spectrum> spectra = spectraOf(array);
    QCOMPARE(std::ssize(spectra), 4);
    QVERIFY(spectra[0].gate.empty());
    QCOMPARE(spectra[2].gate, std::string("r"));
    QCOMPARE(spectra[2].columns, 2);
    const WeightSheet sheet = sheetOf(array, {});
    QCOMPARE(sheet.form, WeightSheet::Form::gates);
    QCOMPARE(sheet.outputs, 3);
    QCOMPARE(sheet.at(2, 0, 1, 0), 14.0f);
}

void TestWeights::filtersAreTheKernelsNumbers()
{
    const Shape window{3, 2, 3, 4};
    const WeightArray array =
        arrayOf({.name = "kernel", .shape = window, .use = WeightUse::convolution, .window = window}, randomNumbers(72, 3));
    const auto number = [&](std::int64_t y, std::int64_t x, std::int64_t input, std::int64_t output) {
        return array.numbers[static_cast<std::size_t>(((y * 2 + x) * 3 + input) * 4 + output)];
    };
    const WeightSheet deeper = sheetOf(array, {});
    QCOMPARE(deeper.form, WeightSheet::Form::filters);
    QCOMPARE(deeper.inputs, 3);
    const WeightSheet first = sheetOf(array, {.readsSample = true});
    QCOMPARE(first.form, WeightSheet::Form::colourFilters);
    QCOMPARE(first.inputs, 1);
    QCOMPARE(first.channels, 3);
    for (std::int64_t output = 0; output < 4; ++output)
        for (std::int64_t input = 0; input < 3; ++input)
            for (std::int64_t y = 0; y < 3; ++y)
                for (std::int64_t x = 0; x < 2; ++x) {
                    QCOMPARE(deeper.at(output, input, y, x), number(y, x, input, output));
                    QCOMPARE(first.at(output, 0, y, x, input), number(y, x, input, output));
                }
    float most = 0.0f;
    for (const float each : array.numbers)
        most = std::max(most, std::abs(each));
    QCOMPARE(deeper.most, static_cast<double>(most));

    // A sequence's: channels × steps for each filter.
    const WeightArray sequence = arrayOf(
        {.name = "kernel", .shape = {3, 2, 5}, .use = WeightUse::convolution, .window = {1, 3, 2, 5}}, randomNumbers(30, 4));
    const WeightSheet steps = sheetOf(sequence, {});
    QCOMPARE(steps.form, WeightSheet::Form::steps);
    QCOMPARE(steps.outputs, 5);
    QCOMPARE(steps.at(4, 0, 1, 2), sequence.numbers[(2 * 2 + 1) * 5 + 4]);
}

void TestWeights::denseUnitsSeeThePicture()
{
    const WeightArray array = arrayOf({.name = "kernel", .shape = {12, 5}, .use = WeightUse::product}, randomNumbers(60, 5));
    const WeighedLayer onPicture{.image = Shape{3, 2, 2}};
    const WeightSheet sheet = sheetOf(array, onPicture);
    QCOMPARE(sheet.form, WeightSheet::Form::unitImages);
    QCOMPARE(sheet.outputs, 5);
    QCOMPARE(sheet.inputs, 2);
    for (std::int64_t unit = 0; unit < 5; ++unit)
        for (std::int64_t channel = 0; channel < 2; ++channel)
            QCOMPARE(sheet.at(unit, channel, 2, 1),
                     array.numbers[static_cast<std::size_t>(((2 * 2 + 1) * 2 + channel) * 5 + unit)]);
    const WeightSheet plain = sheetOf(array, {});
    QCOMPARE(plain.form, WeightSheet::Form::matrix);
    QCOMPARE(plain.at(0, 0, 11, 4), array.numbers[59]);
    const WeightSheet one = sheetOf(arrayOf({.name = "kernel", .shape = {1, 1}, .use = WeightUse::product}, {0.5f}), {});
    QCOMPARE(one.form, WeightSheet::Form::vector);
    QCOMPARE(one.cells, std::vector<float>{0.5f});
}

void TestWeights::largeMatricesKeepTheLargest()
{
    std::vector<float> numbers(1000, 0.1f);
    numbers[17] = -0.9f;
    numbers[18] = 0.8f;
    numbers[500] = notANumber;
    const WeightArray array = arrayOf({.name = "bias", .shape = {1000}}, numbers);
    const WeightSheet sheet = sheetOf(array, {}, {}, {.onlySide = 100});
    QCOMPARE(sheet.width, 100);
    QCOMPARE(sheet.wholeWidth, 1000);
    QCOMPARE(sheet.at(0, 0, 0, 1), -0.9f);
    QCOMPARE(sheet.at(0, 0, 0, 0), 0.1f);
    QVERIFY(std::isnan(sheet.at(0, 0, 0, 50)));
    QCOMPARE(sheet.most, static_cast<double>(0.9f));
    QCOMPARE(WeightSheet::firstOf(1, 100, 1000), 10);
}

void TestWeights::manyMapsAreShownInParts()
{
    const Shape window{1, 3, 70, 100'000};
    WeightFacts facts{.name = "kernel", .shape = window, .use = WeightUse::convolution, .window = window};
    const WeightArray array = arrayOf(facts, std::vector<float>(static_cast<std::size_t>(window.elements()), 0.25f));
    const WeightSheet sheet = sheetOf(array, {}, {.firstOutput = 99'990, .firstInput = 8});
    QCOMPARE(sheet.totalOutputs, 100'000);
    QCOMPARE(sheet.firstOutput, 99'990);
    QCOMPARE(sheet.outputs, 10);
    QCOMPARE(sheet.inputs, 62);
    QCOMPARE(std::ssize(sheet.cells), 10 * 62 * 3);
    QCOMPARE(sheetOf(array, {}, {.firstOutput = 200'000}).firstOutput, 99'999);
}

void TestWeights::neighborsByHand()
{
    const WeightArray table = arrayOf({.id = "e.embeddings", .name = "embeddings", .shape = {6, 2}, .use = WeightUse::table},
                                      {1, 0, 3, 0, 1, 1, -1, 0, 0, 0, notANumber, 1});
    const Neighbors found = neighborsOf(table, 0, 10);
    QCOMPARE(found.norm, 1.0);
    QCOMPARE(found.leftOut, 1);
    QCOMPARE(std::ssize(found.byCosine), 3); // not the vector that is 0
    QCOMPARE(found.byCosine[0].id, 1);
    QCOMPARE(found.byCosine[0].cosine, 1.0);
    QCOMPARE(found.byCosine[0].distance, 2.0);
    QCOMPARE(found.byCosine[1].id, 2);
    QVERIFY(std::abs(found.byCosine[1].cosine - std::sqrt(0.5)) < 1e-15);
    QCOMPARE(found.byCosine[2].cosine, -1.0);
    std::vector<std::int64_t> ids;
    for (const Neighbor& each : found.byDistance)
        ids.push_back(each.id);
    QCOMPARE(ids, (std::vector<std::int64_t>{2, 4, 1, 3})); // 1, 1, 2 and 2: equal ones in their order
    QCOMPARE(neighborsOf(table, 0, 2).byDistance.size(), std::size_t{2});
    QVERIFY(neighborsOf(table, 4, 3).byCosine.empty());
}

void TestWeights::neighborsNeedATable()
{
    const WeightArray table =
        arrayOf({.id = "e.embeddings", .name = "embeddings", .shape = {2, 2}, .use = WeightUse::table}, {1, 0, notANumber, 0});
    QVERIFY(mentions(errorOf([&] { neighborsOf(table, 2, 1); }), "no row 2; name one from 0 to 1"));
    QVERIFY(mentions(errorOf([&] { neighborsOf(table, 1, 1); }), "not finite"));
    const WeightArray kernel =
        arrayOf({.id = "d.kernel", .name = "kernel", .shape = {2, 2}, .use = WeightUse::product}, {1, 2, 3, 4});
    QVERIFY(mentions(errorOf([&] { neighborsOf(kernel, 0, 1); }), "not the table of an embedding"));
}

void TestWeights::wordsAreFound()
{
    data::FieldSpec field{.name = "text"};
    field.vocabulary = std::make_shared<data::Vocabulary>(data::TokenRule{data::TextUnit::words, true},
                                                          std::vector<std::string>{"the", "king", "7", "kind"});
    const TokenNames names(field, 6);
    QVERIFY(names.hasWords());
    QCOMPARE(names.idOf("King"), 3);
    QCOMPARE(names.idOf("7"), 4);
    QCOMPARE(names.idOf("#5"), 5);
    QCOMPARE(names.nameOf(0), std::string("⟨padding⟩"));
    QCOMPARE(names.idOf("⟨padding⟩"), 0);
    QCOMPARE(names.beginningWith("ki", 9), (std::vector<std::int64_t>{3, 5}));
    QVERIFY(mentions(errorOf([&] { names.idOf("queen"); }), "\"queen\" is not one of the 6 tokens"));
    QVERIFY(mentions(errorOf([&] { names.idOf("#6"); }), "\"#6\" is not one of"));
    // A table may have more rows than the text has words.
    QCOMPARE(TokenNames(field, 8).nameOf(7), std::string("#7"));

    const TokenNames numbers(std::nullopt, 4);
    QVERIFY(!numbers.hasWords());
    QCOMPARE(numbers.idOf("3"), 3);
    QVERIFY(mentions(errorOf([&] { numbers.idOf("4"); }), "a number from 0 to 3, not \"4\""));
    QVERIFY(mentions(errorOf([&] { numbers.idOf("word"); }), "not \"word\""));
}

NETSMITH_TEST(TestWeights)

} // namespace test_weights

#include "test_weights.moc"
