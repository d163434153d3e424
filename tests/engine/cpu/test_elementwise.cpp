#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernels/add.h"
#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernels/convert.h"
#include "engine/cpu/kernels/copy.h"
#include "engine/cpu/kernels/sum_squares.h"
#include "tests/engine/cpu/kernel_check.h"

#include <limits>

using namespace netsmith;
using namespace netsmith::test;

namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Lengths that end within a vector, at its end, and beyond what one thread takes.
constexpr std::int64_t lengths[] = {1, 3, 16, 37, 70001};

double sigmoidOf(double x)
{
    return 1.0 / (1.0 + std::exp(-x));
}

template <class T, class Kernel, class Function>
void checkForward(Kernel kernel, Function function, double range)
{
    for (const std::int64_t length : lengths)
        inEveryVersion([&] {
            auto x = numbers<T>(length, 1, -range, range);
            x[0] = static_cast<T>(notANumber);
            std::vector<double> expected;
            for (const T value : x)
                expected.push_back(function(static_cast<double>(value)));
            std::vector<T> y(x.size());
            kernel(x.data(), y.data(), length);
            compare(y, expected);
            kernel(x.data(), x.data(), length);
            compare(x, expected);
            return bytesOf(y);
        });
}

template <class T, class Kernel, class Function>
void checkBackward(Kernel kernel, Function derivative)
{
    for (const std::int64_t length : lengths)
        inEveryVersion([&] {
            const auto y = numbers<T>(length, 2, -0.9, 0.9);
            auto dy = numbers<T>(length, 3);
            std::vector<double> expected;
            for (std::size_t i = 0; i < y.size(); ++i)
                expected.push_back(static_cast<double>(dy[i]) * derivative(static_cast<double>(y[i])));
            std::vector<T> dx(y.size());
            kernel(y.data(), dy.data(), dx.data(), length);
            compare(dx, expected);
            kernel(y.data(), dy.data(), dy.data(), length);
            compare(dy, expected);
            return bytesOf(dx);
        });
}

} // namespace

class TestElementwise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void activations();
    void activationsBackward();
    void maskedGradientsAreZero();
    void sums();
    void biases();
    void rowSums();
    void roundsToBfloat16();
    void squares();
    void squaresTellWhatIsNotFinite();
    void copiesRuns();
};

void TestElementwise::activations()
{
    const auto rectified = [](double x) { return x < 0.0 ? 0.0 : x; };
    checkForward<float>(kernels::relu<float>, rectified, 3.0);
    checkForward<BFloat16>(kernels::relu<BFloat16>, rectified, 3.0);
    // Far enough for both to saturate and for the exponential to leave f32's range.
    checkForward<float>(kernels::sigmoid<float>, sigmoidOf, 120.0);
    checkForward<BFloat16>(kernels::sigmoid<BFloat16>, sigmoidOf, 120.0);
    const auto hyperbolic = [](double x) { return std::tanh(x); };
    checkForward<float>(kernels::tanh<float>, hyperbolic, 1.5);
    checkForward<float>(kernels::tanh<float>, hyperbolic, 60.0);
    checkForward<BFloat16>(kernels::tanh<BFloat16>, hyperbolic, 60.0);
}

void TestElementwise::activationsBackward()
{
    const auto step = [](double y) { return y > 0.0 ? 1.0 : 0.0; };
    checkBackward<float>(kernels::reluBackward<float>, step);
    checkBackward<BFloat16>(kernels::reluBackward<BFloat16>, step);
    checkBackward<float>(kernels::sigmoidBackward<float>, [](double y) { return y * (1.0 - y); });
    checkBackward<BFloat16>(kernels::sigmoidBackward<BFloat16>, [](double y) { return y * (1.0 - y); });
    checkBackward<float>(kernels::tanhBackward<float>, [](double y) { return 1.0 - y * y; });
    checkBackward<BFloat16>(kernels::tanhBackward<BFloat16>, [](double y) { return 1.0 - y * y; });
}

void TestElementwise::maskedGradientsAreZero()
{
    inEveryVersion([] {
        const std::vector<float> y{0.0f, 1.0f, 0.0f};
        const std::vector<float> dy{infinity, 2.0f, notANumber};
        std::vector<float> dx(3);
        kernels::reluBackward(y.data(), dy.data(), dx.data(), 3);
        compare(dx, {0.0, 2.0, 0.0}, 0.0);
        return bytesOf(dx);
    });
}

void TestElementwise::sums()
{
    const auto check = []<class T>(T) {
        for (const std::int64_t length : lengths)
            inEveryVersion([&] {
                const auto a = numbers<T>(length, 4);
                const auto b = numbers<T>(length, 5);
                std::vector<double> sum;
                std::vector<double> rectified;
                for (std::size_t i = 0; i < a.size(); ++i) {
                    sum.push_back(static_cast<double>(a[i]) + static_cast<double>(b[i]));
                    rectified.push_back(std::max(sum.back(), 0.0));
                }
                std::vector<T> y(a.size());
                std::vector<T> z(a.size());
                kernels::add(a.data(), b.data(), y.data(), length);
                kernels::addRelu(a.data(), b.data(), z.data(), length);
                compare(y, sum);
                compare(z, rectified);
                return bytesOf(y) + bytesOf(z);
            });
    };
    check(float{});
    check(BFloat16{});
}

