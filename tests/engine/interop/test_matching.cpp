#include "engine/interop/weights/matching.h"

#include "engine/core/error.h"
#include "engine/interop/weights/tensor_name.h"
#include "tests/engine/interop/foreign_weights.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <limits>
#include <random>

namespace test_matching {

using namespace netsmith;
using namespace netsmith::interop;
using namespace netsmith::test;
using Found = WeightRow::Found;

namespace {

using Layers = std::vector<std::vector<LayerWeight>>;

/// Three convolutions, the last two of one shape, each normalized; then two dense layers.
Layers smallNetwork(std::int64_t classes = 10)
{
    return {convolution("conv2d_1", {3, 3, 3, 8}),
            norm("batch_normalization_1", 8, "conv2d_1"),
            convolution("conv2d_2", {3, 3, 8, 8}, "batch_normalization_1"),
            norm("batch_normalization_2", 8, "conv2d_2"),
            convolution("conv2d_3", {3, 3, 8, 8}, "batch_normalization_2"),
            norm("batch_normalization_3", 8, "conv2d_3"),
            denseLayer("dense_1", 2 * 2 * 8, 16, "batch_normalization_3", {Shape{2, 2, 8}}),
            denseLayer("dense_2", 16, classes, "dense_1")};
}

std::vector<LayerWeight> flat(const Layers& layers)
{
    std::vector<LayerWeight> all;
    for (const auto& layer : layers)
        all.insert(all.end(), layer.begin(), layer.end());
    return all;
}

/// Numbers that no other weight has, by weight.
std::map<std::string, Numbers> numbersFor(const Layers& layers)
{
    std::map<std::string, Numbers> values;
    float next = 1.0f;
    for (const LayerWeight& weight : flat(layers)) {
        values[weight.id()] = counted(static_cast<std::size_t>(weight.shape.elements()), next);
        next += static_cast<float>(weight.shape.elements());
    }
    return values;
}

/// A file of these layers under other names, in the order of `names`, which holds our layer and its path there.
ForeignFile written(Framework framework, const Layers& layers, const std::vector<std::pair<std::string, std::string>>& names)
{
    const auto values = numbersFor(layers);
    ForeignFile file(framework);
    for (const auto& [ours, theirs] : names)
        for (const auto& layer : layers)
            if (layer[0].layer == ours) {
                std::map<std::string, Numbers> mine;
                for (const LayerWeight& weight : layer)
                    mine[weight.name] = values.at(weight.id());
                addForeign(file, theirs, layer, mine);
            }
    return file;
}

std::vector<std::pair<std::string, std::string>> torchNames()
{
    return {{"conv2d_1", "features.0"},  {"batch_normalization_1", "features.1"},
            {"conv2d_2", "features.3"},  {"batch_normalization_2", "features.4"},
            {"conv2d_3", "features.6"},  {"batch_normalization_3", "features.7"},
            {"dense_1", "classifier.0"}, {"dense_2", "classifier.2"}};
}

std::vector<std::pair<std::string, std::string>> ownNames(const Layers& layers, const std::string& prefix = {})
{
    std::vector<std::pair<std::string, std::string>> names;
    for (const auto& layer : layers)
        names.emplace_back(layer[0].layer, prefix + layer[0].layer);
    return names;
}

const WeightRow& rowOf(const Matching& matching, const std::string& weight)
{
    const auto row = std::ranges::find_if(matching.rows, [&](const WeightRow& one) { return one.weight.id() == weight; });
    if (row == matching.rows.end())
        qFatal("there is no row %s", weight.c_str());
    return *row;
}

/// The first found weight whose numbers are not ours, or nothing; `values` are those of our layers.
std::string firstWrong(const ForeignFile& file, const Matching& matching, const std::map<std::string, Numbers>& values)
{
    for (const WeightRow& row : matching.rows)
        if (row.isFound() && numbersOf(file.file, row) != values.at(row.weight.id()))
            return row.weight.id() + " from " + row.tensors[0];
    return {};
}

bool isWhole(const Matching& matching)
{
    return matching.foundCount() == matching.rows.size() && !matching.problem("file");
}

QString problemOf(const Matching& matching)
{
    const auto problem = matching.problem("w.pt");
    return problem ? QString::fromStdString(problem->text()) : QString();
}

QString errorOf(const std::function<void()>& act)
{
    try {
        act();
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

class TestMatching : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names_data();
    void names();
    void renamed();
    void reordered();
    void sortedByName();
    void countedFromZero();
    void transposed();
    void missing();
    void ambiguous();
    void headOfAnotherShape();
    void extraTensors();
    void prefixed();
    void halfPrecision();
    void bothFrameworks();
    void shortcutDrawnFirst();
    void onnxWithoutNames();
    void darknetLayers();
    void separableLayers();
    void recurrentLayers();
    void changedRows();
    void whatMayBeChosen();
    void wrongChanges();
    void unknownLayout();
    void badNumbers();
    void randomNetworks();
};

void TestMatching::names_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("part");
    QTest::addColumn<bool>("backward");
    const auto row = [](const char* name, const char* layer, const char* part, bool backward = false) {
        QTest::newRow(name) << QString(layer) << QString(part) << backward;
    };
    row("conv2d_1/kernel:0", "conv2d_1", "kernel");
    row("conv2d_1/conv2d_1/kernel:0", "conv2d_1", "kernel");
    row("features.0.weight", "features/0", "weight");
    row("layer1.0.bn1.running_mean", "layer1/0/bn1", "moving_mean");
    row("block.block.weight", "block/block", "weight");
    row("lstm.weight_ih_l0", "lstm", "kernel");
    row("lstm.weight_hh_l1_reverse", "lstm/l1", "recurrent_kernel", true);
    row("lstm/lstm_cell/recurrent_kernel", "lstm", "recurrent_kernel");
    row("bidirectional/backward_lstm/lstm_cell/bias", "bidirectional", "bias", true);
    row("layers/dense/vars/1", "layers/dense", "#1");
    row("layers/lstm/cell/vars/0", "layers/lstm", "#0");
    row("res_1/conv2d_1.kernel", "res_1/conv2d_1", "kernel");
    row("lstm_1.bias_backward", "lstm_1", "bias", true);
    row("onnx::Conv_12", "onnx::conv_12", "");
    row("weight", "", "weight");
    row("", "", "");
}

void TestMatching::names()
{
    QFETCH(QString, layer);
    QFETCH(QString, part);
    QFETCH(bool, backward);
    const TensorName name = parseTensorName(QTest::currentDataTag());
    QCOMPARE(QString::fromStdString(name.layer), layer);
    QCOMPARE(QString::fromStdString(name.part), part);
    QCOMPARE(name.backward, backward);
    QVERIFY(parseTensorName("bn.num_batches_tracked").kind == TensorName::Kind::notAWeight);
    QVERIFY(naturallyLess("conv_9", "conv_10") && naturallyLess("conv", "conv_1") && !naturallyLess("conv_2", "conv_2"));
    QCOMPARE(patternOf("layer1/0/conv2"), std::string("layer#/#/conv#"));
    QCOMPARE(patternOf("dense_12"), patternOf("dense"));
}

void TestMatching::renamed()
{
    const Layers layers = smallNetwork();
    const ForeignFile file = written(Framework::pytorch, layers, torchNames());
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, numbersFor(layers)), std::string());
    QVERIFY(rowOf(matching, "conv2d_3/kernel").found == Found::order);
    QCOMPARE(rowOf(matching, "conv2d_3/kernel").tensors, std::vector<std::string>{"features.6.weight"});
    QVERIFY(matching.unused.empty() && matching.notes().empty());
    // Counters are left out, and that is said.
    ForeignFile counters = written(Framework::pytorch, layers, torchNames());
    counters.add("features.1.num_batches_tracked", {}, DataType::i64);
    const Matching other = matchWeights(counters.file, flat(layers));
    QVERIFY(isWhole(other));
    QCOMPARE(other.unused.size(), std::size_t{1});
    QVERIFY(!other.unused[0].isWeight);
    QCOMPARE(other.notes().size(), std::size_t{1});
}

