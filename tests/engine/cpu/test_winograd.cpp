#include "engine/cpu/kernels/winograd.h"
#include "tests/engine/cpu/kernel_check.h"
#include "tests/test_program.h"

#include <limits>

namespace test_winograd {

using namespace netsmith;
using namespace netsmith::test;

/// Convolutions by Winograd's algorithm against the direct sum in double precision.
class TestWinograd : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void convolves_data() { addShapes(); }
    void convolves();
    void findsTheGradientOfItsImages_data() { addShapes(); }
    void findsTheGradientOfItsImages();
    void findsTheGradientOfItsWeights_data() { addShapes(); }
    void findsTheGradientOfItsWeights();
    void keepsImagesApart();
    void keepsWhatIsNotFinite();

private:
    static void addShapes();
};

namespace {

kernels::WinogradShape shapeOf(int images, int height, int width, int channels, int filters, int top, int bottom, int left,
                               int right)
{
    return {images, height, width, channels, filters, height + top + bottom - 2, width + left + right - 2, top, left};
}

double at(const std::vector<float>& x, const kernels::WinogradShape& s, std::int64_t image, std::int64_t row, std::int64_t column,
          std::int64_t channel)
{
    if (row < 0 || row >= s.height || column < 0 || column >= s.width)
        return 0.0;
    return x[static_cast<std::size_t>(((image * s.height + row) * s.width + column) * s.channels + channel)];
}

/// Σ over the kernel and the channels of x · w, where `weight(row, column, channel, filter)` is one of w.
template <class Weight>
std::vector<double> direct(const kernels::WinogradShape& s, const std::vector<float>& x, const Weight& weight,
                           const std::vector<float>& bias, bool rectify)
{
    std::vector<double> y;
    for (std::int64_t image = 0; image < s.images; ++image)
        for (std::int64_t row = 0; row < s.outHeight; ++row)
            for (std::int64_t column = 0; column < s.outWidth; ++column)
                for (std::int64_t filter = 0; filter < s.filters; ++filter) {
                    double sum = bias.empty() ? 0.0 : bias[static_cast<std::size_t>(filter)];
                    for (std::int64_t r = 0; r < 3; ++r)
                        for (std::int64_t c = 0; c < 3; ++c)
                            for (std::int64_t channel = 0; channel < s.channels; ++channel)
                                sum +=
                                    at(x, s, image, row + r - s.top, column + c - s.left, channel) * weight(r, c, channel, filter);
                    y.push_back(rectify ? std::max(sum, 0.0) : sum);
                }
    return y;
}

std::vector<float> byWinograd(const kernels::WinogradShape& s, const std::vector<float>& x, const std::vector<float>& weights,
                              bool turned, const std::vector<float>& bias, bool rectify)
{
    constexpr float unset = std::numeric_limits<float>::quiet_NaN(); // nothing may be read that was not written
    std::vector<float> packed(static_cast<std::size_t>(s.packedFloats()), unset);
    std::vector<float> scratch(static_cast<std::size_t>(s.scratchFloats()), unset);
    std::vector<float> y(static_cast<std::size_t>(s.images * s.outHeight * s.outWidth * s.filters), unset);
    kernels::packWinograd(s, weights.data(), turned, packed.data());
    kernels::winograd(s, x.data(), packed.data(), bias.empty() ? nullptr : bias.data(), rectify, scratch.data(), y.data());
    return y;
}

/// Fails where a result differs from the direct sum by more than 10⁻⁴ of the results' root mean square.
void compareSums(const std::vector<float>& results, const std::vector<double>& expected)
{
    QCOMPARE(results.size(), expected.size());
    double squares = 0.0, worst = 0.0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        squares += expected[i] * expected[i];
        worst = std::max(worst, std::isfinite(results[i]) ? std::abs(double{results[i]} - expected[i]) : HUGE_VAL);
    }
    const double error = worst / std::sqrt(squares / static_cast<double>(expected.size()));
    QVERIFY2(error <= 1e-4, ("error " + std::to_string(error) + " in " + std::string(kernels::isaName())).c_str());
}

} // namespace

void TestWinograd::addShapes()
{
    QTest::addColumn<QList<int>>("sizes"); // as shapeOf takes them
    QTest::newRow("one tile") << QList{1, 4, 4, 8, 8, 1, 1, 1, 1};
    QTest::newRow("one channel, one filter") << QList{2, 5, 9, 1, 1, 1, 1, 1, 1};
    QTest::newRow("tiles that end beyond the image") << QList{3, 7, 10, 5, 19, 1, 1, 1, 1};
    QTest::newRow("no padding") << QList{2, 13, 11, 33, 40, 0, 0, 0, 0};
    QTest::newRow("padded unevenly") << QList{1, 6, 5, 17, 9, 2, 0, 0, 2};
    QTest::newRow("much padding") << QList{1, 6, 6, 3, 4, 3, 4, 0, 3};
    QTest::newRow("one row of results") << QList{2, 3, 12, 16, 16, 0, 0, 1, 1};
    QTest::newRow("several groups of tiles") << QList{9, 33, 31, 24, 12, 1, 1, 1, 1};
    QTest::newRow("many channels in pieces") << QList{1, 8, 8, 300, 70, 1, 1, 1, 1};
}

