#include "engine/cpu/kernels/batch_norm.h"
#include "engine/cpu/kernels/fold_batch_norm.h"
#include "tests/engine/cpu/kernel_check.h"
#include "tests/test_program.h"

namespace test_batch_norm {

using namespace netsmith;
using namespace netsmith::kernels;
using namespace netsmith::test;

namespace {

/// Batch normalisation in double, for one set of inputs.
template <class T>
struct Expected {
    std::vector<double> mean, inverse, variance, y, dx, dgamma, dbeta, masked;

    Expected(const NormShape& s, const std::vector<T>& x, const std::vector<float>& gamma, const std::vector<float>& beta,
             const std::vector<T>* residual, const std::vector<T>& dy, double epsilon)
        : y(x.size())
        , dx(x.size())
        , masked(x.size())
    {
        const auto channels = static_cast<std::size_t>(s.channels);
        const auto rows = static_cast<double>(s.rows);
        for (std::size_t c = 0; c < channels; ++c) {
            double sum = 0.0, squares = 0.0, gradients = 0.0, products = 0.0;
            for (std::size_t i = c; i < x.size(); i += channels)
                sum += static_cast<double>(x[i]);
            const double center = sum / rows;
            for (std::size_t i = c; i < x.size(); i += channels)
                squares += (static_cast<double>(x[i]) - center) * (static_cast<double>(x[i]) - center);
            const double scale = 1.0 / std::sqrt(squares / rows + epsilon);
            for (std::size_t i = c; i < x.size(); i += channels) {
                const double normalised = (static_cast<double>(x[i]) - center) * scale;
                const double value = normalised * gamma[c] + beta[c] + (residual ? static_cast<double>((*residual)[i]) : 0.0);
                y[i] = s.rectify ? std::max(value, 0.0) : value;
                masked[i] = s.rectify && !(value > 0.0) ? 0.0 : static_cast<double>(dy[i]);
                gradients += masked[i];
                products += masked[i] * normalised;
            }
            for (std::size_t i = c; i < x.size(); i += channels)
                dx[i] = gamma[c] * scale
                    * (masked[i] - gradients / rows - (static_cast<double>(x[i]) - center) * scale * products / rows);
            mean.push_back(center);
            inverse.push_back(scale);
            variance.push_back(squares / rows);
            dgamma.push_back(products);
            dbeta.push_back(gradients);
        }
    }
};

template <class T>
void check(std::int64_t rows, std::int64_t channels, bool rectify, bool withResidual, double offset = 0.0)
{
    inEveryVersion([&] {
        const NormShape shape{rows, channels, rectify};
        const auto x = numbers<T>(rows * channels, 1, offset - 2.0, offset + 2.0);
        const auto gamma = numbers<float>(channels, 2, 0.5, 1.5);
        const auto beta = numbers<float>(channels, 3);
        const auto movingMean = numbers<float>(channels, 4);
        const auto movingVariance = numbers<float>(channels, 5, 0.1, 2.0);
        const auto residual = numbers<T>(rows * channels, 6);
        const auto dy = numbers<T>(rows * channels, 7);
        const Expected<T> expected(shape, x, gamma, beta, withResidual ? &residual : nullptr, dy, 1e-3);

        const auto size = static_cast<std::size_t>(channels);
        std::vector<T> y(x.size()), dx(x.size()), dresidual(x.size());
        std::vector<float> mean(size), inverse(size), nextMean(size), nextVariance(size), dgamma(size), dbeta(size);
        std::vector<std::byte> workspace(static_cast<std::size_t>(normWorkspace(shape)));
        const NormStatistics statistics{.epsilon = 1e-3f,
                                        .momentum = 0.75f,
                                        .movingMean = movingMean.data(),
                                        .movingVariance = movingVariance.data(),
                                        .mean = mean.data(),
                                        .inverse = inverse.data(),
                                        .nextMean = nextMean.data(),
                                        .nextVariance = nextVariance.data()};
        batchNorm(shape, x.data(), gamma.data(), beta.data(), statistics, withResidual ? residual.data() : nullptr, y.data(),
                  workspace.data());
        compare(mean, expected.mean, 1e-6);
        compare(inverse, expected.inverse, 1e-5);
        compare(y, expected.y, std::max(tolerance<T>, 1e-5 + std::abs(offset) * 1e-6));
        std::vector<double> movedMean, movedVariance;
        for (std::size_t c = 0; c < size; ++c) {
            movedMean.push_back(0.75 * movingMean[c] + 0.25 * expected.mean[c]);
            movedVariance.push_back(0.75 * movingVariance[c] + 0.25 * expected.variance[c]);
        }
        compare(nextMean, movedMean, 1e-6);
        compare(nextVariance, movedVariance, 1e-5);

        // The mask comes from the result as it was stored.
        batchNormBackward(shape, x.data(), gamma.data(), mean.data(), inverse.data(), dy.data(), rectify ? y.data() : nullptr,
                          dx.data(), dgamma.data(), dbeta.data(), withResidual ? dresidual.data() : nullptr, workspace.data());
        const double sums = 2e-6 * std::sqrt(static_cast<double>(rows)) * 10.0 + (sizeof(T) == 2 ? 0.02 : 0.0);
        compare(dgamma, expected.dgamma, sums);
        compare(dbeta, expected.dbeta, sums);
        compare(dx, expected.dx, std::max(tolerance<T>, 2e-5 + std::abs(offset) * 1e-5));
        if (withResidual)
            compare(dresidual, expected.masked, 0.0);

        // In place, as the memory planner may require.
        std::vector<T> inPlace = dy;
        batchNormBackward(shape, x.data(), gamma.data(), mean.data(), inverse.data(), inPlace.data(), rectify ? y.data() : nullptr,
                          withResidual ? dx.data() : inPlace.data(), dgamma.data(), dbeta.data(),
                          withResidual ? inPlace.data() : nullptr, workspace.data());
        [&] { QVERIFY(bytesOf(inPlace) == bytesOf(withResidual ? dresidual : dx)); }();
        return bytesOf(y) + bytesOf(dx) + bytesOf(dgamma) + bytesOf(dbeta) + bytesOf(mean) + bytesOf(nextVariance);
    });
}

} // namespace

class TestBatchNorm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void training_data();
    void training();
    void farFromZero();
    void inference();
    void folding();
};