void TestMatching::reordered()
{
    const Layers layers = smallNetwork();
    auto names = ownNames(layers);
    std::ranges::reverse(names);
    const ForeignFile named = written(Framework::keras, layers, names);
    const Matching byName = matchWeights(named.file, flat(layers));
    QVERIFY2(isWhole(byName), qPrintable(problemOf(byName)));
    QCOMPARE(firstWrong(named, byName, numbersFor(layers)), std::string());
    QVERIFY(std::ranges::all_of(byName.rows, [](const WeightRow& row) { return row.found == Found::name; }));
    // With other names, reversed: what has its own shape is found, what has not is asked.
    names = torchNames();
    for (auto& [ours, theirs] : names)
        theirs = "m" + std::to_string((theirs.size() * 7 + static_cast<std::size_t>(theirs.back())) % 13) + theirs;
    std::ranges::reverse(names);
    const ForeignFile other = written(Framework::pytorch, layers, names);
    const Matching matching = matchWeights(other.file, flat(layers));
    QCOMPARE(firstWrong(other, matching, numbersFor(layers)), std::string());
    QVERIFY(rowOf(matching, "conv2d_1/kernel").found == Found::shape);
    QVERIFY(rowOf(matching, "dense_1/kernel").found == Found::shape);
    QVERIFY(rowOf(matching, "conv2d_2/kernel").found == Found::ambiguous);
}

