#include "engine/inspect/activations/layer_picture.h"

#include "engine/core/philox.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <numeric>

namespace test_activations {

using namespace netsmith;
using namespace netsmith::inspect;

namespace {

using Form = LayerPicture::Form;
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

std::vector<float> counted(std::int64_t count)
{
    std::vector<float> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 0.0F);
    return values;
}

} // namespace

/// Layers' outputs reduced to a few figures and to pictures.
class TestActivations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void summaryWorkedByHand();
    void summaryWithoutFiniteNumbers();
    void summaryLosesNoDigits();
    void histogramWorkedByHand();
    void mapsAreTheChannels();
    void largeMapsAreMeans();
    void volumesShowTheirMiddle();
    void colourPicturesKeepTheirChannels();
    void barsKeepTheFarthest();
    void stripsHaveTheirStepsFromLeftToRight();
    void notFiniteCellsAreMarked();
    void anyShapeIsSmall();
};

void TestActivations::summaryWorkedByHand()
{
    const std::vector<float> values{0.0F, -1.0F, 3.0F, 0.0F, notANumber, infinity, 2.0F, 2.0F};
    const LayerSummary summary = summaryOf(values);
    QCOMPARE(summary.count, 8);
    QCOMPARE(summary.least, -1.0);
    QCOMPARE(summary.most, 3.0);
    QCOMPARE(summary.mean, 1.0); // of 0, −1, 3, 0, 2, 2
    QCOMPARE(summary.deviation, std::sqrt(2.0)); // (1 + 4 + 4 + 1 + 1 + 1) / 6
    QCOMPARE(summary.zeros, 2);
    QCOMPARE(summary.notFinite, 2);
    QCOMPARE(summary.zeroShare(), 0.25);
}

void TestActivations::summaryWithoutFiniteNumbers()
{
    const LayerSummary none = summaryOf({});
    QCOMPARE(none.count, 0);
    QCOMPARE(none.zeroShare(), 0.0);
    const std::vector<float> values{notANumber, -infinity};
    const LayerSummary summary = summaryOf(values);
    QCOMPARE(summary.notFinite, 2);
    QCOMPARE(summary.least, 0.0);
    QCOMPARE(summary.most, 0.0);
    QCOMPARE(summary.deviation, 0.0);
}

void TestActivations::summaryLosesNoDigits()
{
    // A million numbers near 10,000 whose deviation is 1: their squares would need 15 digits.
    std::vector<float> values;
    for (int i = 0; i < 1000000; ++i)
        values.push_back(i % 2 == 0 ? 9999.0F : 10001.0F);
    const LayerSummary summary = summaryOf(values);
    QVERIFY(std::abs(summary.mean - 10000.0) < 1e-6);
    QVERIFY(std::abs(summary.deviation - 1.0) < 1e-9);
}

void TestActivations::histogramWorkedByHand()
{
    const std::vector<float> values{-2.0F, -1.5F, -1.0F, 0.0F, 0.0F, 0.25F, notANumber, 2.0F, -infinity};
    // Intervals of 1 from −2: the last one includes its end, and the zeros are in none.
    QCOMPARE(histogramOf(values, summaryOf(values), 4), (std::vector<std::int64_t>{2, 1, 1, 1}));
    const std::vector<float> equal(5, 3.0F);
    QCOMPARE(histogramOf(equal, summaryOf(equal), 3), (std::vector<std::int64_t>{0, 5, 0}));
    QCOMPARE(histogramOf({}, summaryOf({}), 2), (std::vector<std::int64_t>{0, 0}));
}

void TestActivations::mapsAreTheChannels()
{
    const LayerPicture picture = pictureOf("conv", {2, 3, 12}, counted(72), false);
    QCOMPARE(picture.form, Form::maps);
    QCOMPARE(picture.width, 3);
    QCOMPARE(picture.height, 2);
    QCOMPARE(picture.total, 12);
    QCOMPARE(picture.shown, 10);
    QCOMPARE(picture.cells.size(), std::size_t{60});
    // [row, column, channel] is 36 row + 12 column + channel.
    for (std::size_t channel = 0; channel < 10; ++channel)
        for (std::size_t place = 0; place < 6; ++place)
            QCOMPARE(picture.cells[channel * 6 + place], static_cast<float>(12 * place + channel));
}

