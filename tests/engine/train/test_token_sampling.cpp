#include "engine/train/generation/token_sampling.h"

#include "engine/core/error.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <numeric>

namespace test_token_sampling {

using namespace netsmith;
using namespace netsmith::train;

/// How the next token is drawn, with numbers worked out by hand.
class TestTokenSampling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void chancesAreThoseOfTheNetwork();
    void temperatures();
    void topK();
    void topP();
    void tiesGoToTheFirst();
    void leavesOutTheFirstTokens();
    void endsWellOnAnything();
    void refusesWhatIsNoSampling();
    void drawsByTheChances();
};

namespace {

using Chances = std::vector<double>;

bool close(const Chances& a, const Chances& b)
{
    return std::ranges::equal(a, b, [](double x, double y) { return std::abs(x - y) < 1e-6; });
}

const std::vector<float> probabilities{0.5f, 0.25f, 0.125f, 0.125f};
const float log4 = std::log(4.0f);

} // namespace

void TestTokenSampling::chancesAreThoseOfTheNetwork()
{
    QVERIFY(close(drawChances(probabilities, {}), {0.5, 0.25, 0.125, 0.125}));
    QVERIFY(close(drawChances(std::vector<float>{log4, 0.0f, -9e9f}, {}), {0.8, 0.2, 0.0})); // scores
}

void TestTokenSampling::temperatures()
{
    QVERIFY(close(drawChances(probabilities, {.temperature = 0.0}), {1, 0, 0, 0}));
    QVERIFY(close(drawChances(probabilities, {.temperature = 0.5}), {16.0 / 22, 4.0 / 22, 1.0 / 22, 1.0 / 22}));
    QVERIFY(close(drawChances(probabilities, {.temperature = 1e9}), {0.25, 0.25, 0.25, 0.25}));
    QVERIFY(close(drawChances(probabilities, {.temperature = std::numeric_limits<double>::max()}), {0.25, 0.25, 0.25, 0.25}));
    QVERIFY(close(drawChances(probabilities, {.temperature = std::numeric_limits<double>::denorm_min()}), {1, 0, 0, 0}));
    QVERIFY(close(drawChances(std::vector<float>{3e38f, -3e38f}, {.temperature = 1e-20}), {1, 0}));
}

void TestTokenSampling::topK()
{
    QVERIFY(close(drawChances(probabilities, {.topK = 1}), {1, 0, 0, 0}));
    QVERIFY(close(drawChances(probabilities, {.topK = 2}), {2.0 / 3, 1.0 / 3, 0, 0}));
    QVERIFY(close(drawChances(probabilities, {.topK = 400}), {0.5, 0.25, 0.125, 0.125}));
}

void TestTokenSampling::topP()
{
    QVERIFY(close(drawChances(probabilities, {.topP = 1e-9}), {1, 0, 0, 0}));
    QVERIFY(close(drawChances(probabilities, {.topP = 0.5}), {1, 0, 0, 0}));
    QVERIFY(close(drawChances(probabilities, {.topP = 0.6}), {2.0 / 3, 1.0 / 3, 0, 0}));
    // Of those that top K leaves: 2/3 is enough.
    QVERIFY(close(drawChances(probabilities, {.topK = 2, .topP = 0.66}), {1, 0, 0, 0}));
}

void TestTokenSampling::tiesGoToTheFirst()
{
    QVERIFY(close(drawChances(std::vector<float>{0.1f, 0.45f, 0.45f}, {.temperature = 0.0}), {0, 1, 0}));
    QVERIFY(close(drawChances(probabilities, {.topK = 3}), {0.5 / 0.875, 0.25 / 0.875, 0.125 / 0.875, 0}));
}

void TestTokenSampling::leavesOutTheFirstTokens()
{
    QVERIFY(close(drawChances(probabilities, {}, 2), {0, 0, 0.5, 0.5}));
    QVERIFY(close(drawChances(probabilities, {.temperature = 0.0}, 1), {0, 1, 0, 0}));
}

void TestTokenSampling::endsWellOnAnything()
{
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    QVERIFY(close(drawChances(std::vector<float>{nan, nan}, {}), {0, 0}));
    QVERIFY(close(drawChances(std::vector<float>{nan, 1.0f}, {}), {0, 1}));
    QVERIFY(close(drawChances(std::vector<float>{-inf, -inf}, {}), {0, 0}));
    QVERIFY(close(drawChances(std::vector<float>{inf, 5.0f, inf}, {}), {1, 0, 0}));
    QVERIFY(close(drawChances(std::vector<float>{1.0f, 0.0f}, {.temperature = 1e9}), {1, 0})); // impossible stays impossible
    QVERIFY(drawChances({}, {}).empty());
}

void TestTokenSampling::refusesWhatIsNoSampling()
{
    const auto refused = [](const Sampling& sampling) {
        try {
            checkSampling(sampling);
        } catch (const Error& error) {
            return std::string(error.message().id());
        }
        return std::string("taken");
    };
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    for (const double temperature : {-0.1, -1e9, nan, inf})
        QCOMPARE(refused({.temperature = temperature}), std::string("generate.temperature"));
    QCOMPARE(refused({.topK = -1}), std::string("generate.top_k"));
    for (const double share : {0.0, -0.5, 1.01, nan})
        QCOMPARE(refused({.topP = share}), std::string("generate.top_p"));
    QCOMPARE(refused({.temperature = 0.0}), std::string("taken"));
    QCOMPARE(refused({.temperature = 1e9, .topK = 1, .topP = 1.0}), std::string("taken"));
}

void TestTokenSampling::drawsByTheChances()
{
    const Chances chances{0.0, 0.7, 0.0, 0.3};
    RandomStream random(1, 2);
    std::vector<int> counts(4, 0);
    constexpr int draws = 20000;
    for (int i = 0; i < draws; ++i)
        ++counts[static_cast<std::size_t>(drawToken(chances, random))];
    QCOMPARE(counts[0] + counts[2], 0);
    QVERIFY(std::abs(counts[1] / double(draws) - 0.7) < 0.012); // four deviations
    RandomStream again(1, 2);
    for (int i = 0; i < 10; ++i)
        QCOMPARE(drawToken(Chances{0.2, 0.1}, again) <= 1, true); // probabilities whose sum is below 1
}

NETSMITH_TEST(TestTokenSampling)

} // namespace test_token_sampling

#include "test_token_sampling.moc"
