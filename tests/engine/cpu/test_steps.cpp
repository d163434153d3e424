#include "engine/cpu/kernels/dropout.h"
#include "engine/cpu/kernels/gaussian_noise.h"
#include "engine/cpu/kernels/gather.h"
#include "engine/cpu/kernels/optimizer.h"
#include "engine/ops/control.h"
#include "tests/engine/cpu/kernel_check.h"
#include "tests/test_program.h"

namespace test_steps {

using namespace netsmith;
using namespace netsmith::test;

/// The beginning and end of a training step: gathering the batch, dropout, the update.
class TestSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sgd();
    void adam();
    void gathers();
    void gathersClasses();
    void dropsOut();
    void laysNoise();
};

void TestSteps::sgd()
{
    for (const std::int64_t count : {5, 40001})
        for (const double momentum : {0.0, 0.9})
            for (const bool nesterov : {false, true})
                inEveryVersion([&] {
                    const kernels::SgdStep step{
                        {.rate = 0.1f, .decay = 0.01f, .gradientScale = 0.25f}, static_cast<float>(momentum), nesterov};
                    auto w = numbers<float>(count, 1);
                    auto v = numbers<float>(count, 2);
                    const auto g = numbers<float>(count, 3);
                    std::vector<double> weights(w.begin(), w.end());
                    std::vector<double> velocity(v.begin(), v.end());
                    for (std::size_t i = 0; i < w.size(); ++i) {
                        const double change = -0.1 * 0.25 * g[i];
                        weights[i] -= 0.01 * weights[i];
                        if (momentum == 0.0) {
                            weights[i] += change;
                            continue;
                        }
                        velocity[i] = momentum * velocity[i] + change;
                        weights[i] += nesterov ? momentum * velocity[i] + change : velocity[i];
                    }
                    kernels::sgd(step, g.data(), w.data(), momentum == 0.0 ? nullptr : v.data(), count);
                    compare(w, weights);
                    compare(v, velocity);
                    return bytesOf(w) + bytesOf(v);
                });
}

void TestSteps::adam()
{
    for (const std::int64_t count : {5, 40001})
        inEveryVersion([&] {
            const kernels::AdamStep step{{.rate = 0.01f, .decay = 0.02f, .gradientScale = 0.25f}, 1.0, 0.1f, 0.001f, 1e-7f};
            auto w = numbers<float>(count, 1);
            auto m = numbers<float>(count, 2, -0.1, 0.1);
            auto v = numbers<float>(count, 3, 0.0, 0.1);
            const auto g = numbers<float>(count, 4);
            std::vector<double> weights, first, second;
            for (std::size_t i = 0; i < w.size(); ++i) {
                const double gradient = 0.25 * g[i];
                first.push_back(m[i] + (gradient - m[i]) * 0.1);
                second.push_back(v[i] + (gradient * gradient - v[i]) * 0.001);
                weights.push_back(w[i] * 0.98 - 0.01 * first.back() / (std::sqrt(second.back()) + 1e-7));
            }
            kernels::adam(step, g.data(), w.data(), m.data(), v.data(), count);
            compare(m, first);
            compare(v, second);
            compare(w, weights, 5e-6); // m / √v is large where v is small
            return bytesOf(w) + bytesOf(m) + bytesOf(v);
        });
}

void TestSteps::gathers()
{
    const auto check = []<class From, class To>(From, To) {
        for (const std::int64_t elements : {1, 13, 784})
            inEveryVersion([&] {
                RandomStream random(3, 3);
                std::vector<From> samples(static_cast<std::size_t>(20 * elements));
                for (From& value : samples)
                    value = static_cast<From>(random.below(256));
                std::vector<std::int32_t> order(64);
                for (std::int32_t& sample : order)
                    sample = static_cast<std::int32_t>(random.below(20));
                std::vector<To> y(static_cast<std::size_t>(64 * elements));
                std::array<std::int64_t, control::counterCount> counters{};
                counters[control::position] = 3;
                order.insert(order.begin(), 3, 0); // not of this batch
                kernels::gather(samples.data(), order.data(), counters.data(), 3.0f, 255.0f, y.data(), 64, elements, elements);
                std::vector<double> expected;
                for (std::size_t i = 0; i < y.size(); ++i) {
                    const auto row = static_cast<std::size_t>(order[3 + i / static_cast<std::size_t>(elements)] * elements);
                    const auto value = static_cast<float>(samples[row + i % static_cast<std::size_t>(elements)]);
                    expected.push_back(static_cast<double>(static_cast<To>((value - 3.0f) / 255.0f)));
                }
                compare(y, expected, 0.0); // bit-exact: one subtraction and one division
                return bytesOf(y);
            });
    };
    check(std::uint8_t{}, float{});
    check(std::uint8_t{}, BFloat16{});
    check(std::int32_t{}, float{});
    check(std::int64_t{}, float{});
    check(float{}, float{});
    check(float{}, BFloat16{});
    check(double{}, float{});
}