void TestActivations::largeMapsAreMeans()
{
    // Two channels of 64×128, halved to 16×32: each cell is the mean of 4×4 numbers.
    const LayerPicture picture = pictureOf("conv", {64, 128, 2}, counted(64 * 128 * 2), false);
    QCOMPARE(picture.width, 32);
    QCOMPARE(picture.height, 16);
    const auto mean = [](int y, int x, int channel) {
        double sum = 0.0;
        for (int row = 4 * y; row < 4 * y + 4; ++row)
            for (int column = 4 * x; column < 4 * x + 4; ++column)
                sum += (row * 128 + column) * 2 + channel;
        return static_cast<float>(sum / 16.0);
    };
    for (int channel = 0; channel < 2; ++channel)
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 32; ++x)
                QCOMPARE(picture.cells[static_cast<std::size_t>((channel * 16 + y) * 32 + x)], mean(y, x, channel));
}

void TestActivations::volumesShowTheirMiddle()
{
    const LayerPicture picture = pictureOf("conv3d", {3, 2, 2, 1}, counted(12), false);
    QCOMPARE(picture.form, Form::maps);
    QCOMPARE(picture.cells, (std::vector<float>{4.0F, 5.0F, 6.0F, 7.0F}));
    QCOMPARE(picture.summary.most, 11.0); // of all slices
}

void TestActivations::colourPicturesKeepTheirChannels()
{
    const LayerPicture input = pictureOf("input", {2, 1, 3}, counted(6), true);
    QCOMPARE(input.form, Form::colour);
    QCOMPARE(input.cells, (std::vector<float>{0.0F, 3.0F, 1.0F, 4.0F, 2.0F, 5.0F}));
    QCOMPARE(pictureOf("conv", {2, 1, 3}, counted(6), false).form, Form::maps);
}

void TestActivations::barsKeepTheFarthest()
{
    std::vector<float> values(200, 0.01F);
    values[77] = -5.0F;
    const LayerPicture picture = pictureOf("dense", {200}, values, false, {.bars = 50});
    QCOMPARE(picture.form, Form::bars);
    QCOMPARE(picture.width, 50);
    for (std::size_t bar = 0; bar < 50; ++bar)
        QCOMPARE(picture.cells[bar], bar == 77 / 4 ? -5.0F : 0.01F);
    QCOMPARE(pictureOf("loss", {}, std::vector{2.5F}, false).cells, std::vector{2.5F});
}

void TestActivations::stripsHaveTheirStepsFromLeftToRight()
{
    const LayerPicture picture = pictureOf("lstm", {4, 2}, counted(8), false); // [step, unit] is 2 step + unit
    QCOMPARE(picture.form, Form::strip);
    QCOMPARE(picture.width, 4);
    QCOMPARE(picture.height, 2);
    QCOMPARE(picture.cells, (std::vector<float>{0.0F, 2.0F, 4.0F, 6.0F, 1.0F, 3.0F, 5.0F, 7.0F}));
}

void TestActivations::notFiniteCellsAreMarked()
{
    std::vector<float> values = counted(64 * 64);
    values[0] = infinity; // within the first cell of four
    const LayerPicture map = pictureOf("conv", {64, 64, 1}, values, false, {.onlySide = 32});
    QVERIFY(std::isnan(map.cells[0]));
    QCOMPARE(std::ranges::count_if(map.cells, [](float cell) { return std::isnan(cell); }), 1);
    const LayerPicture all = pictureOf("dense", {3}, std::vector(3, notANumber), false);
    QCOMPARE(all.summary.notFinite, 3);
    QVERIFY(std::ranges::all_of(all.cells, [](float cell) { return std::isnan(cell); }));
}

/// Whatever the layer, its picture has few cells, all of them taken from its numbers.
void TestActivations::anyShapeIsSmall()
{
    RandomStream random(3, 1);
    const PictureLimits limits;
    for (int round = 0; round < 300; ++round) {
        const int rank = static_cast<int>(random.uniform() * 5.0);
        std::vector<std::int64_t> sizes;
        for (int axis = 0; axis < rank; ++axis)
            sizes.push_back(1 + static_cast<std::int64_t>(std::pow(random.uniform(), 3.0) * (rank > 2 ? 60.0 : 900.0)));
        const Shape shape(sizes);
        std::vector<float> values;
        for (std::int64_t i = 0; i < shape.elements(); ++i)
            values.push_back(static_cast<float>(random.uniform() - 0.5));
        const LayerPicture picture = pictureOf("layer", shape, values, round % 2 == 0);
        QCOMPARE(std::ssize(picture.cells), picture.shown * picture.width * picture.height);
        QVERIFY(std::ssize(picture.cells) <= std::max(limits.maps * limits.side * limits.side, limits.steps * limits.units));
        for (const float cell : picture.cells)
            QVERIFY(cell >= static_cast<float>(picture.summary.least) && cell <= static_cast<float>(picture.summary.most));
    }
}

NETSMITH_TEST(TestActivations)

} // namespace test_activations

#include "test_activations.moc"
