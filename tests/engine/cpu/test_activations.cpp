#include "engine/cpu/kernels/activation.h"
#include "tests/engine/cpu/kernel_check.h"
#include "tests/test_program.h"

#include <functional>
#include <limits>
#include <numbers>

namespace test_activations {

using namespace netsmith;
using namespace netsmith::test;

namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// Lengths that end within a vector, at its end, and beyond what one thread takes.
constexpr std::int64_t lengths[] = {1, 3, 16, 37, 70001};

using Function = std::function<double(double)>;

/// An activation, its slope as a function of what `slopeReads` says, and its limits at −∞ and ∞, each with the slope there.
struct Row {
    Activation kind;
    float alpha;
    Function of;
    Function slope;
    double low, high;
    double slopeLow, slopeHigh;
};

double sigmoidOf(double x)
{
    return 1.0 / (1.0 + std::exp(-x));
}

double softplusOf(double x)
{
    return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

double normalBelow(double x)
{
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

double tanhGelu(double x)
{
    return std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x);
}

double clamped(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

const std::vector<Row>& rows()
{
    const double far = HUGE_VAL;
    const double selu = seluScale * seluAlpha;
    static const std::vector<Row> all{
        {Activation::elu, 0.5f, [](double x) { return x > 0.0 ? x : 0.5 * std::expm1(x); },
         [](double y) { return y > 0.0 ? 1.0 : y + 0.5; }, -0.5, far, 0, 1},
        {Activation::gelu, 0.0f, [](double x) { return x * normalBelow(x); },
         [](double x) { return normalBelow(x) + x * std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi); }, 0, far, 0, 1},
        {Activation::geluTanh, 0.0f, [](double x) { return 0.5 * x * (1.0 + std::tanh(tanhGelu(x))); },
         [](double x) {
             const double t = std::tanh(tanhGelu(x));
             const double inner = std::sqrt(2.0 / std::numbers::pi) * (1.0 + 3.0 * 0.044715 * x * x);
             return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * inner;
         },
         0, far, 0, 1},
        {Activation::hardSigmoid, 0.0f, [](double x) { return clamped(x / 6.0 + 0.5, 0.0, 1.0); },
         [](double x) { return std::abs(x) < 3.0 ? 1.0 / 6.0 : 0.0; }, 0, 1, 0, 0},
        {Activation::hardSilu, 0.0f, [](double x) { return x * clamped(x / 6.0 + 0.5, 0.0, 1.0); },
         [](double x) { return x <= -3.0 ? 0.0
                            : x >= 3.0   ? 1.0
                                         : x / 3.0 + 0.5; }, 0, far, 0, 1},
        {Activation::hardTanh, 0.0f, [](double x) { return clamped(x, -1.0, 1.0); },
         [](double y) { return std::abs(y) < 1.0 ? 1.0 : 0.0; }, -1, 1, 0, 0},
        {Activation::leakyRelu, 0.25f, [](double x) { return x > 0.0 ? x : 0.25 * x; },
         [](double y) { return y > 0.0 ? 1.0 : 0.25; }, -far, far, 0.25, 1},
        {Activation::mish, 0.0f, [](double x) { return x * std::tanh(softplusOf(x)); },
         [](double x) {
             const double t = std::tanh(softplusOf(x));
             return t + x * (1.0 - t * t) * sigmoidOf(x);
         },
         0, far, 0, 1},
        {Activation::relu, 0.0f, [](double x) { return x < 0.0 ? 0.0 : x; }, [](double y) { return y > 0.0 ? 1.0 : 0.0; }, 0, far,
         0, 1},
        {Activation::relu6, 0.0f, [](double x) { return clamped(x, 0.0, 6.0); },
         [](double y) { return y > 0.0 && y < 6.0 ? 1.0 : 0.0; }, 0, 6, 0, 0},
        {Activation::selu, 0.0f, [=](double x) { return x > 0.0 ? seluScale * x : selu * std::expm1(x); },
         [=](double y) { return y > 0.0 ? seluScale : y + selu; }, -selu, far, 0, seluScale},
        {Activation::sigmoid, 0.0f, sigmoidOf, [](double y) { return y * (1.0 - y); }, 0, 1, 0, 0},
        {Activation::silu, 0.0f, [](double x) { return x * sigmoidOf(x); },
         [](double x) { return sigmoidOf(x) * (1.0 + x * sigmoidOf(-x)); }, 0, far, 0, 1},
        {Activation::softplus, 0.0f, softplusOf, sigmoidOf, 0, far, 0, 1},
        {Activation::softsign, 0.0f, [](double x) { return x / (1.0 + std::abs(x)); },
         [](double x) { return 1.0 / ((1.0 + std::abs(x)) * (1.0 + std::abs(x))); }, -1, 1, 0, 0},
        {Activation::tanh, 0.0f, [](double x) { return std::tanh(x); }, [](double y) { return 1.0 - y * y; }, -1, 1, 0, 0},
    };
    return all;
}

template <class T>
std::vector<double> each(const std::vector<T>& values, const Function& function)
{
    std::vector<double> out;
    for (const T value : values)
        out.push_back(function(static_cast<double>(value)));
    return out;
}

template <class T>
void checkForward(const Row& row, double range)
{
    for (const std::int64_t length : lengths)
        inEveryVersion([&] {
            auto x = numbers<T>(length, 1, -range, range);
            x[0] = static_cast<T>(notANumber);
            const std::vector<double> expected = each(x, row.of);
            std::vector<T> y(x.size());
            kernels::activate(row.kind, row.alpha, x.data(), y.data(), length);
            compare(y, expected);
            kernels::activate(row.kind, row.alpha, x.data(), x.data(), length);
            compare(x, expected);
            return bytesOf(y);
        });
}

/// Over results the activation can have, or over arguments.
template <class T>
void checkBackward(const Row& row)
{
    for (const std::int64_t length : lengths)
        inEveryVersion([&] {
            auto read = numbers<T>(length, 2, -9.0, 9.0);
            if (slopeReads(row.kind) == SlopeReads::result)
                for (T& value : read)
                    value = static_cast<T>(row.of(static_cast<double>(value)));
            auto dy = numbers<T>(length, 3);
            std::vector<double> expected = each(read, row.slope);
            for (std::size_t i = 0; i < expected.size(); ++i)
                expected[i] *= static_cast<double>(dy[i]);
            std::vector<T> dx(read.size());
            kernels::activateBackward(row.kind, row.alpha, read.data(), dy.data(), dx.data(), length);
            compare(dx, expected);
            kernels::activateBackward(row.kind, row.alpha, read.data(), dy.data(), dy.data(), length);
            compare(dy, expected);
            kernels::activateBackward(row.kind, row.alpha, read.data(), numbers<T>(length, 3).data(), read.data(), length);
            compare(read, expected);
            return bytesOf(dx);
        });
}

/// The largest error of the kernel against `of`, relative to |of| or to `least` where that is larger.
double relativeError(const Row& row, double low, double high, double least)
{
    constexpr std::int64_t count = 200000;
    const auto x = numbers<float>(count, 4, low, high);
    std::vector<float> y(x.size());
    kernels::activate(row.kind, row.alpha, x.data(), y.data(), count);
    double worst = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double expected = row.of(static_cast<double>(x[i]));
        worst = std::max(worst, std::abs(static_cast<double>(y[i]) - expected) / std::max(std::abs(expected), least));
    }
    return worst;
}

} // namespace