void TestSteps::gathersClasses()
{
    const std::vector<std::uint8_t> bytes{7, 200, 9};
    const std::vector<std::int64_t> words{-7, 200, 9};
    const std::vector<std::int32_t> order{2, 0, 1, 1};
    const std::array<std::int64_t, control::counterCount> counters{};
    std::vector<std::int32_t> y(4);
    kernels::gatherInts(bytes.data(), order.data(), counters.data(), y.data(), 4, 1, 1);
    QCOMPARE(y, (std::vector<std::int32_t>{9, 7, 200, 200}));
    kernels::gatherInts(words.data(), order.data(), counters.data(), y.data(), 4, 1, 1);
    QCOMPARE(y, (std::vector<std::int32_t>{9, -7, 200, 200}));
}

namespace {

Philox::Words wordsOf(std::uint64_t sample, std::uint32_t element)
{
    return Philox::draw(42, {element / 4, static_cast<std::uint32_t>(sample), static_cast<std::uint32_t>(sample >> 32), 77});
}

constexpr std::uint64_t farSample = (std::uint64_t{1} << 32) - 3;

std::array<std::int64_t, control::counterCount> countersAt(std::uint64_t sample)
{
    std::array<std::int64_t, control::counterCount> counters{};
    counters[control::samples] = static_cast<std::int64_t>(sample);
    return counters;
}

} // namespace

void TestSteps::dropsOut()
{
    const auto check = []<class T>(T) {
        for (const std::int64_t elements : {1, 6, 1025})
            for (const std::int64_t repeats : {1, 3})
                inEveryVersion([&] {
                    const DropoutMask mask{.seed = 42, .node = 77, .rate = 0.3f};
                    const auto x = numbers<T>(9 * repeats * elements, 1, 1.0, 2.0);
                    std::vector<double> expected;
                    for (std::int64_t i = 0; i < 9 * repeats * elements; ++i) {
                        const std::uint64_t sample = farSample + static_cast<std::uint64_t>(i / (repeats * elements));
                        const auto element = static_cast<std::uint32_t>(i % elements);
                        const bool kept = Philox::uniform(wordsOf(sample, element)[element % 4]) >= 0.3f;
                        expected.push_back(kept ? static_cast<double>(x[static_cast<std::size_t>(i)]) * 1.5 + 0.25 : -0.5);
                    }
                    std::vector<T> y(x.size());
                    kernels::dropout(mask, {1.5f, 0.25f, -0.5f}, countersAt(farSample).data(), x.data(), y.data(), 9, repeats,
                                     elements);
                    compare(y, expected);
                    return bytesOf(y);
                });
    };
    check(float{});
    check(BFloat16{});
}

void TestSteps::laysNoise()
{
    const auto check = []<class T>(T) {
        for (const std::int64_t elements : {1, 6, 63, 2050})
            for (const bool multiplied : {false, true})
                inEveryVersion([&] {
                    const NoiseSource source{.seed = 42, .node = 77, .deviation = 0.75f, .multiplied = multiplied};
                    const auto x = numbers<T>(9 * elements, 1, 1.0, 2.0);
                    std::vector<double> expected;
                    for (std::int64_t i = 0; i < 9 * elements; ++i) {
                        const auto element = static_cast<std::uint32_t>(i % elements);
                        const auto words = wordsOf(farSample + static_cast<std::uint64_t>(i / elements), element);
                        const std::size_t pair = element % 4 / 2 * 2;
                        const double radius = std::sqrt(-2.0 * std::log(1.0 - double{Philox::uniform(words[pair])}));
                        const double angle = 2.0 * std::numbers::pi * Philox::uniform(words[pair + 1]);
                        const double noise = 0.75 * radius * (element % 2 == 0 ? std::cos(angle) : std::sin(angle));
                        const auto value = static_cast<double>(x[static_cast<std::size_t>(i)]);
                        expected.push_back(multiplied ? value * (1.0 + noise) : value + noise);
                    }
                    std::vector<T> y(x.size());
                    kernels::gaussianNoise(source, countersAt(farSample).data(), x.data(), y.data(), 9, elements);
                    compare(y, expected, std::max(tolerance<T>, 4e-6));
                    return bytesOf(y);
                });
    };
    check(float{});
    check(BFloat16{});
}

NETSMITH_TEST(TestSteps)

} // namespace test_steps

#include "test_steps.moc"