void TestWinograd::convolves()
{
    QFETCH(QList<int>, sizes);
    const auto s = shapeOf(sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7], sizes[8]);
    const auto x = numbers<float>(s.images * s.height * s.width * s.channels, 1);
    const auto weights = numbers<float>(9 * s.channels * s.filters, 2, -1.0, 1.0);
    const auto weight = [&](std::int64_t row, std::int64_t column, std::int64_t channel, std::int64_t filter) {
        return double{weights[static_cast<std::size_t>(((row * 3 + column) * s.channels + channel) * s.filters + filter)]};
    };
    for (const bool biased : {false, true})
        for (const bool rectify : {false, true}) {
            const auto bias = biased ? numbers<float>(s.filters, 3) : std::vector<float>();
            const auto expected = direct(s, x, weight, bias, rectify);
            inEveryVersion([&] {
                const auto y = byWinograd(s, x, weights, false, bias, rectify);
                compareSums(y, expected);
                return bytesOf(y);
            });
        }
}

void TestWinograd::findsTheGradientOfItsImages()
{
    QFETCH(QList<int>, sizes);
    // The convolution has filters for channels and channels for filters; dy is its result.
    const auto s = shapeOf(sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7], sizes[8]);
    const auto dy = numbers<float>(s.images * s.height * s.width * s.channels, 4);
    const auto weights = numbers<float>(9 * s.channels * s.filters, 5, -1.0, 1.0);
    const auto weight = [&](std::int64_t row, std::int64_t column, std::int64_t channel, std::int64_t filter) {
        return double{
            weights[static_cast<std::size_t>((((2 - row) * 3 + 2 - column) * s.filters + filter) * s.channels + channel)]};
    };
    const auto expected = direct(s, dy, weight, {}, false);
    inEveryVersion([&] {
        const auto dx = byWinograd(s, dy, weights, true, {}, false);
        compareSums(dx, expected);
        return bytesOf(dx);
    });
}

void TestWinograd::findsTheGradientOfItsWeights()
{
    QFETCH(QList<int>, sizes);
    const auto s = shapeOf(sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7], sizes[8]);
    const auto x = numbers<float>(s.images * s.height * s.width * s.channels, 8);
    const auto dy = numbers<float>(s.images * s.outHeight * s.outWidth * s.filters, 9, -1.0, 1.0);
    std::vector<double> expected(static_cast<std::size_t>(9 * s.channels * s.filters));
    std::size_t next = 0;
    for (std::int64_t image = 0; image < s.images; ++image)
        for (std::int64_t row = 0; row < s.outHeight; ++row)
            for (std::int64_t column = 0; column < s.outWidth; ++column)
                for (std::int64_t filter = 0; filter < s.filters; ++filter) {
                    const double gradient = dy[next++];
                    for (std::int64_t r = 0; r < 3; ++r)
                        for (std::int64_t c = 0; c < 3; ++c)
                            for (std::int64_t channel = 0; channel < s.channels; ++channel)
                                expected[static_cast<std::size_t>(((r * 3 + c) * s.channels + channel) * s.filters + filter)] +=
                                    gradient * at(x, s, image, row + r - s.top, column + c - s.left, channel);
                }
    inEveryVersion([&] {
        constexpr float unset = std::numeric_limits<float>::quiet_NaN();
        std::vector<float> scratch(static_cast<std::size_t>(s.gradientFloats()), unset);
        std::vector<float> dw(expected.size(), unset);
        kernels::winogradWeights(s, x.data(), dy.data(), scratch.data(), dw.data());
        compareSums(dw, expected);
        return bytesOf(dw);
    });
}

/// An image's results don't depend on how many others there are.
void TestWinograd::keepsImagesApart()
{
    const auto all = shapeOf(7, 11, 11, 32, 64, 1, 1, 1, 1), one = shapeOf(1, 11, 11, 32, 64, 1, 1, 1, 1);
    const auto x = numbers<float>(all.images * all.height * all.width * all.channels, 1);
    const auto weights = numbers<float>(9 * all.channels * all.filters, 2, -1.0, 1.0);
    inEveryVersion([&] {
        const auto together = byWinograd(all, x, weights, false, {}, false);
        std::vector<float> apart;
        for (std::int64_t image = 0; image < all.images; ++image) {
            const auto begin = x.begin() + image * all.height * all.width * all.channels;
            const std::vector<float> own(begin, begin + all.height * all.width * all.channels);
            const auto y = byWinograd(one, own, weights, false, {}, false);
            apart.insert(apart.end(), y.begin(), y.end());
        }
        [&] { QCOMPARE(bytesOf(apart), bytesOf(together)); }();
        return bytesOf(together);
    });
}

void TestWinograd::keepsWhatIsNotFinite()
{
    const auto s = shapeOf(1, 8, 8, 16, 16, 1, 1, 1, 1);
    auto x = numbers<float>(s.height * s.width * s.channels, 6);
    x[100] = std::numeric_limits<float>::quiet_NaN();
    const auto weights = numbers<float>(9 * s.channels * s.filters, 7);
    for (const bool rectify : {false, true})
        inEveryVersion([&] {
            const auto y = byWinograd(s, x, weights, false, {}, rectify);
            const bool lost = std::ranges::none_of(y, [](float value) { return std::isnan(value); });
            [&] { QVERIFY(!lost); }();
            return bytesOf(y);
        });
}

NETSMITH_TEST(TestWinograd)

} // namespace test_winograd

#include "test_winograd.moc"
