#include "engine/core/float16.h"
#include "engine/twin/twin_advice.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_numbers {

using namespace netsmith;
using namespace netsmith::twin;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TwinLayer layerOf(std::string node, const Comparison& arriving, const Exponents& exponents)
{
    TwinLayer layer;
    layer.node = std::move(node);
    layer.arriving = arriving;
    layer.arrivingExponents = exponents;
    return layer;
}

} // namespace

/// A twin's comparisons of numbers, worked out by hand.
class TestNumbers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void differences();
    void whatIsLostAndWhatOverflows();
    void directions();
    void whatIsSubnormal();
    void exponents();
    void rangesAreThoseOfTheTypes();
    void scalesAreChosenByExponents();
    void theAdviceNamesTheLayer();
};

void TestNumbers::differences()
{
    const std::vector<double> exact{3.0, 4.0};
    QCOMPARE(compare(exact, exact).difference, 0.0);
    QCOMPARE(compare(exact, std::vector{3.0, 3.5}).difference, 0.1); // 0.5 of 5
    QCOMPARE(compare(exact, std::vector{3072.0, 3584.0}, 1024.0).difference, 0.1); // scaled
    QCOMPARE(compare(std::vector{0.0, 0.0}, std::vector{0.0, 0.0}).difference, 0.0);
    QCOMPARE(compare(std::vector{0.0, 0.0}, std::vector{0.0, 1.0}).difference, infinity);
    QCOMPARE(compare({}, {}), Comparison{});
}

void TestNumbers::whatIsLostAndWhatOverflows()
{
    const std::vector<double> exact{1.0, 2.0, 0.0, 4.0, 5.0};
    const Comparison compared = compare(exact, std::vector{0.0, 2.0, 0.0, infinity, std::nan("")});
    QCOMPARE(compared.numbers, 5);
    QCOMPARE(compared.nonzero, 4);
    QCOMPARE(compared.lost, 1);
    QCOMPARE(compared.overflowed, 2);
    QCOMPARE(compared.lostShare(), 0.25);
    QCOMPARE(compared.overflowedShare(), 0.4);
    QCOMPARE(compared.difference, std::sqrt(1.0 / 5.0)); // of the finite numbers: 1 and 2 against 0 and 2
    // Of 1 and 2 that became 0 only the one below the range is lost; scaled by 4, neither was below it.
    constexpr NumberRange fromTwo{-9, 1, 15};
    QCOMPARE(compare(std::vector{1.0, 2.0}, std::vector{0.0, 0.0}, 1.0, fromTwo).lost, 1);
    QCOMPARE(compare(std::vector{1.0, 2.0}, std::vector{0.0, 0.0}, 4.0, fromTwo).lost, 0);
    QCOMPARE(compare(std::vector{1.0, 2.0}, std::vector{infinity, -infinity}).difference, infinity); // nothing is left of it
    // What is infinite in both copies does not count.
    QCOMPARE(compare(std::vector{infinity}, std::vector{infinity}).overflowed, 0);
}

void TestNumbers::directions()
{
    const std::vector<double> exact{3.0, 4.0};
    QCOMPARE(compare(exact, exact).cosine, 1.0);
    QCOMPARE(compare(exact, std::vector{1024.0 * 6.0, 1024.0 * 8.0}, 1024.0).cosine, 1.0); // longer, in the same direction
    QCOMPARE(compare(exact, std::vector{-3.0, -4.0}).cosine, -1.0);
    QCOMPARE(compare(exact, std::vector{4.0, -3.0}).cosine, 0.0);
    QCOMPARE(compare(exact, std::vector{4.0, 3.0}).cosine, 0.96);
    QCOMPARE(compare(exact, std::vector{0.0, 0.0}).cosine, 0.0); // nothing is left of it
    QCOMPARE(compare(std::vector{0.0, 0.0}, std::vector{0.0, 0.0}).cosine, 1.0);
    QCOMPARE(compare(std::vector{3.0, 4.0, 1.0}, std::vector{3.0, 4.0, infinity}).cosine, 1.0); // of the finite numbers

    TwinLayer layer;
    QVERIFY(!layer.gradientCosine());
    layer.arriving = compare(exact, exact);
    layer.gradient = compare(exact, std::vector{4.0, 3.0});
    QCOMPARE(layer.gradientCosine(), std::optional(0.96));
}

