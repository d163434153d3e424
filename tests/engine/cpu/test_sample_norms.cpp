#include "engine/cpu/kernels/group_norm.h"
#include "engine/cpu/kernels/layer_norm.h"
#include "tests/engine/cpu/kernel_check.h"
#include "tests/test_program.h"

namespace test_sample_norms {

using namespace netsmith;
using namespace netsmith::kernels;
using namespace netsmith::test;

namespace {

/// Both norms in double: `groupOf(i)` is the group that element i belongs to; groups are equally large.
template <class T>
struct Expected {
    std::vector<double> mean, inverse, y, dx, dgamma, dbeta;

    template <class GroupOf>
    Expected(std::size_t groups, std::size_t channels, GroupOf groupOf, bool centred, const std::vector<T>& x,
             const std::vector<float>& gamma, const std::vector<float>& beta, const std::vector<T>& dy)
        : mean(groups)
        , inverse(groups)
        , dgamma(channels)
        , dbeta(channels)
    {
        const double members = static_cast<double>(x.size() / groups);
        std::vector<double> variance(groups), sums(groups), products(groups);
        for (std::size_t i = 0; centred && i < x.size(); ++i)
            mean[groupOf(i)] += static_cast<double>(x[i]) / members;
        const auto off = [&](std::size_t i) { return static_cast<double>(x[i]) - mean[groupOf(i)]; };
        for (std::size_t i = 0; i < x.size(); ++i)
            variance[groupOf(i)] += off(i) * off(i) / members;
        for (std::size_t g = 0; g < groups; ++g)
            inverse[g] = 1.0 / std::sqrt(variance[g] + 1e-3);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::size_t g = groupOf(i);
            const double normalised = off(i) * inverse[g];
            y.push_back(normalised * gamma[i % channels] + beta[i % channels]);
            dgamma[i % channels] += static_cast<double>(dy[i]) * normalised;
            dbeta[i % channels] += static_cast<double>(dy[i]);
            sums[g] += static_cast<double>(dy[i]) * gamma[i % channels] / members;
            products[g] += static_cast<double>(dy[i]) * gamma[i % channels] * normalised / members;
        }
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::size_t g = groupOf(i);
            dx.push_back(inverse[g]
                         * (static_cast<double>(dy[i]) * gamma[i % channels] - (centred ? sums[g] : 0.0)
                            - off(i) * inverse[g] * products[g]));
        }
    }
};

/// Runs a norm forward and backward in every version. `forward(x, gamma, beta, y, mean, inverse)` and
/// `backward(x, gamma, mean, inverse, dy, dx, dgamma, dbeta)` take addresses.
template <class T, class GroupOf, class Forward, class Backward>
void check(std::int64_t elements, std::int64_t channels, std::size_t groups, GroupOf groupOf, bool centred, double offset,
           const Forward& forward, const Backward& backward)
{
    inEveryVersion([&] {
        const auto x = numbers<T>(elements, 1, offset - 2.0, offset + 2.0);
        const auto gamma = numbers<float>(channels, 2, 0.5, 1.5);
        const auto beta = numbers<float>(channels, 3);
        const auto dy = numbers<T>(elements, 4);
        const auto size = static_cast<std::size_t>(channels);
        const Expected<T> expected(groups, size, groupOf, centred, x, gamma, beta, dy);

        std::vector<T> y = x, dx = dy; // in place, as the memory planner may require
        std::vector<float> mean(groups), inverse(groups), dgamma(size), dbeta(size);
        forward(y.data(), gamma.data(), beta.data(), y.data(), mean.data(), inverse.data());
        compare(mean, expected.mean, 1e-6);
        compare(inverse, expected.inverse, 1e-5);
        compare(y, expected.y, std::max(tolerance<T>, 1e-5 + std::abs(offset) * 1e-6));
        backward(x.data(), gamma.data(), mean.data(), inverse.data(), dx.data(), dx.data(), dgamma.data(), dbeta.data());
        const double sums = 2e-5 * std::sqrt(static_cast<double>(elements / channels)) + std::abs(offset) * 1e-5;
        compare(dgamma, expected.dgamma, sums);
        compare(dbeta, expected.dbeta, sums);
        compare(dx, expected.dx, std::max(tolerance<T>, 2e-5 + std::abs(offset) * 1e-5));
        return bytesOf(y) + bytesOf(dx) + bytesOf(dgamma) + bytesOf(dbeta) + bytesOf(mean) + bytesOf(inverse);
    });
}

