#include "engine/cpu/kernels/cross_entropy.h"
#include "engine/cpu/kernels/pointwise_loss.h"
#include "engine/cpu/kernels/accuracy.h"
#include "engine/cpu/kernels/softmax.h"
#include "tests/engine/cpu/kernel_check.h"
#include "tests/test_program.h"

#include <limits>

namespace test_losses {

using namespace netsmith;
using namespace netsmith::test;

namespace {

struct Size {
    std::int64_t rows;
    std::int64_t columns;
};
constexpr Size sizes[] = {{1, 1}, {5, 10}, {129, 10}, {33, 16}, {700, 37}};

template <class T>
std::vector<double> softmaxOf(const std::vector<T>& x, std::int64_t columns)
{
    std::vector<double> y;
    const auto width = static_cast<std::size_t>(columns);
    for (std::size_t begin = 0; begin < x.size(); begin += width) {
        double most = -HUGE_VAL, sum = 0.0;
        for (std::size_t c = 0; c < width; ++c)
            most = std::max(most, static_cast<double>(x[begin + c]));
        for (std::size_t c = 0; c < width; ++c)
            sum += std::exp(static_cast<double>(x[begin + c]) - most);
        for (std::size_t c = 0; c < width; ++c)
            y.push_back(std::exp(static_cast<double>(x[begin + c]) - most) / sum);
    }
    return y;
}

/// Classes, and the same as distributions plus something, so that they need not add up to one.
struct Targets {
    std::vector<std::int32_t> classes;
    std::vector<float> shares;
    explicit Targets(const Size& size)
        : shares(numbers<float>(size.rows * size.columns, 2, 0.0, 0.2))
    {
        RandomStream random(5, 5);
        for (std::int64_t r = 0; r < size.rows; ++r) {
            classes.push_back(static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(size.columns))));
            shares[static_cast<std::size_t>(r * size.columns + classes.back())] += 0.5f;
        }
    }
    /// The share of element i under either form.
    double share(bool asClasses, std::size_t i, std::int64_t columns) const
    {
        const auto width = static_cast<std::size_t>(columns);
        return asClasses ? (static_cast<std::size_t>(classes[i / width]) == i % width ? 1.0 : 0.0) : shares[i];
    }
};

} // namespace

class TestLosses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void softmax();
    void softmaxSurvivesExtremes();
    void softmaxCrossEntropy();
    void crossEntropy();
    void badClassesAreNotNumbers();
    void errorSums();
    void logCoshIsAsPreciseAsFloats();
    void countsRightRows();
};

void TestLosses::softmax()
{
    const auto check = []<class T>(T) {
        for (const auto& [rows, columns] : sizes)
            inEveryVersion([&] {
                const auto x = numbers<T>(rows * columns, 1, -8.0, 8.0);
                const auto dy = numbers<T>(rows * columns, 2);
                std::vector<T> y(x.size());
                kernels::softmax(x.data(), y.data(), rows, columns);
                compare(y, softmaxOf(x, columns));
                std::vector<double> expected;
                for (std::size_t i = 0; i < y.size(); ++i) {
                    const std::size_t begin = i - i % static_cast<std::size_t>(columns);
                    double product = 0.0;
                    for (std::size_t c = begin; c < begin + static_cast<std::size_t>(columns); ++c)
                        product += static_cast<double>(y[c]) * static_cast<double>(dy[c]);
                    expected.push_back(static_cast<double>(y[i]) * (static_cast<double>(dy[i]) - product));
                }
                std::vector<T> dx(x.size());
                kernels::softmaxBackward(y.data(), dy.data(), dx.data(), rows, columns);
                compare(dx, expected);
                return bytesOf(y) + bytesOf(dx);
            });
    };
    check(float{});
    check(BFloat16{});
}

void TestLosses::softmaxSurvivesExtremes()
{
    inEveryVersion([] {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const std::vector<float> x{1e4f, 0.0f, -1e30f, nan, 0.0f, 1.0f};
        std::vector<float> y(6);
        kernels::softmax(x.data(), y.data(), 2, 3);
        compare(y, {1.0, 0.0, 0.0, nan, nan, nan}, 0.0);
        return std::string();
    });
}

void TestLosses::softmaxCrossEntropy()
{
    for (const Size& size : sizes)
        for (const bool asClasses : {true, false})
            inEveryVersion([&] {
                const auto x = numbers<float>(size.rows * size.columns, 1, -8.0, 8.0);
                const Targets targets(size);
                const std::vector<double> expected = softmaxOf(x, size.columns);
                double loss = 0.0;
                std::vector<double> gradient;
                for (std::size_t i = 0; i < x.size(); ++i) {
                    const double share = targets.share(asClasses, i, size.columns);
                    loss -= share == 0.0 ? 0.0 : share * std::log(expected[i]);
                    double total = 0.0;
                    const std::size_t begin = i - i % static_cast<std::size_t>(size.columns);
                    for (std::size_t c = begin; c < begin + static_cast<std::size_t>(size.columns); ++c)
                        total += targets.share(asClasses, c, size.columns);
                    gradient.push_back((expected[i] * total - share) * 0.25);
                }
                std::vector<float> p(x.size());
                std::vector<float> dx(x.size());
                std::vector<double> sum(1);
                const auto run = [&](const auto* target) {
                    sum[0] = kernels::softmaxCrossEntropy(x.data(), target, p.data(), size.rows, size.columns);
                    kernels::softmaxCrossEntropyBackward(p.data(), target, 0.25f, dx.data(), size.rows, size.columns);
                };
                asClasses ? run(targets.classes.data()) : run(targets.shares.data());
                compare(p, expected);
                compare(sum, {loss}, 5e-6);
                compare(dx, gradient);
                return bytesOf(p) + bytesOf(sum) + bytesOf(dx);
            });
}