void TestBatchNorm::training_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("channels");
    QTest::newRow("one row") << 1 << 5;
    QTest::newRow("few rows") << 3 << 16;
    QTest::newRow("odd") << 77 << 19;
    QTest::newRow("one channel") << 1001 << 1;
    QTest::newRow("wide") << 9 << 517;
    QTest::newRow("several pieces and parts") << 4099 << 33;
}

void TestBatchNorm::training()
{
    QFETCH(int, rows);
    QFETCH(int, channels);
    for (const bool rectify : {false, true})
        for (const bool residual : {false, true}) {
            check<float>(rows, channels, rectify, residual);
            check<BFloat16>(rows, channels, rectify, residual);
        }
}

void TestBatchNorm::farFromZero()
{
    // E[x²] − E[x]² would lose the variance here.
    check<float>(5000, 16, false, false, 500.0);
}

void TestBatchNorm::inference()
{
    for (const bool rectify : {false, true})
        inEveryVersion([&] {
            const NormShape shape{301, 21, rectify};
            const auto x = numbers<float>(301 * 21, 1);
            const auto residual = numbers<float>(301 * 21, 2);
            const auto gamma = numbers<float>(21, 3), beta = numbers<float>(21, 4), mean = numbers<float>(21, 5);
            const auto variance = numbers<float>(21, 6, 0.1, 3.0);
            std::vector<double> expected;
            for (std::size_t i = 0; i < x.size(); ++i) {
                const std::size_t c = i % 21;
                const double value = (double{x[i]} - mean[c]) / std::sqrt(variance[c] + 1e-3) * gamma[c] + beta[c] + residual[i];
                expected.push_back(rectify ? std::max(value, 0.0) : value);
            }
            std::vector<float> y(x.size());
            std::vector<std::byte> workspace(static_cast<std::size_t>(normWorkspace(shape)));
            batchNormInference(shape, x.data(), gamma.data(), beta.data(), mean.data(), variance.data(), 1e-3f, residual.data(),
                               y.data(), workspace.data());
            compare(y, expected, 5e-6);
            return bytesOf(y);
        });
}

void TestBatchNorm::folding()
{
    const auto w = numbers<float>(6 * 4, 1), b = numbers<float>(4, 2), gamma = numbers<float>(4, 3), beta = numbers<float>(4, 4);
    const auto mean = numbers<float>(4, 5), variance = numbers<float>(4, 6, 0.1, 3.0);
    for (const bool bias : {false, true}) {
        std::vector<double> expectedW, expectedB;
        for (std::size_t c = 0; c < 4; ++c)
            expectedB.push_back(((bias ? b[c] : 0.0) - mean[c]) * gamma[c] / std::sqrt(variance[c] + 1e-3) + beta[c]);
        for (std::size_t i = 0; i < w.size(); ++i)
            expectedW.push_back(w[i] * double{gamma[i % 4]} / std::sqrt(variance[i % 4] + 1e-3));
        std::vector<float> foldedW(w.size()), foldedB(4);
        const FixedNorm norm{gamma.data(), beta.data(), mean.data(), variance.data(), 1e-3f};
        foldBatchNorm(norm, w.data(), bias ? b.data() : nullptr, foldedW.data(), foldedB.data(), 6, 4, nullptr);
        compare(foldedW, expectedW);
        compare(foldedB, expectedB);
    }
}

NETSMITH_TEST(TestBatchNorm)

} // namespace test_batch_norm

#include "test_batch_norm.moc"