void TestMatching::sortedByName()
{
    // As in safetensors: features.10 before features.2. Only numbers tell them apart, so their order is known.
    Layers layers;
    std::vector<std::pair<std::string, std::string>> names;
    for (int i = 1; i <= 12; ++i) {
        layers.push_back(denseLayer("dense_" + std::to_string(i), 8, 8));
        names.emplace_back(layers.back()[0].layer, "net." + std::to_string(i));
    }
    std::ranges::sort(names, {}, &std::pair<std::string, std::string>::second);
    const ForeignFile file = written(Framework::pytorch, layers, names);
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, numbersFor(layers)), std::string());
    // Words do not: which of two is first is asked.
    const Layers two{denseLayer("dense_1", 8, 8), denseLayer("dense_2", 8, 8)};
    const ForeignFile words = written(Framework::pytorch, two, {{"dense_2", "critic"}, {"dense_1", "player"}});
    const Matching asked = matchWeights(words.file, flat(two));
    QCOMPARE(asked.foundCount(), std::size_t{0});
    QVERIFY(rowOf(asked, "dense_1/kernel").found == Found::ambiguous);
    // A network whose normalizations and convolutions have their own words, sorted: paired by their numbers.
    const Layers small{convolution("conv2d_1", {3, 3, 8, 8}),
                       norm("n_1", 8, "conv2d_1"),
                       convolution("conv2d_2", {3, 3, 8, 8}),
                       norm("n_2", 8, "conv2d_2"),
                       norm("n_3", 8, "dense_1"),
                       denseLayer("dense_1", 8, 8)};
    const ForeignFile sorted = written(Framework::pytorch, small,
                                       {{"n_1", "a.bn1"},
                                        {"n_2", "a.bn2"},
                                        {"conv2d_1", "a.conv1"},
                                        {"conv2d_2", "a.conv2"},
                                        {"n_3", "a.last"},
                                        {"dense_1", "b"}});
    const Matching paired = matchWeights(sorted.file, flat(small));
    QVERIFY2(isWhole(paired), qPrintable(problemOf(paired)));
    QCOMPARE(firstWrong(sorted, paired, numbersFor(small)), std::string());
}

void TestMatching::countedFromZero()
{
    // Keras calls the first one "dense": its "dense_1" is our dense_2.
    const Layers layers{denseLayer("dense_1", 8, 8), denseLayer("dense_2", 8, 8), denseLayer("dense_3", 8, 8)};
    const ForeignFile file =
        written(Framework::keras, layers, {{"dense_1", "dense"}, {"dense_2", "dense_1"}, {"dense_3", "dense_2"}});
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, numbersFor(layers)), std::string());
}

void TestMatching::transposed()
{
    // Nothing but shapes says that the matrices are PyTorch's.
    const Layers layers{denseLayer("dense_1", 4, 6), denseLayer("dense_2", 6, 6), denseLayer("dense_3", 6, 3)};
    const auto values = numbersFor(layers);
    ForeignFile file(Framework::unknown);
    int next = 0;
    for (const LayerWeight& weight : flat(layers)) {
        const auto [shape, numbers] = foreignOf(Framework::pytorch, weight, values.at(weight.id()));
        file.add("arr_" + std::to_string(next++), shape, numbers);
    }
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QVERIFY(matching.framework == Framework::pytorch);
    QCOMPARE(firstWrong(file, matching, values), std::string());
    QCOMPARE(rowOf(matching, "dense_1/kernel").conversion.axes, (std::vector<int>{1, 0}));
}

