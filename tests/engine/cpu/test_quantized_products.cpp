#include "engine/core/parallel.h"
#include "engine/core/philox.h"
#include "engine/core/quantization_grid.h"
#include "engine/cpu/kernels/fake_quantize.h"
#include "engine/cpu/kernels/isa.h"
#include "engine/cpu/kernels/quantized_product.h"
#include "tests/test_program.h"

#include <QtTest>

#include <bit>
#include <cmath>

namespace test_quantized_products {

using namespace netsmith;

/// Products of integers against sums of 64 bits, bit for bit, with every instruction set and several numbers of threads.
class TestQuantizedProducts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gridsWorkedByHand();
    void stepsAreExact();
    void multipliesExactly_data();
    void multipliesExactly();
    void reachesTheLargestSums_data();
    void reachesTheLargestSums();
    void roundsAsTheGridSays();
    void cleanup()
    {
        setThreadCount(0);
        kernels::capIsa(kernels::Isa::avx512);
    }
};

namespace {

using Ends = std::array<float, 2>;

struct Product {
    kernels::QuantizedShape shape{};
    std::vector<std::uint8_t> x{};
    Ends range{};
    std::vector<float> w{};
    std::vector<float> bias{};
    bool rectify = false;
    std::optional<Ends> written{};
};

/// As the reference room computes it: whole numbers, then one product in float.
std::vector<float> worked(const Product& p)
{
    const WindowShape& s = p.shape.window;
    const QuantizationGrid grid = QuantizationGrid::between(p.range[0], p.range[1]);
    const auto filters = static_cast<std::size_t>(p.shape.filters);
    std::vector<float> scales(filters);
    for (std::size_t i = 0; i < p.w.size(); ++i)
        scales[i % filters] = std::max(scales[i % filters], std::abs(p.w[i]));
    for (float& scale : scales)
        scale = gridScale(scale);
    std::vector<float> y;
    for (std::int64_t pixel = 0; pixel < p.shape.pixels(); ++pixel)
        for (std::size_t f = 0; f < filters; ++f) {
            const std::int64_t row = pixel / s.outputWidth, image = row / s.outputHeight;
            std::int64_t sum = 0, weight = 0;
            for (std::int64_t ky = 0; ky < s.kernelHeight; ++ky)
                for (std::int64_t kx = 0; kx < s.kernelWidth; ++kx)
                    for (std::int64_t c = 0; c < s.channels; ++c, ++weight) {
                        const std::int64_t iy = row % s.outputHeight * s.strideHeight - s.top + ky * s.dilationHeight;
                        const std::int64_t ix = pixel % s.outputWidth * s.strideWidth - s.left + kx * s.dilationWidth;
                        if (iy < 0 || iy >= s.height || ix < 0 || ix >= s.width)
                            continue;
                        const auto at = static_cast<std::size_t>(((image * s.height + iy) * s.width + ix) * s.channels + c);
                        const float q = p.w[static_cast<std::size_t>(weight) * filters + f] / scales[f];
                        sum += (std::int64_t{p.x[at]} - std::llround(grid.zero)) * std::llrint(q);
                    }
            const float factor = grid.step * scales[f];
            if (!p.bias.empty())
                sum += std::llrint(double{p.bias[f]} / factor);
            const float value = static_cast<float>(static_cast<std::int32_t>(sum)) * factor;
            y.push_back(p.rectify && value < 0.0f ? 0.0f : value);
        }
    return y;
}

std::vector<float> byKernel(const Product& p, int threads)
{
    std::vector<float> packed(static_cast<std::size_t>(p.shape.packedWords()));
    kernels::packQuantized(p.shape, p.w.data(), p.range.data(), p.bias.empty() ? nullptr : p.bias.data(), packed.data());
    std::vector<std::int32_t> scratch(static_cast<std::size_t>(p.shape.gathered() * threads), 0x12345678);
    const auto count = static_cast<std::size_t>(p.shape.pixels() * p.shape.filters);
    std::vector<float> y(count, -99.0f);
    std::vector<std::uint8_t> codes(count, 77);
    kernels::quantizedProduct(p.shape, p.x.data(), p.range.data(), packed.data(),
                              {p.rectify, p.written ? p.written->data() : nullptr}, threads, scratch.data(),
                              p.written ? static_cast<void*>(codes.data()) : y.data());
    if (p.written)
        std::ranges::transform(codes, y.begin(), [](std::uint8_t code) { return static_cast<float>(code); });
    return y;
}

Product drawn(const WindowShape& window, std::int64_t filters, bool bias, bool rectify, std::optional<Ends> written, Ends range)
{
    Product p{.shape = {window, filters}, .range = range, .rectify = rectify, .written = written};
    RandomStream random(static_cast<std::uint64_t>(window.channels * 131 + filters), 1);
    p.x.resize(static_cast<std::size_t>(window.inputs()));
    for (std::uint8_t& code : p.x)
        code = static_cast<std::uint8_t>(random.uniform(0.0, 256.0));
    p.w.resize(static_cast<std::size_t>(p.shape.products() * filters));
    for (float& weight : p.w)
        weight = static_cast<float>(random.uniform(-1.0, 1.0));
    if (bias)
        for (std::int64_t f = 0; f < filters; ++f)
            p.bias.push_back(static_cast<float>(random.uniform(-2.0, 2.0)));
    return p;
}

WindowShape imagesOf(std::int64_t images, std::int64_t height, std::int64_t width, std::int64_t channels, std::int64_t kernel,
                     std::int64_t stride, std::int64_t dilation, std::int64_t padding)
{
    const auto size = [&](std::int64_t side) { return (side + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1; };
    return {images, height, width,  channels, size(height), size(width), kernel,
            kernel, stride, stride, dilation, dilation,     padding,     padding};
}

/// The same window with a row left out between two of its rows, and no column.
WindowShape dilatedInHeight(WindowShape window)
{
    window.dilationHeight = 2;
    window.outputHeight = (window.height + 2 * window.top - 2 * (window.kernelHeight - 1) - 1) / window.strideHeight + 1;
    return window;
}

/// `most`: no faster way than that.
void compare(Product p, kernels::CodeProducts most = kernels::CodeProducts::tiles)
{
    std::vector<float> expected = worked(p);
    if (p.written)
        for (float& value : expected)
            value = QuantizationGrid::between((*p.written)[0], (*p.written)[1]).code(value);
    for (const kernels::Isa isa : {kernels::Isa::baseline, kernels::Isa::avx2, kernels::Isa::avx512})
        for (const int threads : {1, 2, 3}) {
            kernels::capIsa(isa);
            setThreadCount(threads);
            p.shape.by = std::min(kernels::fastestProducts(), most);
            const std::vector<float> y = byKernel(p, threads);
            for (std::size_t i = 0; i < y.size(); ++i)
                QVERIFY2(y[i] == expected[i],
                         qPrintable(QString("%1 instead of %2 at %3 of %4, %5, %6 threads")
                                        .arg(y[i])
                                        .arg(expected[i])
                                        .arg(i)
                                        .arg(y.size())
                                        .arg(QLatin1String(kernels::isaName().data()))
                                        .arg(threads)));
        }
}

} // namespace

void TestQuantizedProducts::gridsWorkedByHand()
{
    // 255 steps of 1/64 from 0, exactly.
    const QuantizationGrid positive = QuantizationGrid::between(0.0f, 255.0f / 64.0f);
    QCOMPARE(positive.step, 1.0f / 64.0f);
    QCOMPARE(positive.zero, 0.0f);
    QCOMPARE(int(positive.code(1.0f)), 64);
    QCOMPARE(int(positive.code(-3.0f)), 0);
    QCOMPARE(int(positive.code(99.0f)), 255);
    QCOMPARE(int(positive.code(0.5f / 64.0f)), 0); // ties go to the even one
    QCOMPARE(int(positive.code(1.5f / 64.0f)), 2);
    // A range without 0 is widened to it; 0 is always represented exactly.
    const QuantizationGrid above = QuantizationGrid::between(1.0f, 255.0f / 32.0f);
    QCOMPARE(above.step, 1.0f / 32.0f);
    QCOMPARE(above.represented(0.0f), 0.0f);
    const QuantizationGrid both = QuantizationGrid::between(-1.0f, 3.0f);
    QCOMPARE(both.represented(0.0f), 0.0f);
    QCOMPARE(both.zero, 64.0f); // 1 is 63.75 steps of 4/255
    const QuantizationGrid negative = QuantizationGrid::between(-255.0f, 0.0f);
    QCOMPARE(negative.zero, 255.0f);
    QCOMPARE(negative.represented(-254.6f), -255.0f);
    // What has no extent, or none that is a number, has steps of 1.
    for (const float end : {0.0f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
        QCOMPARE(QuantizationGrid::between(-end, end).step, 1.0f);
    QCOMPARE(int(both.code(std::numeric_limits<float>::quiet_NaN())), 0);
    QCOMPARE(int(both.code(std::numeric_limits<float>::infinity())), 255);
    QVERIFY(both.contains(-1.0f) && both.contains(2.99f) && !both.contains(-1.1f) && !both.contains(3.1f));
    QVERIFY(!both.contains(std::numeric_limits<float>::quiet_NaN()));
}

/// So that a number read back from its integer and its step is the number that was rounded.
void TestQuantizedProducts::stepsAreExact()
{
    RandomStream random(3, 5);
    for (int i = 0; i < 2000; ++i) {
        const auto largest = static_cast<float>(std::exp(random.uniform(-30.0, 30.0)));
        const float step = gridScale(largest);
        QVERIFY(step * 127.0f >= largest);
        QVERIFY(step * 127.0f <= largest * 1.0001f);
        for (const int q : {1, 3, 63, 126, 127})
            QCOMPARE(static_cast<double>(static_cast<float>(q) * step), q * static_cast<double>(step));
        QCOMPARE(gridScale(127.0f * step), step);
        QCOMPARE(weightSteps(127.0f * step, 1.0f / step), 127.0f);
    }
}

void TestQuantizedProducts::multipliesExactly_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < 18; ++i)
        QTest::addRow("shape %d", i) << i;
}

void TestQuantizedProducts::multipliesExactly()
{
    QFETCH(int, index);
    const Ends both{-0.7f, 1.9f}, positive{0.0f, 3.0f}, negative{-2.0f, 0.0f}, codes{-5.0f, 7.0f};
    const Product products[] = {
        drawn(imagesOf(2, 7, 6, 5, 3, 1, 1, 1), 9, true, false, {}, both),
        drawn(imagesOf(1, 9, 9, 1, 3, 1, 1, 1), 40, true, true, {}, positive),
        drawn(imagesOf(2, 5, 5, 36, 3, 1, 1, 0), 33, false, true, {}, negative),
        drawn(imagesOf(3, 5, 4, 8, 3, 1, 1, 2), 17, true, true, codes, both),
        drawn(imagesOf(2, 11, 9, 3, 3, 2, 2, 2), 6, true, false, {}, both),
        drawn(imagesOf(1, 16, 16, 16, 1, 1, 1, 0), 64, true, false, codes, positive),
        drawn(imagesOf(1, 6, 6, 2, 5, 1, 1, 2), 1, false, false, {}, both),
        drawn({.images = 1, .channels = 700}, 130, true, true, {}, positive),
        drawn({.images = 1, .channels = 3}, 2, true, false, {}, both),
        drawn({.images = 67, .channels = 129}, 31, true, false, Ends{0.0f, 9.0f}, both),
        drawn({.images = 25, .channels = 64}, 96, false, true, {}, negative),
        drawn(imagesOf(1, 4, 4, 17, 3, 3, 1, 1), 32, true, false, {}, both),
        // Lines of 16 pixels and more, whose codes fill tiles.
        drawn(imagesOf(2, 6, 35, 64, 3, 1, 1, 0), 70, true, true, codes, both),
        drawn(imagesOf(1, 5, 37, 64, 1, 2, 1, 0), 33, true, false, {}, negative),
        drawn(imagesOf(1, 7, 40, 64, 3, 1, 1, 1), 16, false, true, {}, both),
        drawn(imagesOf(1, 8, 21, 64, 3, 1, 2, 2), 32, true, false, {}, both),
        drawn({.images = 40, .channels = 256}, 20, true, true, {}, both),
        drawn(dilatedInHeight(imagesOf(1, 10, 21, 64, 3, 1, 1, 0)), 32, true, false, {}, both),
    };
    compare(products[index]);
    for (const auto most : {kernels::CodeProducts::pairs, kernels::CodeProducts::quads})
        if (most < kernels::fastestProducts())
            compare(products[index], most);
}

void TestQuantizedProducts::reachesTheLargestSums_data()
{
    QTest::addColumn<float>("low");
    QTest::addColumn<float>("high");
    QTest::addColumn<int>("code");
    QTest::newRow("255 above zero") << 0.0f << 255.0f << 255;
    QTest::newRow("255 below zero") << -255.0f << 0.0f << 0;
}

/// Where products of 8 bits with sums of 16 would saturate: every factor as large as it gets.
void TestQuantizedProducts::reachesTheLargestSums()
{
    QFETCH(float, low);
    QFETCH(float, high);
    QFETCH(int, code);
    for (const std::int64_t products : {2, 3, 64, 4608, 32768}) {
        Product p{.shape = {{.images = 3, .channels = products}, 34}, .range = {low, high}};
        p.x.assign(static_cast<std::size_t>(3 * products), static_cast<std::uint8_t>(code));
        for (std::int64_t i = 0; i < products * 34; ++i)
            p.w.push_back(i % 34 % 2 == 0 ? 127.0f : -127.0f);
        const std::vector<float> expected = worked(p);
        QCOMPARE(std::abs(expected[0]), static_cast<float>(products * 255 * 127));
        compare(p);
        if (QTest::currentTestFailed())
            return;
    }
}

void TestQuantizedProducts::roundsAsTheGridSays()
{
    RandomStream random(8, 2);
    std::vector<float> x{0.0f,
                         -0.0f,
                         1e-30f,
                         std::numeric_limits<float>::quiet_NaN(),
                         std::numeric_limits<float>::infinity(),
                         -std::numeric_limits<float>::infinity(),
                         1e30f};
    for (int i = 0; i < 50001; ++i)
        x.push_back(static_cast<float>(random.uniform(-4.0, 4.0)));
    for (const Ends range : {Ends{-1.0f, 3.0f}, Ends{0.0f, 2.0f}, Ends{-0.3f, 0.0f}, Ends{0.0f, 0.0f}}) {
        const QuantizationGrid grid = QuantizationGrid::between(range[0], range[1]);
        for (const kernels::Isa isa : {kernels::Isa::baseline, kernels::Isa::avx2, kernels::Isa::avx512}) {
            kernels::capIsa(isa);
            std::vector<float> y(x.size()), dx(x.size());
            std::vector<std::uint8_t> codes(x.size());
            const auto count = std::ssize(x);
            kernels::fakeQuantize(x.data(), range.data(), y.data(), count);
            kernels::quantize(x.data(), range.data(), codes.data(), count);
            const std::vector<float> dy(x.size(), 2.0f);
            kernels::fakeQuantizeBackward(x.data(), range.data(), dy.data(), dx.data(), count);
            for (std::size_t i = 0; i < x.size(); ++i) {
                QCOMPARE(int(codes[i]), int(grid.code(x[i])));
                QVERIFY(y[i] == grid.represented(x[i]));
                QCOMPARE(y[i], (static_cast<float>(codes[i]) - grid.zero) * grid.step);
                QCOMPARE(dx[i], grid.contains(x[i]) ? 2.0f : 0.0f);
            }
        }
    }
}

NETSMITH_TEST(TestQuantizedProducts)

} // namespace test_quantized_products

#include "test_quantized_products.moc"
