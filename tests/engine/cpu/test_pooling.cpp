#include "engine/cpu/kernels/average_pool.h"
#include "engine/cpu/kernels/max_pool.h"
#include "tests/engine/cpu/kernel_check.h"
#include "tests/test_program.h"

#include <limits>

namespace test_pooling {

using namespace netsmith;
using namespace netsmith::kernels;
using namespace netsmith::test;

namespace {

struct Case {
    const char* name;
    WindowShape shape;
};

/// The output's size follows from the windows that fit.
WindowShape pooled(std::int64_t images, std::int64_t height, std::int64_t width, std::int64_t channels, std::int64_t kernel,
                   std::int64_t stride, std::int64_t dilation = 1, std::int64_t before = 0, std::int64_t after = 0)
{
    const auto fit = [&](std::int64_t size) { return (size + before + after - (kernel - 1) * dilation - 1) / stride + 1; };
    return {images, height, width,  channels, fit(height), fit(width), kernel,
            kernel, stride, stride, dilation, dilation,    before,     before};
}

const Case cases[] = {
    {"2×2", pooled(3, 6, 8, 32, 2, 2)},
    {"2×2 with an odd edge", pooled(2, 7, 5, 20, 2, 2)},
    {"2×2 of one channel", pooled(2, 4, 4, 1, 2, 2)},
    {"3×3 stride 2 padded", pooled(2, 9, 8, 19, 3, 2, 1, 1, 1)},
    {"3×3 stride 1", pooled(1, 5, 6, 16, 3, 1)},
    {"2×2 stride 3, gaps", pooled(2, 8, 8, 7, 2, 3)},
    {"3×3 dilated", pooled(2, 9, 10, 18, 3, 2, 2, 1, 2)},
    {"2×2 stride 1 padded below", pooled(1, 4, 4, 33, 2, 1, 1, 0, 1)},
    {"whole image", pooled(2, 8, 8, 64, 8, 8)},
    {"large enough for two threads", pooled(16, 26, 26, 32, 2, 2)},
};

/// Calls `visit(output, input, tap)` for each pixel of each window and channel, in a window's order.
template <class Visit>
void eachTap(const WindowShape& s, Visit visit)
{
    for (std::int64_t n = 0; n < s.images; ++n)
        for (std::int64_t oy = 0; oy < s.outputHeight; ++oy)
            for (std::int64_t ox = 0; ox < s.outputWidth; ++ox)
                for (std::int64_t c = 0; c < s.channels; ++c)
                    for (std::int64_t tap = 0; tap < s.kernelHeight * s.kernelWidth; ++tap) {
                        const std::int64_t iy = oy * s.strideHeight - s.top + tap / s.kernelWidth * s.dilationHeight;
                        const std::int64_t ix = ox * s.strideWidth - s.left + tap % s.kernelWidth * s.dilationWidth;
                        if (iy >= 0 && iy < s.height && ix >= 0 && ix < s.width)
                            visit(static_cast<std::size_t>(((n * s.outputHeight + oy) * s.outputWidth + ox) * s.channels + c),
                                  static_cast<std::size_t>(((n * s.height + iy) * s.width + ix) * s.channels + c), tap);
                    }
}

std::int64_t inputs(const WindowShape& s)
{
    return s.images * s.height * s.width * s.channels;
}
std::int64_t outputs(const WindowShape& s)
{
    return s.images * s.outputHeight * s.outputWidth * s.channels;
}

template <class T, class Winner>
void checkMaximum(const WindowShape& s, bool rectify)
{
    inEveryVersion([&] {
        // Few distinct numbers, so that there are ties and the first must win.
        auto x = numbers<T>(inputs(s), 1, -4.0, 4.0);
        for (T& value : x)
            value = static_cast<T>(std::round(static_cast<double>(value)));
        const auto outputCount = static_cast<std::size_t>(outputs(s));
        std::vector<double> best(outputCount, rectify ? 0.0 : -HUGE_VAL);
        std::vector<double> index(outputCount, static_cast<double>(static_cast<Winner>(-1)));
        eachTap(s, [&](std::size_t output, std::size_t input, std::int64_t tap) {
            if (const auto value = static_cast<double>(x[input]); value > best[output]) {
                best[output] = value;
                index[output] = static_cast<double>(tap);
            }
        });
        std::vector<T> y(outputCount);
        std::vector<Winner> winner(outputCount);
        maxPool(s, rectify, x.data(), y.data(), winner.data());
        compare(y, best, 0.0);
        compare(winner, index, 0.0);

        const auto dy = numbers<T>(outputs(s), 2);
        std::vector<double> gradient(x.size());
        eachTap(s, [&](std::size_t output, std::size_t input, std::int64_t tap) {
            if (index[output] == static_cast<double>(tap))
                gradient[input] += static_cast<double>(dy[output]);
        });
        std::vector<T> dx(x.size(), static_cast<T>(7.0f));
        maxPoolBackward(s, dy.data(), winner.data(), dx.data());
        compare(dx, gradient);
        return bytesOf(y) + bytesOf(winner) + bytesOf(dx);
    });
}

template <class T>
void checkAverage(const WindowShape& s)
{
    inEveryVersion([&] {
        const auto x = numbers<T>(inputs(s), 3);
        const auto dy = numbers<T>(outputs(s), 4);
        std::vector<double> sum(static_cast<std::size_t>(outputs(s)));
        std::vector<double> count(sum.size());
        eachTap(s, [&](std::size_t output, std::size_t input, std::int64_t) {
            sum[output] += static_cast<double>(x[input]);
            count[output] += 1.0;
        });
        std::vector<double> gradient(x.size());
        eachTap(s, [&](std::size_t output, std::size_t input, std::int64_t) {
            gradient[input] += static_cast<double>(dy[output]) / count[output];
        });
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] /= count[i];
        std::vector<T> y(sum.size());
        std::vector<T> dx(x.size(), static_cast<T>(7.0f));
        averagePool(s, x.data(), y.data());
        averagePoolBackward(s, dy.data(), dx.data());
        compare(y, sum);
        compare(dx, gradient);
        return bytesOf(y) + bytesOf(dx);
    });
}

} // namespace

