#include "engine/compress/quantization/weight_format.h"

#include "engine/compress/importance/importance.h"
#include "engine/compress/quantization/quantized.h"
#include "engine/core/error.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <random>
#include <set>

namespace test_weight_format {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

namespace {

using Numbers = std::vector<float>;

std::vector<double> drawn(std::uint64_t seed, std::size_t count)
{
    std::mt19937_64 generator(seed);
    std::normal_distribution<float> normal(0.0f, 0.1f);
    std::vector<double> numbers(count);
    std::ranges::generate(numbers, [&] { return double{normal(generator)}; });
    return numbers;
}

} // namespace

/// Weights in few bits, against numbers worked by hand.
class TestWeightFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void names();
    void byHand_data();
    void byHand();
    void nothingRepresentableIsNearer_data();
    void nothingRepresentableIsNearer();
    void fourBitsHaveAStepForEach32Rows();
    void clippingMayBeNearer();
    void networks_data();
    void networks();
    void layersCanBeLeft();
    void integersOf8BitsStay();
    void tooLargeForHalf();

private:
    /// Of a dense layer of 128 inputs and 3 units, a fifth of whose weights are zero.
    SavedRun run(double largest = 1.0, const ParameterMap& more = {});
};

SavedRun TestWeightFormat::run(double largest, const ParameterMap& more)
{
    NetworkSketch sketch;
    ParameterMap parameters = units(3, "softmax");
    parameters.insert(more.begin(), more.end());
    (void)sketch.add("dense", {sketch.add("dense", {sketch.add("flatten", {"input"})}, units(64))}, parameters);
    SavedRun run{.project = sketch.project(), .record = {}, .checkpoint = {}};
    run.record.fields = imageFields();
    const auto kernel = [&](std::uint64_t seed, std::size_t count) {
        const std::vector<double> wide = drawn(seed, count);
        Numbers numbers(wide.begin(), wide.end());
        for (std::size_t i = 0; i < count; i += 5)
            numbers[i] = 0.0f;
        numbers[1] = static_cast<float>(largest);
        return numbers;
    };
    run.checkpoint.weights = arraysFile({{"dense_1.kernel", {128, 64}, kernel(1, 128 * 64)},
                                         {"dense_1.bias", {64}, Numbers(64, 0.3f)},
                                         {"dense_2.kernel", {64, 3}, kernel(2, 64 * 3)},
                                         {"dense_2.bias", {3}, {1.1f, 2.2f, 3.3f}}});
    return run;
}

void TestWeightFormat::names()
{
    for (const WeightFormat format : weightFormats)
        QCOMPARE(weightFormatNamed(idOf(format)), format);
    QVERIFY(errorOf([] { (void)weightFormatNamed("int5"); }).find("float8_e4m3") != std::string::npos);
}

void TestWeightFormat::byHand_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QList<float>>("weights");
    QTest::addColumn<QList<float>>("expected");
    using L = QList<float>;
    // E4M3: eight numbers from one power of two to the next; ties go to the even mantissa; below 2⁻⁶ multiples of 2⁻⁹.
    QTest::newRow("e4m3") << QByteArray("float8_e4m3") << L{448, 1.0625f, -1.1875f, 1.07f, 17.1f, 0x1p-9f, 0x1p-10f, 0x1.8p-9f}
                          << L{448, 1.0f, -1.25f, 1.125f, 18.0f, 0x1p-9f, 0.0f, 0x1p-8f};
    // The largest is 449 > 448: all are halved before, and doubled after.
    QTest::newRow("e4m3, scaled") << QByteArray("float8_e4m3") << L{449, 0x1p-9f, 0x1.8p-8f, 31.0f} << L{448, 0.0f, 0x1p-7f, 32.0f};
    QTest::newRow("e4m3, small") << QByteArray("float8_e4m3") << L{0.4375f, 0.013f} << L{0.4375f, 0.0126953125f};
    QTest::newRow("e5m2") << QByteArray("float8_e5m2") << L{57344, 1.125f, -1.375f, 1.3f, 0x1p-16f, 0x1p-17f, 0x1.8p-16f}
                          << L{57344, 1.0f, -1.5f, 1.25f, 0x1p-16f, 0.0f, 0x1p-15f};
    QTest::newRow("float16") << QByteArray("float16") << L{1.00048828125f, 1.00146484375f, -65504.0f, 0x1p-25f, 0.1f}
                             << L{1.0f, 1.001953125f, -65504.0f, 0.0f, 0.0999755859375f};
    QTest::newRow("bfloat16") << QByteArray("bfloat16") << L{1.00390625f, 1.01171875f, 1e38f, -0.1f}
                              << L{1.0f, 1.015625f, 0x1.2cp126f, -0.10009765625f};
    QTest::newRow("int8") << QByteArray("int8") << L{127, 1.4f, -2.5f, -0.2f} << L{127, 1, -2, 0};
    QTest::newRow("int4") << QByteArray("int4") << L{7, -7, 3, 0, -1, 2} << L{7, -7, 3, 0, -1, 2};
    for (const WeightFormat format : weightFormats)
        QTest::addRow("zeros, %s", idOf(format).data()) << QByteArray(idOf(format).data()) << L{0, -0.0f, 0} << L{0, 0, 0};
}