void TestLosses::crossEntropy()
{
    for (const Size& size : sizes)
        for (const bool asClasses : {true, false})
            inEveryVersion([&] {
                const Targets targets(size);
                auto p = numbers<float>(size.rows * size.columns, 3, 0.01, 0.99);
                p[static_cast<std::size_t>(targets.classes[0])] = 0.0f; // clipped to 1e-7, and flat there
                const double least = static_cast<double>(1e-7f);
                double loss = 0.0;
                std::vector<double> gradient;
                for (std::size_t i = 0; i < p.size(); ++i) {
                    const double share = targets.share(asClasses, i, size.columns);
                    const bool clipped = p[i] < 1e-7f;
                    loss -= share * std::log(clipped ? least : p[i]);
                    gradient.push_back(clipped || share == 0.0 ? 0.0 : -share / p[i] * 0.5);
                }
                std::vector<float> dp(p.size());
                std::vector<double> sum(1);
                const auto run = [&](const auto* target) {
                    sum[0] = kernels::crossEntropy(p.data(), target, size.rows, size.columns);
                    kernels::crossEntropyBackward(p.data(), target, 0.5f, dp.data(), size.rows, size.columns);
                };
                asClasses ? run(targets.classes.data()) : run(targets.shares.data());
                compare(sum, {loss}, 5e-6);
                compare(dp, gradient);
                return bytesOf(sum) + bytesOf(dp);
            });
}

void TestLosses::badClassesAreNotNumbers()
{
    for (const std::int32_t bad : {-1, 3}) {
        const std::vector<float> x{0.1f, 0.2f, 0.7f};
        std::vector<float> p(3);
        QVERIFY(std::isnan(kernels::softmaxCrossEntropy(x.data(), &bad, p.data(), 1, 3)));
        QVERIFY(std::isnan(kernels::crossEntropy(x.data(), &bad, 1, 3)));
        kernels::softmaxCrossEntropyBackward(x.data(), &bad, 1.0f, p.data(), 1, 3);
        QVERIFY(std::isnan(p[0]));
    }
}

void TestLosses::errorSums()
{
    for (const std::int64_t count : {1, 17, 70003})
        inEveryVersion([&] {
            const auto p = numbers<float>(count, 1);
            const auto t = numbers<float>(count, 2);
            double squares = 0.0, sizesOfErrors = 0.0;
            std::vector<double> gradient;
            for (std::size_t i = 0; i < p.size(); ++i) {
                const double difference = double{p[i]} - t[i];
                squares += difference * difference;
                sizesOfErrors += std::abs(difference);
                gradient.push_back(difference * 0.3);
            }
            std::vector<float> dp(p.size());
            const PointwisePair<float> pair{p.data(), t.data(), count};
            const PointwiseLossAttributes squared(PointwiseLoss::squared), absolute(PointwiseLoss::absolute);
            kernels::pointwiseLossBackward(squared, pair, 0.15f, dp.data());
            const std::vector<double> sums{kernels::pointwiseLoss(squared, pair), kernels::pointwiseLoss(absolute, pair)};
            compare(sums, {squares, sizesOfErrors}, 1e-6);
            compare(dp, gradient);
            return bytesOf(sums) + bytesOf(dp);
        });
}

/// Near 0, where log cosh is a difference of large numbers, as well as far from it.
void TestLosses::logCoshIsAsPreciseAsFloats()
{
    inEveryVersion([] {
        const PointwiseLossAttributes loss(PointwiseLoss::logCosh);
        std::vector<float> slopes;
        for (int i = -2000; i <= 2000; ++i) {
            const float error = static_cast<float>(i) / 500.0f, zero = 0.0f;
            const PointwisePair<float> pair{&error, &zero, 1};
            slopes.emplace_back();
            kernels::pointwiseLossBackward(loss, pair, 1.0f, &slopes.back());
            const auto isNear = [&](double got, double expected) {
                QVERIFY2(std::abs(got - expected) < 2.5e-7 + 1e-6 * std::abs(expected),
                         qPrintable(QString("at %1: %2, expected %3").arg(error).arg(got, 0, 'g', 9).arg(expected, 0, 'g', 9)));
            };
            isNear(kernels::pointwiseLoss(loss, pair), std::log(std::cosh(double{error})));
            isNear(slopes.back(), std::tanh(double{error}));
        }
        return bytesOf(slopes);
    });
}

void TestLosses::countsRightRows()
{
    const float nan = std::numeric_limits<float>::quiet_NaN();
    // The first maximum counts; a row with a NaN is wrong.
    const std::vector<float> p{1, 2, 2, 0, 0, 0, nan, 1, 0, 3, 1, nan, -5, -4, -6};
    const std::vector<std::int32_t> classes{1, 0, 1, 0, 2};
    const std::vector<float> shares{0, 1, 0, 0, 0, 1, 0, 1, 0, nan, 0, 0, 0, 1, 0};
    inEveryVersion([&] {
        [&] {
            float right = 0.0f;
            kernels::accuracy(p.data(), classes.data(), 1.0, &right, nullptr, 5, 3);
            QCOMPARE(right, 2.0f);
            kernels::accuracy(p.data(), shares.data(), 4.0, &right, nullptr, 5, 3);
            QCOMPARE(right, 0.5f);
        }();
        return std::string();
    });
}

NETSMITH_TEST(TestLosses)

} // namespace test_losses

#include "test_losses.moc"