/// Every activation's kernels against its formula in double.
class TestActivations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void every_data();
    void every();
    void limits_data() { every_data(); }
    void limits();
    void maskedGradientsAreZero();
    void smallNumbersKeepTheirDigits();
};

void TestActivations::every_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < rows().size(); ++i)
        QTest::newRow(std::string(nameOf(rows()[i].kind)).c_str()) << static_cast<int>(i);
}

void TestActivations::every()
{
    QFETCH(int, index);
    const Row& row = rows()[static_cast<std::size_t>(index)];
    // Near 0, and far enough for all to saturate and for the exponential to leave f32's range.
    for (const double range : {1.5, 8.0, 120.0}) {
        checkForward<float>(row, range);
        checkForward<BFloat16>(row, range);
    }
    checkBackward<float>(row);
    checkBackward<BFloat16>(row);
}

void TestActivations::limits()
{
    QFETCH(int, index);
    const Row& row = rows()[static_cast<std::size_t>(index)];
    inEveryVersion([&] {
        // 1e20 squared is more than f32 holds.
        const std::vector<float> x{-infinity, infinity, -1e20f, 1e20f, 0.0f, -0.0f, notANumber};
        std::vector<float> y(x.size());
        kernels::activate(row.kind, row.alpha, x.data(), y.data(), 7);
        const bool linear = row.kind == Activation::leakyRelu;
        const double below = linear ? -0.25e20 : row.low;
        const double above = row.high != HUGE_VAL ? row.high : row.kind == Activation::selu ? seluScale * 1e20 : 1e20;
        compare(y, {row.low, row.high, below, above, row.of(0.0), row.of(0.0), HUGE_VAL - HUGE_VAL});

        const auto reads = slopeReads(row.kind) == SlopeReads::result ? y : x;
        const std::vector<float> dy(7, 1.0f);
        std::vector<float> dx(7);
        kernels::activateBackward(row.kind, row.alpha, reads.data(), dy.data(), dx.data(), 4);
        compare(dx, {row.slopeLow, row.slopeHigh, row.slopeLow, row.slopeHigh, 0, 0, 0});
        return bytesOf(y) + bytesOf(dx);
    });
}

void TestActivations::maskedGradientsAreZero()
{
    for (const Activation kind : {Activation::relu, Activation::relu6, Activation::hardTanh})
        inEveryVersion([kind] {
            const std::vector<float> y{kind == Activation::hardTanh ? -1.0f : 0.0f, 0.5f,
                                       kind == Activation::hardTanh ? -1.0f : 0.0f};
            const std::vector<float> dy{infinity, 2.0f, notANumber};
            std::vector<float> dx(3);
            kernels::activateBackward(kind, 0.0f, y.data(), dy.data(), dx.data(), 3);
            compare(dx, {0.0, 2.0, 0.0}, 0.0);
            return bytesOf(dx);
        });
}

/// Results close to 0 keep their precision: computed as a difference from 1 they would have none.
void TestActivations::smallNumbersKeepTheirDigits()
{
    for (const Row& row : rows()) {
        const bool odd = row.kind != Activation::sigmoid && row.kind != Activation::softplus && row.kind != Activation::hardSigmoid;
        if (odd)
            QVERIFY2(relativeError(row, -1e-3, 1e-3, 1e-30) < 8e-7, std::string(nameOf(row.kind)).c_str());
    }
    for (const Row& row : rows()) {
        const bool vanishes = row.kind == Activation::sigmoid || row.kind == Activation::softplus || row.kind == Activation::silu
            || row.kind == Activation::mish;
        if (vanishes) // as far as e⁻⁸⁰
            QVERIFY2(relativeError(row, -80.0, -1.0, 1e-36) < 8e-7, std::string(nameOf(row.kind)).c_str());
        if (row.kind == Activation::gelu) // the square of the argument, rounded, is in the exponent
            QVERIFY2(relativeError(row, -12.0, -1.0, 1e-36) < 1e-5, "gelu");
    }
}

NETSMITH_TEST(TestActivations)

} // namespace test_activations

#include "test_activations.moc"