/// By FP16: below 2⁻¹⁴, in steps of 2⁻²⁴.
void TestNumbers::whatIsSubnormal()
{
    const NumberRange half = rangeOf(Precision::fp16Emulated);
    const std::vector<double> exact{0x1p-13, 0x1p-14, 0x1.8p-15, 0x1p-24, 0x1p-30, 0.0};
    std::vector<double> low;
    for (const double number : exact)
        low.push_back(static_cast<double>(roundedToHalf(static_cast<float>(number))));
    const Comparison compared = compare(exact, low, 1.0, half);
    QCOMPARE(compared.subnormal, 2);
    QCOMPARE(compared.lost, 1);
    QCOMPARE(compared.subnormalShare(), 0.4);
    QCOMPARE(compare(exact, std::vector{0.0, 0.0, 0x1.000002p-15, 0.0, 0.0, 0.0}, 1.0, half).subnormal, 0); // not rounded
    QCOMPARE(compare(exact, low).subnormal, 0); // of no range
    QCOMPARE(compare(exact, low, 1.0, rangeOf(Precision::bf16)).subnormal, 0);
}

void TestNumbers::exponents()
{
    Exponents counted = exponentsOf(std::vector{1.0, 1.5, -1.99, 2.0, 0.25, 0.0, -0.0, infinity, std::nan("")});
    QCOMPARE(counted, (Exponents{-2, {1, 0, 3, 1}, 2, 2}));
    QCOMPARE(counted.total(), 5);
    QCOMPARE(exponentsOf(std::vector{1.0, 4.0}, 0.125), (Exponents{-3, {1, 0, 1}, 0, 0}));
    QCOMPARE(exponentsOf(std::vector{0x1p-1074}), (Exponents{-1074, {1}, 0, 0}));
    counted.add({-4, {7, 0, 2}, 1, 0});
    QCOMPARE(counted, (Exponents{-4, {7, 0, 3, 0, 3, 1}, 3, 2}));
    counted.add({3, {5}, 0, 0});
    QCOMPARE(counted, (Exponents{-4, {7, 0, 3, 0, 3, 1, 0, 5}, 3, 2}));
    counted.add({});
    QCOMPARE(counted.total(), 19);
    Exponents none;
    none.add(exponentsOf(std::vector{0.5}));
    QCOMPARE(none, (Exponents{-1, {1}, 0, 0}));
}

/// The ranges agree with rounding.
void TestNumbers::rangesAreThoseOfTheTypes()
{
    const NumberRange half = rangeOf(Precision::fp16Emulated);
    QCOMPARE(half, rangeOf(Precision::fp16));
    QVERIFY(roundedToHalf(std::ldexp(1.0f, half.smallest)) > 0.0f);
    QCOMPARE(roundedToHalf(std::ldexp(1.0f, half.smallest - 1)), 0.0f);
    QVERIFY(roundedToHalf(std::ldexp(1.5f, half.smallest - 1)) > 0.0f); // `keptShare` depends on this
    QVERIFY(std::isfinite(roundedToHalf(std::ldexp(1.0f, half.largest))));
    QVERIFY(std::isinf(roundedToHalf(std::ldexp(1.0f, half.largest + 1))));
    QCOMPARE(halfValue(0x0001), std::ldexp(1.0f, half.smallest));
    QCOMPARE(halfValue(0x0400), std::ldexp(1.0f, half.smallestNormal));
    QCOMPARE(halfValue(0xfbff), -65504.0f);
    QCOMPARE(halfValue(0x3c01), 1.0f + 0x1p-10f);
    QVERIFY(std::isinf(halfValue(0x7c00)) && std::isnan(halfValue(0x7e00)));
    QCOMPARE(rangeOf(Precision::bf16), (NumberRange{-126, -126, 127}));
    QCOMPARE(rangeOf(Precision::bf16), rangeOf(Precision::fp32));
}