void TestWeightFormat::byHand()
{
    QFETCH(QByteArray, format);
    QFETCH(QList<float>, weights);
    QFETCH(QList<float>, expected);
    const std::vector<double> wide(weights.begin(), weights.end());
    const Numbers found = inFormat(wide, 1, weightFormatNamed(format.toStdString()));
    for (qsizetype i = 0; i < weights.size(); ++i) {
        const float number = found[static_cast<std::size_t>(i)];
        QVERIFY2(number == expected[i] && !(number == 0.0f && std::signbit(number)),
                 qPrintable(QStringLiteral("%1 became %2").arg(weights[i]).arg(number, 0, 'g', 12)));
    }
}

void TestWeightFormat::nothingRepresentableIsNearer_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<int>("mostValues");
    QTest::addColumn<double>("relative"); // half a step in proportion to a number
    QTest::newRow("e4m3") << QByteArray("float8_e4m3") << 253 << 1.0 / 16.0;
    QTest::newRow("e5m2") << QByteArray("float8_e5m2") << 247 << 1.0 / 8.0;
    QTest::newRow("float16") << QByteArray("float16") << 1 << 0x1p-11;
    QTest::newRow("bfloat16") << QByteArray("bfloat16") << 1 << 0x1p-8;
}

/// No weight moves by more than half a step, nor past another; and rounding twice is rounding once.
void TestWeightFormat::nothingRepresentableIsNearer()
{
    QFETCH(QByteArray, format);
    QFETCH(int, mostValues);
    QFETCH(double, relative);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        std::vector<double> weights = drawn(seed, 5000);
        std::ranges::sort(weights);
        const Numbers found = inFormat(weights, 1, weightFormatNamed(format.toStdString()));
        QVERIFY(std::ranges::is_sorted(found));
        const double least = std::abs(weights.back()) * 0x1p-15; // subnormal numbers lose more
        for (std::size_t i = 0; i < weights.size(); ++i)
            QVERIFY(std::abs(found[i] - weights[i]) <= std::max(relative * std::abs(weights[i]), least));
        if (mostValues > 1)
            QVERIFY(std::ssize(std::set<float>(found.begin(), found.end())) <= mostValues);
        const std::vector<double> again(found.begin(), found.end());
        QVERIFY(inFormat(again, 1, weightFormatNamed(format.toStdString())) == found);
    }
}

void TestWeightFormat::fourBitsHaveAStepForEach32Rows()
{
    // Two columns of 40 rows: their first 32 rows and the 8 others each have a step of their own.
    std::vector<double> weights(80);
    const auto at = [&](std::size_t row, std::size_t column) -> double& { return weights[row * 2 + column]; };
    at(0, 0) = 14.0; // a step of 2
    at(31, 0) = 2.0;
    at(32, 0) = 0.875; // of 1/8
    at(39, 0) = -0.125;
    at(0, 1) = -3.5; // of 1/2
    at(31, 1) = 0.5;
    at(33, 1) = 700.0; // of 100
    at(34, 1) = -300.0;
    const Numbers exact = inFormat(weights, 2, WeightFormat::int4);
    for (std::size_t i = 0; i < weights.size(); ++i)
        QCOMPARE(double{exact[i]}, weights[i]);

    const std::vector<double> random = drawn(3, 100 * 6);
    const Numbers found = inFormat(random, 6, WeightFormat::int4);
    for (std::size_t first = 0; first < 100; first += 32)
        for (std::size_t column = 0; column < 6; ++column) {
            std::set<float> sizes;
            for (std::size_t row = first; row < std::min<std::size_t>(first + 32, 100); ++row)
                sizes.insert(std::abs(found[row * 6 + column]));
            QVERIFY(sizes.size() <= 8);
        }
    QVERIFY(signalToNoise(random, found) > 18.0);
}

/// One large weight among many small ones: a smaller step loses less than it does.
void TestWeightFormat::clippingMayBeNearer()
{
    std::vector<double> weights(32);
    for (std::size_t i = 0; i < weights.size(); ++i)
        weights[i] = i == 0 ? 1.0 : (i % 2 == 0 ? 0.07 : -0.21);
    const Numbers found = inFormat(weights, 1, WeightFormat::int4);
    Numbers plain;
    for (const double weight : weights)
        plain.push_back(static_cast<float>(std::nearbyint(weight * 7.0) / 7.0));
    QVERIFY(found[0] < 1.0f);
    QVERIFY(signalToNoise(weights, found) > signalToNoise(weights, plain));
}