void TestMatching::missing()
{
    const Layers layers = smallNetwork();
    auto names = torchNames();
    std::erase_if(names, [](const auto& name) { return name.first == "conv2d_1"; });
    const ForeignFile file = written(Framework::pytorch, layers, names);
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY(rowOf(matching, "conv2d_1/kernel").found == Found::no);
    QVERIFY2(problemOf(matching).contains("it has nothing for conv2d_1/kernel (3×3×3×8)"), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, numbersFor(layers)), std::string());
    // A person may leave it as it is drawn.
    const Matching left = matchWeights(file.file, flat(layers), {.changes = {RowChange::parsed("=conv2d_1")}});
    QVERIFY(!left.problem("w.pt"));
    QVERIFY(rowOf(left, "conv2d_1/bias").found == Found::drawn);
    ForeignFile other(Framework::pytorch);
    other.add("x.weight", {7, 7, 7});
    QVERIFY(problemOf(matchWeights(other.file, flat(layers))).contains("none of its tensors fits"));
    QVERIFY(problemOf(matchWeights(ForeignFile(Framework::keras).file, flat(layers))).contains("none of its tensors fits"));
}

void TestMatching::ambiguous()
{
    // Three of one shape there, two here.
    const Layers there{denseLayer("a", 8, 8), denseLayer("b", 8, 8), denseLayer("c", 8, 8), denseLayer("d", 8, 2)};
    const Layers here{denseLayer("dense_1", 8, 8), denseLayer("dense_2", 8, 8), denseLayer("dense_3", 8, 2)};
    const ForeignFile file = written(Framework::pytorch, there, {{"c", "z"}, {"b", "x"}, {"a", "y"}, {"d", "v"}});
    const Matching matching = matchWeights(file.file, flat(here));
    const WeightRow& row = rowOf(matching, "dense_2/kernel");
    QVERIFY(row.found == Found::ambiguous);
    QCOMPARE(row.tensors, (std::vector<std::string>{"z.weight", "x.weight", "y.weight"}));
    QVERIFY(rowOf(matching, "dense_3/kernel").found == Found::shape);
    QVERIFY2(
        problemOf(matching).contains("4 weights may come from several tensors: dense_1/kernel from z.weight, x.weight, y.weight"),
        qPrintable(problemOf(matching)));
    QCOMPARE(matching.unused.size(), std::size_t{6});
}

void TestMatching::headOfAnotherShape()
{
    const Layers there = smallNetwork(1000), here = smallNetwork(10);
    for (const Framework framework : {Framework::pytorch, Framework::keras}) {
        const ForeignFile file = written(framework, there, framework == Framework::keras ? ownNames(there) : torchNames());
        const Matching matching = matchWeights(file.file, flat(here));
        QVERIFY2(!matching.problem("w.pt"), qPrintable(problemOf(matching)));
        QCOMPARE(matching.heads, std::vector<std::string>{"dense_2"});
        QCOMPARE(matching.foundCount(), matching.rows.size() - 2);
        QVERIFY(rowOf(matching, "dense_2/kernel").found == Found::otherShape);
        QVERIFY(rowOf(matching, "dense_2/kernel").shape.elements() == 16000);
        QVERIFY(QString::fromStdString(matching.notes()[0].text()).startsWith("dense_2: the file's weights have another shape"));
        QCOMPARE(firstWrong(file, matching, numbersFor(there)), std::string());
    }
    // A layer that another one reads is no head.
    Layers wide = smallNetwork();
    wide[6] = denseLayer("dense_1", 2 * 2 * 8, 24, "batch_normalization_3", {Shape{2, 2, 8}});
    wide[7] = denseLayer("dense_2", 24, 10, "dense_1");
    const ForeignFile file = written(Framework::keras, smallNetwork(), ownNames(smallNetwork()));
    const Matching middle = matchWeights(file.file, flat(wide));
    QVERIFY2(problemOf(middle).contains("dense_1/kernel"), qPrintable(problemOf(middle)));
    QVERIFY(middle.problem("w.pt"));
    // The same network with another kernel in the middle.
    wide = smallNetwork();
    wide[4] = convolution("conv2d_3", {5, 5, 8, 8}, "batch_normalization_2");
    const ForeignFile other = written(Framework::pytorch, smallNetwork(), torchNames());
    QVERIFY(problemOf(matchWeights(other.file, flat(wide))).contains("several tensors"));
}

void TestMatching::extraTensors()
{
    const Layers layers = smallNetwork();
    ForeignFile file = written(Framework::pytorch, layers, torchNames());
    file.add("aux.conv.weight", {5, 8, 1, 1}).add("aux.conv.bias", {5}).add("scale_factor", {3, 7});
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, numbersFor(layers)), std::string());
    QCOMPARE(matching.unused.size(), std::size_t{3});
    QCOMPARE(QString::fromStdString(matching.notes()[0].text()),
             QString("3 tensors of the file not used: aux.conv.weight, aux.conv.bias, scale_factor"));
}