void TestNumbers::scalesAreChosenByExponents()
{
    const NumberRange half = rangeOf(Precision::fp16);
    const Exponents small{-40, {1, 1, 2}, 9, 0}; // 2⁻⁴⁰, 2⁻³⁹ and twice 2⁻³⁸; zeros don't count
    QCOMPARE(keptShare(small, half, 0), 0.0);
    QCOMPARE(keptShare(small, half, 13), 0.5);
    QCOMPARE(keptShare(small, half, 14), 0.75);
    QCOMPARE(keptShare(small, half, 15), 1.0);
    QCOMPARE(bestShift(small, half), 15);
    QCOMPARE(keptShare(small, half, 54), 0.5); // too large a number is not kept either
    QCOMPARE(bestShift({-3, {4}, 0, 0}, half), 0); // no scale is needed
    // Nothing must overflow, and there is room for one doubling.
    const Exponents wide{-40, std::vector<std::int64_t>(50, 1), 0, 0}; // to 2⁹
    QCOMPARE(bestShift(wide, half), 5);
    QCOMPARE(bestShift({20, {1}, 0, 0}, half), -6);
    QVERIFY(!bestShift({}, half));
    QCOMPARE(keptShare({}, half, 3), 1.0);
}

void TestNumbers::theAdviceNamesTheLayer()
{
    TwinMoment moment{
        .step = 3, .format = {.precision = Precision::fp16Emulated}, .range = rangeOf(Precision::fp16), .lossScale = 1.0};
    const Exponents fine{-4, {2}, 0, 0}, tiny{-30, {6}, 0, 0};
    moment.layers = {layerOf("a", {.difference = 0.5, .numbers = 2, .nonzero = 2}, fine),
                     layerOf("b", {.difference = 0.4, .numbers = 6, .nonzero = 6, .lost = 3}, tiny),
                     layerOf("c", {.difference = 0.1, .numbers = 2, .nonzero = 2}, fine)};
    const TwinAdvice losing = adviceOf(std::vector{moment});
    QCOMPARE(losing.node, std::string("b"));
    QCOMPARE(losing.lost, 0.5);
    QCOMPARE(losing.keptNow, 0.4); // 4 of the 10
    QCOMPARE(losing.lossScale, 32.0); // 2⁻³⁰ becomes 2⁻²⁵, of which more than half of each is kept
    QCOMPARE(losing.keptThen, 1.0);
    QCOMPARE(losing.words.size(), 2u);
    QVERIFY(losing.words[0].text().starts_with("b loses most: 50 %"));

    moment.layers[1].arriving->nonzero = 100000; // a small share is shown
    QVERIFY(adviceOf(std::vector{moment}).words[0].text().starts_with("b loses most: 0.003 %"));
    QVERIFY(adviceOf(std::vector{moment}).words[0].text().ends_with("nothing needs to be done")); // and is harmless

    moment.layers[1].arriving->nonzero = 6;
    moment.layers[1].node = "block/b"; // a layer in a block is kept together with the block
    QVERIFY(adviceOf(std::vector{moment}).words[0].text().find("keep block and the layers") != std::string::npos);

    moment.layers[2].arriving->overflowed = 1;
    QCOMPARE(adviceOf(std::vector{moment}).node, std::string("c"));

    moment.layers = {layerOf("a", {.difference = 0.5, .numbers = 2, .nonzero = 2}, fine)};
    moment.lossScale = 65536.0;
    QVERIFY(adviceOf(std::vector{moment}).node.empty()); // the drift between the copies is not the fault of a layer
    moment.layers[0].stepArriving = moment.layers[0].arriving;
    const TwinAdvice differing = adviceOf(std::vector{moment});
    QCOMPARE(differing.node, std::string("a"));
    QCOMPARE(differing.lost, 0.0);
    QVERIFY(differing.words[1].text().starts_with("the loss scale of 65536 keeps 100 %"));

    moment.format.precision = Precision::bf16; // its range is large enough
    QVERIFY(!adviceOf(std::vector{moment}).lossScale);
    QVERIFY(adviceOf({}).words.empty());
}

NETSMITH_TEST(TestNumbers)

} // namespace test_numbers

#include "test_numbers.moc"
