#include "engine/compress/judge.h"
#include "engine/compress/quantization/mixed.h"
#include "engine/core/philox.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace test_mixed {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

namespace {

/// Noise of random classes, of which a network is right by chance, and a little less or more where it is rounded.
train::JudgedSamples noise(std::uint64_t seed)
{
    constexpr std::int64_t count = 64;
    auto [image, pixels] = data::makeField(imageFields()[0], count);
    auto [label, classes] = data::makeField(imageFields()[1], count);
    RandomStream random(seed, 1);
    train::JudgedSamples judged;
    for (std::int64_t sample = 0; sample < count; ++sample) {
        classes[sample] = static_cast<std::byte>(random.below(3));
        for (std::int64_t i = 0; i < 128; ++i) {
            const auto x = static_cast<float>(random.uniform());
            std::memcpy(pixels + (sample * 128 + i) * 4, &x, 4);
        }
        judged.samples.push_back(static_cast<std::int32_t>(sample));
    }
    judged.split = {{std::move(image), std::move(label)}};
    return judged;
}

/// Three layers that hand on which channel is 1, beside a unit that is always 0. A weight of 1000 for that unit makes the step of
/// integers of 8 bits 7.9, so that the weights of 1 beside it become 0, and every sample becomes one of class 1: `large` says in
/// which layers.
SavedRun someRun(const std::array<bool, 3>& large)
{
    NetworkSketch sketch;
    std::string last = sketch.add("global_average_pooling2d", {"input"});
    std::vector<std::tuple<std::string, Shape, std::vector<float>>> arrays{{"dense_1.kernel", {2, 3}, {1, 0, 0, 0, 1, 0}},
                                                                           {"dense_1.bias", {3}, {0, 0, 0}}};
    last = sketch.add("dense", {last}, units(3));
    for (std::size_t i = 0; i < large.size(); ++i) {
        const std::string name = "dense_" + std::to_string(i + 2);
        const float zero = large[i] ? 1000.0f : 1.0f;
        arrays.push_back({name + ".kernel", {3, 3}, {1, 0, 0, 0, 1, 0, zero, zero, 0}});
        arrays.push_back({name + ".bias", {3}, {0, 0, 0}});
        last = sketch.add("dense", {last}, units(3));
    }
    arrays.push_back({"dense_5.kernel", {3, 3}, {10, -10, 0, -10, 10, 0, 0, 0, 0}});
    arrays.push_back({"dense_5.bias", {3}, {0, 1, -100}}); // nothing is known: class 1
    (void)sketch.add("dense", {last}, units(3, "softmax"));
    return runOf(sketch.project(), arraysFile(arrays));
}

MixedPlan planOf(const SavedRun& run, double points, QuantizationOptions quantization = {.mode = QuantizationMode::weights})
{
    quantization.points = points;
    return mixedPlan(run, someImages(), {.quantization = std::move(quantization)});
}

} // namespace

/// Which layers stay in floats so that a network loses no more than it may.
class TestMixed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsLost();
    void theLayerThatLoses();
    void layersThatLoseTogether();
    void layersThatWereNamed();
    void plansHold_data();
    void plansHold();
    void pointsAreRounded();
    void refuses();
};

void TestMixed::nothingIsLost()
{
    const MixedPlan plan = planOf(someRun({false, false, false}), 0.0);
    QCOMPARE(plan.judged, std::string("accuracy"));
    QCOMPARE(plan.samples, 8);
    QCOMPARE(plan.value, 1.0);
    QCOMPARE(plan.rounded, 1.0);
    QCOMPARE(plan.mixed, 1.0);
    QVERIFY(plan.layers.empty() && plan.floatLayers.empty());
    QVERIFY(planOf(someRun({true, true, false}), 50.0).floatLayers.empty()); // half may be lost
}

void TestMixed::theLayerThatLoses()
{
    const MixedPlan plan = planOf(someRun({false, true, false}), 0.0);
    QCOMPARE(plan.rounded, 0.5);
    QCOMPARE(plan.mixed, 1.0);
    QCOMPARE(plan.floatLayers, (std::vector<std::string>{"dense_3"}));
    QCOMPARE(plan.layers.size(), 5u);
    for (const MixedLayer& layer : plan.layers) {
        const bool loses = layer.layer == "dense_3";
        QCOMPARE(layer.value, loses ? 0.5 : 1.0);
        QCOMPARE(layer.drop, loses ? 0.5 : 0.0);
        QCOMPARE(layer.isFloat, loses);
    }
    const Json json = mixedJson(plan, 0.0);
    QCOMPARE(json["all_rounded"].get<double>(), 0.5);
    QCOMPARE(json["layers"][2]["float"].get<bool>(), true);
}