void TestMatching::prefixed()
{
    Layers layers{convolution("res_1/conv2d_1", {3, 3, 8, 8}), convolution("res_1/conv2d_2", {3, 3, 8, 8}),
                  convolution("stem", {3, 3, 8, 8})};
    auto names = ownNames(layers, "module.backbone.");
    std::ranges::rotate(names, names.begin() + 1);
    for (auto& [ours, theirs] : names)
        std::ranges::replace(theirs, '/', '.');
    const ForeignFile file = written(Framework::pytorch, layers, names);
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, numbersFor(layers)), std::string());
    QVERIFY(rowOf(matching, "stem/kernel").found == Found::name);
}

void TestMatching::halfPrecision()
{
    const Layers layers{denseLayer("dense_1", 2, 1)};
    ForeignFile file(Framework::pytorch);
    file.add("fc.weight", {1, 2}, DataType::f16).add("fc.bias", {1}, DataType::bf16);
    const std::uint16_t halves[]{0x3c00, 0xc000}; // 1 and −2
    file.file.tensors[0].bytes = std::as_bytes(std::span(halves));
    file.file.tensors[0].stored = "float16";
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY(isWhole(matching));
    QCOMPARE(rowOf(matching, "dense_1/kernel").stored, std::string("float16"));
    QCOMPARE(numbersOf(file.file, rowOf(matching, "dense_1/kernel")), (Numbers{1, -2}));
    QCOMPARE(QString::fromStdString(matching.notes()[1].text()), QString("1 weight is cast from float16 to float32"));
}

void TestMatching::bothFrameworks()
{
    const Layers layers = smallNetwork();
    const ForeignFile torch = written(Framework::pytorch, layers, torchNames());
    const ForeignFile keras = written(Framework::keras, layers, ownNames(layers));
    const Matching left = matchWeights(torch.file, flat(layers)), right = matchWeights(keras.file, flat(layers));
    QVERIFY(isWhole(left) && isWhole(right));
    for (std::size_t i = 0; i < left.rows.size(); ++i)
        QCOMPARE(numbersOf(torch.file, left.rows[i]), numbersOf(keras.file, right.rows[i]));
    // A dense layer on a flattened map has its rows moved, and it says so.
    const WeightRow& row = rowOf(left, "dense_1/kernel");
    QCOMPARE(row.conversion.flattened, (std::vector<Shape>{Shape{2, 2, 8}}));
    QCOMPARE(QString::fromStdString(row.conversion.words(left.framework)[1].text()), QString("rows from C,H,W to H,W,C"));
}

void TestMatching::shortcutDrawnFirst()
{
    // A residual block whose shortcut is drawn before its convolutions; PyTorch defines it after them. All normalizations have one
    // shape.
    const Layers layers{convolution("short", {1, 1, 8, 16}),          norm("n_0", 16, "short"),
                        convolution("first", {3, 3, 8, 16}),          norm("n_1", 16, "first"),
                        convolution("second", {3, 3, 16, 16}, "n_1"), norm("n_2", 16, "second")};
    const ForeignFile file = written(Framework::pytorch, layers,
                                     {{"first", "layer1.0.conv1"},
                                      {"n_1", "layer1.0.bn1"},
                                      {"second", "layer1.0.conv2"},
                                      {"n_2", "layer1.0.bn2"},
                                      {"short", "layer1.0.downsample.0"},
                                      {"n_0", "layer1.0.downsample.1"}});
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, numbersFor(layers)), std::string());
}

void TestMatching::onnxWithoutNames()
{
    const Layers layers{convolution("conv2d_1", {3, 3, 3, 8}), convolution("conv2d_2", {3, 3, 8, 8}), denseLayer("dense_1", 8, 5),
                        denseLayer("dense_2", 5, 5)};
    const auto values = numbersFor(layers);
    ForeignFile file(Framework::onnx);
    int next = 120;
    for (const LayerWeight& weight : flat(layers)) {
        const auto [shape, numbers] = foreignOf(Framework::onnx, weight, values.at(weight.id()));
        file.add("onnx::Conv_" + std::to_string(next++), shape, numbers);
    }
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY(rowOf(matching, "conv2d_2/bias").found == Found::order);
    QVERIFY(rowOf(matching, "dense_2/kernel").found == Found::ambiguous); // square, and transposed or not
    QVERIFY2(problemOf(matching).contains("as it is and transposed"), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, values), std::string());
}

