#include "engine/cpu/kernels/add.h"
#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernels/convert.h"
#include "engine/cpu/kernels/copy.h"
#include "engine/cpu/kernels/sum_squares.h"
#include "tests/engine/cpu/kernel_check.h"
#include "tests/test_program.h"

#include <limits>

namespace test_elementwise {

using namespace netsmith;
using namespace netsmith::test;

namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Lengths that end within a vector, at its end, and beyond what one thread takes.
constexpr std::int64_t lengths[] = {1, 3, 16, 37, 70001};

} // namespace

class TestElementwise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sums();
    void biases();
    void rowSums();
    void roundsToBfloat16();
    void squares();
    void squaresTellWhatIsNotFinite();
    void copiesRuns();
};

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
    // Each upper half with the lower halves that decide rounding, which covers every exponent, NaN and infinity.
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

NETSMITH_TEST(TestElementwise)

} // namespace test_elementwise

#include "test_elementwise.moc"