void TestElementwise::biases()
{
    for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {3, 10}, {128, 64}, {701, 129}})
        for (const bool rectify : {false, true})
            inEveryVersion([&] {
                const auto bias = numbers<float>(columns, 6);
                auto y = numbers<float>(rows * columns, 7);
                std::vector<double> expected;
                for (std::int64_t i = 0; i < rows * columns; ++i) {
                    const double sum = double{y[static_cast<std::size_t>(i)]} + bias[static_cast<std::size_t>(i % columns)];
                    expected.push_back(rectify ? std::max(sum, 0.0) : sum);
                }
                kernels::addBias(y.data(), bias.data(), y.data(), rows, columns, rectify);
                compare(y, expected);
                return bytesOf(y);
            });
}

void TestElementwise::rowSums()
{
    const auto check = []<class T>(T) {
        for (const auto& [rows, columns] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {7, 10}, {129, 64}, {2051, 37}})
            inEveryVersion([&] {
                const auto x = numbers<T>(rows * columns, 8);
                std::vector<double> expected(static_cast<std::size_t>(columns));
                for (std::int64_t i = 0; i < rows * columns; ++i)
                    expected[static_cast<std::size_t>(i % columns)] += static_cast<double>(x[static_cast<std::size_t>(i)]);
                std::vector<float> sums(expected.size(), notANumber);
                kernels::sumRows(x.data(), sums.data(), rows, columns);
                compare(sums, expected, 2e-5);
                return bytesOf(sums);
            });
    };
    check(float{});
    check(BFloat16{});
}

void TestElementwise::roundsToBfloat16()
{
    // Each upper half with the lower halves that decide rounding: every exponent, NaN and infinity are among them.
    std::vector<float> x;
    for (std::uint32_t high = 0; high < 0x10000; ++high)
        for (const std::uint32_t low : {0u, 1u, 0x7fffu, 0x8000u, 0x8001u, 0xffffu}) {
            const std::uint32_t word = high << 16 | low;
            const bool denormal = (word & 0x7f800000u) == 0; // flushed by the loops, kept by the host
            x.push_back(denormal ? 0.0f : std::bit_cast<float>(word));
        }
    const auto count = static_cast<std::int64_t>(x.size());
    inEveryVersion([&] {
        std::vector<BFloat16> y(x.size());
        std::vector<float> back(x.size());
        kernels::convert(x.data(), y.data(), count);
        kernels::convert(y.data(), back.data(), count);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const BFloat16 expected(x[i]);
            if (y[i].bits != expected.bits || std::bit_cast<std::uint32_t>(back[i]) != std::uint32_t{expected.bits} << 16)
                qFatal("%a became %04x, not %04x", static_cast<double>(x[i]), y[i].bits, expected.bits);
        }
        return bytesOf(y);
    });
}

void TestElementwise::squares()
{
    for (const std::int64_t length : {1, 63, 4096, 101770})
        inEveryVersion([&] {
            const auto x = numbers<float>(length, 9);
            double expected = 0.0;
            for (const float value : x)
                expected += double{value} * value;
            const std::vector<double> sum{kernels::sumSquares(x.data(), length)};
            compare(sum, {expected}, 1e-6);
            return bytesOf(sum);
        });
}

void TestElementwise::squaresTellWhatIsNotFinite()
{
    for (const float bad : {notANumber, infinity, -infinity})
        for (const std::size_t place : {std::size_t{0}, std::size_t{5000}, std::size_t{40000}})
            inEveryVersion([&] {
                auto x = numbers<float>(40001, 10);
                x[place] = bad;
                const double sum = kernels::sumSquares(x.data(), static_cast<std::int64_t>(x.size()));
                [&] { QVERIFY(!std::isfinite(sum)); }();
                return std::string();
            });
}

void TestElementwise::copiesRuns()
{
    const auto from = numbers<float>(5 * 7, 11);
    std::vector<float> to(5 * 9, -1.0f);
    kernels::copyRuns(from.data() + 2, 7 * 4, to.data() + 1, 9 * 4, 3 * 4, 5);
    for (std::size_t r = 0; r < 5; ++r)
        for (std::size_t c = 0; c < 9; ++c)
            QCOMPARE(to[r * 9 + c], c >= 1 && c < 4 ? from[r * 7 + c + 1] : -1.0f);
    std::vector<float> all(from.size());
    kernels::copyRuns(from.data(), 35 * 4, all.data(), 35 * 4, 35 * 4, 1);
    QVERIFY(all == from);
}

QTEST_GUILESS_MAIN(TestElementwise)
#include "test_elementwise.moc"