/// One of them in floats is not enough.
void TestMixed::layersThatLoseTogether()
{
    const MixedPlan plan = planOf(someRun({true, false, true}), 10.0);
    QCOMPARE(plan.mixed, 1.0);
    QCOMPARE(plan.floatLayers, (std::vector<std::string>{"dense_2", "dense_4"}));
}

void TestMixed::layersThatWereNamed()
{
    const SavedRun run = someRun({true, false, true});
    const MixedPlan plan = planOf(run, 0.0, {.mode = QuantizationMode::weights, .floatLayers = {"dense_4"}});
    QCOMPARE(plan.floatLayers, (std::vector<std::string>{"dense_4", "dense_2"}));
    for (const MixedLayer& layer : plan.layers)
        QVERIFY(layer.layer != "dense_4");
    const MixedPlan only = planOf(run, 0.0, {.mode = QuantizationMode::weights, .layers = {"dense_2", "dense_3"}});
    QCOMPARE(only.floatLayers, (std::vector<std::string>{"dense_2"}));
}

void TestMixed::plansHold_data()
{
    QTest::addColumn<double>("points");
    QTest::addRow("nothing") << 0.0;
    QTest::addRow("a sample in 64") << 1.6;
}

/// Of networks with drawn weights in four bits.
void TestMixed::plansHold()
{
    QFETCH(double, points);
    int mixed = 0;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const SavedRun run = runOf(randomProject(seed), drawnWeights(checkedImages(randomProject(seed)), seed));
        const train::JudgedSamples judged = noise(seed);
        const QuantizationOptions quantization{.mode = QuantizationMode::weights, .format = WeightFormat::int4};
        const auto valueWith = [&](const std::vector<std::string>& floatLayers) {
            QuantizationOptions options = quantization;
            options.floatLayers = floatLayers;
            const QuantizedNetwork network = quantized(run, options);
            SavedRun rounded = run;
            rounded.checkpoint.weights = parseSafetensors(network.weights, "weights").take();
            Judge judge(rounded, judged.split, judged.samples, {});
            return judge.value();
        };
        MixedPlan plan;
        try {
            QuantizationOptions options = quantization;
            options.points = points;
            plan = mixedPlan(run, judged, {.quantization = options});
        } catch (const Error& error) {
            QVERIFY2(std::string_view(error.what()).find("whichever layer is rounded") != std::string_view::npos, error.what());
            continue;
        }
        const double value = valueWith(plan.floatLayers);
        QCOMPARE(plan.mixed, value);
        QVERIFY(100.0 * (plan.value - value) <= points);
        QCOMPARE(plan.rounded, valueWith({}));
        QCOMPARE(100.0 * (plan.value - plan.rounded) > points, !plan.floatLayers.empty()); // none that is not needed
        for (const std::string& each : plan.floatLayers) { // each of several, too
            std::vector<std::string> fewer = plan.floatLayers;
            std::erase(fewer, each);
            QVERIFY2(!isWithin(plan.value - valueWith(fewer), points), each.c_str());
        }
        mixed += plan.floatLayers.empty() ? 0 : 1;
    }
    QVERIFY2(mixed > 2, qPrintable(QString::number(mixed)));
}

void TestMixed::pointsAreRounded()
{
    QVERIFY(100.0 * (0.976 - 0.975) > 0.1);
    QVERIFY(isWithin(0.976 - 0.975, 0.1));
    QVERIFY(!isWithin(0.0011, 0.1));
    QVERIFY(!isWithin(HUGE_VAL, 100.0));
}

void TestMixed::refuses()
{
    SavedRun run = someRun({true, true, true});
    const auto words = [&](double points, const QuantizationOptions& quantization) {
        return errorOf([&] { (void)planOf(run, points, quantization); });
    };
    const QuantizationOptions weights{.mode = QuantizationMode::weights};
    for (const double points : {-1.0, 101.0, std::nan("")})
        QVERIFY2(words(points, weights).starts_with("expected percentage points from 0 to 100"), words(points, weights).c_str());
    const std::string none = words(0.0, {.mode = QuantizationMode::weights, .layers = {"dense_2", "dense_3", "dense_4"}});
    QVERIFY2(none.find("the accuracy falls by more than 0 points whichever layer is rounded") != std::string::npos, none.c_str());
    run.project.training.objectives.front().metrics.clear();
    QVERIFY2(words(1.0, weights).find("judged by its loss") != std::string::npos, words(1.0, weights).c_str());
}

NETSMITH_TEST(TestMixed)

} // namespace test_mixed

#include "test_mixed.moc"