void TestWeightFormat::networks_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<double>("bytes"); // in proportion to 4 for each weight
    QTest::addColumn<double>("decibels");
    QTest::newRow("float16") << QByteArray("float16") << 0.52 << 60.0;
    QTest::newRow("bfloat16") << QByteArray("bfloat16") << 0.52 << 45.0;
    QTest::newRow("e4m3") << QByteArray("float8_e4m3") << 0.31 << 25.0;
    QTest::newRow("e5m2") << QByteArray("float8_e5m2") << 0.31 << 20.0;
    QTest::newRow("int4") << QByteArray("int4") << 0.18 << 15.0;
}

/// Kernels are rounded, and nothing else; the file has as few bytes as their bits need.
void TestWeightFormat::networks()
{
    QFETCH(QByteArray, format);
    QFETCH(double, bytes);
    QFETCH(double, decibels);
    const SavedRun whole = run();
    const QuantizedNetwork network =
        quantized(whole, {.mode = QuantizationMode::weights, .format = weightFormatNamed(format.toStdString())});
    QVERIFY2(static_cast<double>(network.weights.size()) < bytes * 4.0 * (128 * 64 + 64 * 3) + 1200.0,
             qPrintable(QString::number(network.weights.size())));
    QCOMPARE(network.layers.size(), std::size_t{2});
    const SafetensorsFile file = parseSafetensors(network.weights, "weights").take();
    for (const QuantizedLayer& layer : network.layers) {
        QVERIFY2(layer.weightSignalToNoise > decibels && std::isfinite(layer.weightSignalToNoise),
                 qPrintable(QString::number(layer.weightSignalToNoise)));
        const std::string id = layer.node + ".kernel";
        const std::vector<double> before = numbersIn(whole.checkpoint.weights, id), after = numbersIn(file, id);
        const Numbers expected = inFormat(before, file.find(id)->shape[-1], weightFormatNamed(format.toStdString()));
        QVERIFY(std::ranges::equal(after, expected, {}, {}, [](float number) { return double{number}; }));
        for (std::size_t i = 0; i < before.size(); ++i)
            QVERIFY(before[i] != 0.0 || after[i] == 0.0);
    }
    QCOMPARE(numbersIn(file, "dense_2.bias"), numbersIn(whole.checkpoint.weights, "dense_2.bias"));
    QVERIFY(network.project.graph.nodes == whole.project.graph.nodes);
}

void TestWeightFormat::layersCanBeLeft()
{
    const SavedRun whole = run();
    const QuantizedNetwork network =
        quantized(whole, {.mode = QuantizationMode::weights, .format = WeightFormat::int4, .floatLayers = {"dense_1"}});
    QVERIFY(network.layers[0].kept && !network.layers[1].kept);
    const SafetensorsFile file = parseSafetensors(network.weights, "weights").take();
    QCOMPARE(numbersIn(file, "dense_1.kernel"), numbersIn(whole.checkpoint.weights, "dense_1.kernel"));
    QVERIFY(numbersIn(file, "dense_2.kernel") != numbersIn(whole.checkpoint.weights, "dense_2.kernel"));
    const std::string error = errorOf([&] {
        (void)quantized(whole, {.mode = QuantizationMode::weights, .format = WeightFormat::int4, .floatLayers = {"flatten_1"}});
    });
    QVERIFY2(error.find("dense_1, dense_2") != std::string::npos, error.c_str());
}

void TestWeightFormat::integersOf8BitsStay()
{
    const SavedRun whole = run(1.0, {{"quantization", std::string("weights")}});
    const QuantizedNetwork network = quantized(whole, {.mode = QuantizationMode::weights, .format = WeightFormat::bfloat16});
    QVERIFY(!network.layers[0].note && network.layers[1].note);
    const SafetensorsFile file = parseSafetensors(network.weights, "weights").take();
    const std::vector<double> before = numbersIn(whole.checkpoint.weights, "dense_2.kernel"),
                              after = numbersIn(file, "dense_2.kernel");
    QVERIFY(std::ranges::equal(inFormat(before, 3, WeightFormat::int8), after, {}, [](float number) { return double{number}; }));
}

void TestWeightFormat::tooLargeForHalf()
{
    const SavedRun whole = run(1e5);
    const auto as = [&](WeightFormat format) {
        return errorOf([&] { (void)quantized(whole, {.mode = QuantizationMode::weights, .format = format}); });
    };
    const std::string error = as(WeightFormat::float16);
    QVERIFY2(error.find("dense_1.kernel") != std::string::npos && error.find("too large for float16") != std::string::npos,
             error.c_str());
    QVERIFY(as(WeightFormat::bfloat16).find("too large") == std::string::npos);
    QVERIFY(as(WeightFormat::float8E4M3).find("too large") == std::string::npos);
}

NETSMITH_TEST(TestWeightFormat)

} // namespace test_weight_format

#include "test_weight_format.moc"