void TestMatching::darknetLayers()
{
    const Layers layers{convolution("conv2d_1", {3, 3, 3, 8}), norm("n", 8, "conv2d_1")};
    Layers withoutBias = layers;
    withoutBias[0].pop_back();
    const auto values = numbersFor(withoutBias);
    ForeignFile file(Framework::darknet);
    const auto [shape, numbers] = foreignOf(Framework::darknet, withoutBias[0][0], values.at("conv2d_1/kernel"));
    file.add("0/biases", {8}, values.at("n/beta")).add("0/scales", {8}, values.at("n/gamma"));
    file.add("0/rolling_mean", {8}, values.at("n/moving_mean")).add("0/rolling_variance", {8}, values.at("n/moving_variance"));
    file.add("0/weights", shape, numbers);
    const Matching matching = matchWeights(file.file, flat(withoutBias));
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, values), std::string());
}

void TestMatching::separableLayers()
{
    std::vector<LayerWeight> layer = depthwise("separable_conv2d_1", {3, 3, 4, 1});
    layer[0].name = "depthwise_kernel";
    layer[1] = convolution("separable_conv2d_1", {1, 1, 4, 6})[0];
    layer[1].name = "pointwise_kernel";
    layer[1].kind = WeightKind::pointwise;
    layer.push_back(convolution("separable_conv2d_1", {1, 1, 4, 6})[1]);
    const Layers layers{layer};
    const auto values = numbersFor(layers);
    ForeignFile file(Framework::pytorch);
    const char* names[]{"sep.0.weight", "sep.1.weight", "sep.1.bias"};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto [shape, numbers] = foreignOf(Framework::pytorch, layer[i], values.at(layer[i].id()));
        file.add(names[i], shape, numbers);
    }
    const Matching matching = matchWeights(file.file, layer);
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, values), std::string());
}

void TestMatching::recurrentLayers()
{
    // One stack of PyTorch is as many layers here.
    const Layers layers{embeddingLayer("embedding_1", 20, 6), recurrentLayer("lstm_1", 4, 6, 3, true),
                        recurrentLayer("lstm_2", 4, 6, 3, true), recurrentLayer("gru_1", 3, 6, 3)};
    ForeignFile file = written(Framework::pytorch, layers, {{"embedding_1", "embed"}, {"lstm_1", "rnn"}, {"gru_1", "last"}});
    ForeignFile second = written(Framework::pytorch, layers, {{"lstm_2", "rnn"}});
    for (WeightTensor& tensor : second.file.tensors)
        tensor.name.replace(tensor.name.find("_l0"), 3, "_l1");
    file.file.tensors.insert(file.file.tensors.end() - 4, second.file.tensors.begin(), second.file.tensors.end());
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY2(isWhole(matching), qPrintable(problemOf(matching)));
    QCOMPARE(firstWrong(file, matching, numbersFor(layers)), std::string());
    QCOMPARE(rowOf(matching, "lstm_2/bias_backward").tensors,
             (std::vector<std::string>{"rnn.bias_ih_l1_reverse", "rnn.bias_hh_l1_reverse"}));
    // Keras's names of a bidirectional layer.
    ForeignFile keras(Framework::keras);
    const auto values = numbersFor(layers);
    for (const LayerWeight& weight : layers[1]) {
        const bool backward = weight.name.ends_with("_backward");
        const std::string part = backward ? weight.name.substr(0, weight.name.size() - 9) : weight.name;
        keras.add(std::string("bidirectional/") + (backward ? "backward" : "forward") + "_lstm/lstm_cell/" + part, weight.shape,
                  values.at(weight.id()));
    }
    const Matching both = matchWeights(keras.file, layers[1]);
    QVERIFY2(isWhole(both), qPrintable(problemOf(both)));
    QCOMPARE(firstWrong(keras, both, values), std::string());
}