template <class T>
void checkLayer(std::int64_t rows, std::int64_t columns, bool centred, double offset = 0.0)
{
    const LayerNormShape shape{rows, columns, centred};
    std::vector<std::byte> workspace(static_cast<std::size_t>(layerNormWorkspace(shape)));
    check<T>(
        rows * columns, columns, static_cast<std::size_t>(rows),
        [&](std::size_t i) { return i / static_cast<std::size_t>(columns); }, centred, offset,
        [&](const T* x, const float* gamma, const float* beta, T* y, float* mean, float* inverse) {
            layerNorm(shape, 1e-3, x, gamma, beta, y, mean, inverse);
        },
        [&](const T* x, const float* gamma, const float* mean, const float* inverse, const T* dy, T* dx, float* dgamma,
            float* dbeta) { layerNormBackward(shape, x, gamma, mean, inverse, dy, dx, dgamma, dbeta, workspace.data()); });
}

template <class T>
void checkGroup(const GroupNormShape& shape, double offset = 0.0)
{
    std::vector<std::byte> workspace(static_cast<std::size_t>(groupNormWorkspace(shape)));
    const std::int64_t elements = shape.samples * shape.positions * shape.channels;
    check<T>(
        elements, shape.channels, static_cast<std::size_t>(shape.samples * shape.groups),
        [&](std::size_t i) {
            const auto at = static_cast<std::int64_t>(i);
            const std::int64_t group = at % shape.channels / (shape.channels / shape.groups);
            return static_cast<std::size_t>(at / (shape.positions * shape.channels) * shape.groups + group);
        },
        true, offset,
        [&](const T* x, const float* gamma, const float* beta, T* y, float* mean, float* inverse) {
            groupNorm(shape, 1e-3, x, gamma, beta, y, mean, inverse, workspace.data());
        },
        [&](const T* x, const float* gamma, const float* mean, const float* inverse, const T* dy, T* dx, float* dgamma,
            float* dbeta) { groupNormBackward(shape, x, gamma, mean, inverse, dy, dx, dgamma, dbeta, workspace.data()); });
}

} // namespace

/// Layer and group normalisation in every instruction set, by one thread and by two, against double arithmetic.
class TestSampleNorms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layers_data();
    void layers();
    void groups_data();
    void groups();
    void farFromZero();
};

void TestSampleNorms::layers_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    for (const auto& [rows, columns] : {std::pair{1, 1}, {3, 7}, {9, 16}, {641, 128}, {5, 9001}, {300, 500}})
        QTest::addRow("%d rows of %d", rows, columns) << rows << columns;
}

void TestSampleNorms::layers()
{
    QFETCH(int, rows);
    QFETCH(int, columns);
    for (const bool centred : {true, false}) {
        checkLayer<float>(rows, columns, centred);
        checkLayer<BFloat16>(rows, columns, centred);
    }
}

void TestSampleNorms::groups_data()
{
    QTest::addColumn<int>("samples");
    QTest::addColumn<int>("positions");
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("groups");
    for (const auto& [samples, positions, channels, groups] :
         {std::tuple{1, 1, 2, 1}, {3, 5, 6, 3}, {4, 400, 48, 8}, {2, 1000, 7, 7}, {9, 1, 64, 4}})
        QTest::addRow("%d×%d×%d in %d", samples, positions, channels, groups) << samples << positions << channels << groups;
}

void TestSampleNorms::groups()
{
    QFETCH(int, samples);
    QFETCH(int, positions);
    QFETCH(int, channels);
    QFETCH(int, groups);
    const GroupNormShape shape{samples, positions, channels, groups};
    checkGroup<float>(shape);
    checkGroup<BFloat16>(shape);
}

void TestSampleNorms::farFromZero()
{
    // E[x²] − E[x]² would lose the variance here.
    checkLayer<float>(30, 5000, true, 500.0);
    checkGroup<float>({3, 2000, 16, 4}, 500.0);
}

NETSMITH_TEST(TestSampleNorms)

} // namespace test_sample_norms

#include "test_sample_norms.moc"