class TestPooling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void maximum_data() { addCases(); }
    void maximum();
    void average_data() { addCases(); }
    void average();
    void passesNanOn();

private:
    static void addCases();
};

void TestPooling::addCases()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(cases)); ++i)
        QTest::newRow(cases[i].name) << i;
}

void TestPooling::maximum()
{
    QFETCH(int, index);
    const WindowShape& shape = cases[index].shape;
    for (const bool rectify : {false, true}) {
        checkMaximum<float, std::uint8_t>(shape, rectify);
        checkMaximum<float, std::int32_t>(shape, rectify);
        checkMaximum<BFloat16, std::uint8_t>(shape, rectify);
        checkMaximum<BFloat16, std::int32_t>(shape, rectify);
    }
}

void TestPooling::average()
{
    QFETCH(int, index);
    checkAverage<float>(cases[index].shape);
    checkAverage<BFloat16>(cases[index].shape);
}

void TestPooling::passesNanOn()
{
    const WindowShape shape = pooled(1, 2, 2, 1, 2, 2);
    for (std::size_t place = 0; place < 4; ++place)
        for (const bool rectify : {false, true})
            inEveryVersion([&] {
                std::vector<float> x{1.0f, -2.0f, 3.0f, 2.0f};
                x[place] = std::numeric_limits<float>::quiet_NaN();
                std::vector<float> y(1);
                std::vector<std::uint8_t> winner(1);
                maxPool(shape, rectify, x.data(), y.data(), winner.data());
                [&] { QVERIFY(std::isnan(y[0])); }();
                [&] { QCOMPARE(std::size_t{winner[0]}, place); }();
                return bytesOf(winner);
            });
}

NETSMITH_TEST(TestPooling)

} // namespace test_pooling

#include "test_pooling.moc"