void TestMatching::changedRows()
{
    const Layers here{denseLayer("dense_1", 8, 8), denseLayer("dense_2", 8, 8)};
    const ForeignFile file = written(Framework::pytorch, here, {{"dense_2", "critic"}, {"dense_1", "player"}});
    QVERIFY(matchWeights(file.file, flat(here)).problem("w.pt"));
    // One answer is enough: the bias goes with the kernel, and the rest is then unique.
    const Matching told = matchWeights(file.file, flat(here), {.changes = {RowChange::parsed("player.weight=dense_1/kernel")}});
    QVERIFY2(isWhole(told), qPrintable(problemOf(told)));
    QCOMPARE(firstWrong(file, told, numbersFor(here)), std::string());
    QVERIFY(rowOf(told, "dense_1/kernel").found == Found::choice);
    QVERIFY(rowOf(told, "dense_1/bias").found == Found::choice);
    QVERIFY(rowOf(told, "dense_2/kernel").found == Found::shape);
    QCOMPARE(RowChange::parsed("a=b=c/d"), (RowChange{"a=b", "c/d"}));
    QCOMPARE(RowChange::parsed("a=b=c/d").text(), std::string("a=b=c/d"));
    // Both biases of a recurrent layer are two changes.
    const Layers recurrent{recurrentLayer("lstm_1", 4, 2, 1)};
    ForeignFile odd(Framework::pytorch);
    const auto values = numbersFor(recurrent);
    std::map<std::string, Numbers> mine;
    for (const LayerWeight& weight : recurrent[0])
        mine[weight.name] = values.at(weight.id());
    addForeign(odd, "rnn", recurrent[0], mine);
    for (std::size_t i = 0; i < odd.file.tensors.size(); ++i)
        odd.file.tensors[i].name = "p" + std::to_string(i);
    std::vector<RowChange> changes;
    for (const char* change : {"p0=lstm_1/kernel", "p1=lstm_1/recurrent_kernel", "p2=lstm_1/bias", "p3=lstm_1/bias"})
        changes.push_back(RowChange::parsed(change));
    const Matching all = matchWeights(odd.file, recurrent[0], {.changes = changes});
    QVERIFY(isWhole(all));
    QCOMPARE(firstWrong(odd, all, values), std::string());
}

void TestMatching::whatMayBeChosen()
{
    using Choices = std::vector<std::vector<std::string>>;
    const Layers layers = smallNetwork();
    ForeignFile file = written(Framework::pytorch, layers, torchNames());
    for (WeightTensor& tensor : file.file.tensors)
        tensor.bytes = {}; // names and shapes are enough
    const LayerWeight kernel = layers[2][0], bias = layers[7][1];
    QCOMPARE(tensorsFor(file.file, kernel, Framework::pytorch), (Choices{{"features.3.weight"}, {"features.6.weight"}}));
    QCOMPARE(tensorsFor(file.file, kernel, Framework::keras), Choices());
    QCOMPARE(tensorsFor(file.file, kernel, Framework::unknown), (Choices{{"features.3.weight"}, {"features.6.weight"}}));
    QCOMPARE(tensorsFor(file.file, bias, Framework::pytorch).size(), std::size_t{1});
    // Both biases of a recurrent layer may be one choice, which is two changes.
    const Layers recurrent{recurrentLayer("lstm_1", 4, 2, 1)};
    const ForeignFile rnn = written(Framework::pytorch, recurrent, {{"lstm_1", "rnn"}});
    const Choices biases = tensorsFor(rnn.file, recurrent[0][2], Framework::pytorch);
    QCOMPARE(biases, (Choices{{"rnn.bias_ih_l0"}, {"rnn.bias_ih_l0", "rnn.bias_hh_l0"}, {"rnn.bias_hh_l0"}}));
    std::vector<RowChange> changes;
    for (const std::string& tensor : biases[1])
        changes.push_back({tensor, "lstm_1/bias"});
    QVERIFY(rowOf(matchWeights(rnn.file, recurrent[0], {.changes = changes}), "lstm_1/bias").found == Found::choice);
}

void TestMatching::wrongChanges()
{
    const Layers layers = smallNetwork();
    const ForeignFile file = written(Framework::pytorch, layers, torchNames());
    const auto errorFor = [&](const char* change) {
        return errorOf([&] { matchWeights(file.file, flat(layers), {.changes = {RowChange::parsed(change)}}); });
    };
    QVERIFY(errorFor("features.0.weight").startsWith("expected TENSOR=LAYER/WEIGHT"));
    QVERIFY(errorFor("features.0.weight=conv2d_1/kernal").contains("did you mean \"conv2d_1/kernel\"?"));
    QVERIFY(errorFor("features.9.weight=conv2d_1/kernel").contains("has no tensor \"features.9.weight\""));
    QCOMPARE(errorFor("features.3.weight=conv2d_1/kernel"),
             QString("the tensor \"features.3.weight\" (8×8×3×3) can't become conv2d_1/kernel (3×3×3×8) in the layout of pytorch; "
                     "choose another tensor"));
}

void TestMatching::unknownLayout()
{
    const Layers layers{denseLayer("dense_1", 4, 4)};
    ForeignFile file(Framework::unknown);
    file.add("arr_0", {4, 4}, counted(16)).add("arr_1", {4}, counted(4));
    const Matching matching = matchWeights(file.file, flat(layers));
    QVERIFY(rowOf(matching, "dense_1/kernel").found == Found::ambiguous);
    QVERIFY(rowOf(matching, "dense_1/bias").isFound());
    QVERIFY(problemOf(matching).contains("say whose layout it is"));
    const Matching keras = matchWeights(file.file, flat(layers), {.changes = {}, .framework = Framework::keras});
    QVERIFY(isWhole(keras));
    QCOMPARE(numbersOf(file.file, keras.rows[0]), counted(16));
    const Matching torch = matchWeights(file.file, flat(layers), {.changes = {}, .framework = Framework::pytorch});
    QVERIFY(isWhole(torch));
    QCOMPARE(numbersOf(file.file, torch.rows[0])[1], 5.0f);
}

void TestMatching::badNumbers()
{
    const Layers layers{denseLayer("dense_1", 2, 1)};
    for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        ForeignFile file(Framework::keras);
        file.add("dense_1/kernel", {2, 1}, {1.0f, bad}).add("dense_1/bias", {1}, {0.0f});
        const Matching matching = matchWeights(file.file, flat(layers));
        QVERIFY(
            errorOf([&] { numbersOf(file.file, matching.rows[0]); }).contains("\"dense_1/kernel\" for dense_1/kernel has numbers"));
    }
}

void TestMatching::randomNetworks()
{
    std::mt19937 random(20260301);
    const auto below = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    const std::vector<std::int64_t> sizes{2, 3, 4};
    const auto size = [&] { return sizes[static_cast<std::size_t>(below(3))]; };
    for (int round = 0; round < 300; ++round) {
        Layers layers;
        std::string last;
        const int count = 1 + below(14);
        for (int i = 0; i < count; ++i) {
            const std::string id = "layer_" + std::to_string(i + 1);
            switch (below(8)) {
            case 0: layers.push_back(convolution(id, {3, size(), size(), size()}, last)); break;
            case 1: layers.push_back(depthwise(id, {3, 3, size(), 1 + below(2)}, last)); break;
            case 2: layers.push_back(norm(id, size(), last)); break;
            case 3: layers.push_back(embeddingLayer(id, size(), size())); break;
            case 4: layers.push_back(recurrentLayer(id, 4, size(), size(), below(2) == 0)); break;
            case 5: layers.push_back(recurrentLayer(id, 3, size(), size(), below(2) == 0)); break;
            case 6: {
                const Shape map{size(), size(), size()};
                layers.push_back(denseLayer(id, map.elements() + 2, size(), last, {map, Shape{2}}));
                break;
            }
            default: layers.push_back(denseLayer(id, size(), size(), last)); break;
            }
            last = id;
        }
        const auto values = numbersFor(layers);
        for (const Framework framework : {Framework::keras, Framework::pytorch}) {
            for (const bool sorted : {false, true}) {
                auto names = ownNames(layers, framework == Framework::keras ? "" : "net.");
                int next = 0;
                for (auto& [ours, theirs] : names) // counted differently
                    theirs =
                        framework == Framework::keras ? "layer_" + std::to_string(next++) : "net." + std::to_string(3 * next++);
                if (sorted)
                    std::ranges::sort(names, {}, &std::pair<std::string, std::string>::second);
                const ForeignFile file = written(framework, layers, names);
                const Matching matching = matchWeights(file.file, flat(layers));
                QVERIFY2(isWhole(matching), qPrintable(QString("round %1: ").arg(round) + problemOf(matching)));
                QCOMPARE(firstWrong(file, matching, values), std::string());
            }
            // With the names of the project in any order.
            auto names = ownNames(layers);
            std::shuffle(names.begin(), names.end(), random);
            const ForeignFile file = written(framework, layers, names);
            const Matching matching = matchWeights(file.file, flat(layers));
            QVERIFY2(isWhole(matching), qPrintable(QString("round %1, shuffled: ").arg(round) + problemOf(matching)));
            QCOMPARE(firstWrong(file, matching, values), std::string());
        }
    }
}

NETSMITH_TEST(TestMatching)

} // namespace test_matching

#include "test_matching.moc"
