#include "engine/core/error.h"
#include "engine/graph/initializer.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace netsmith;

namespace {

struct Moments {
    double mean = 0.0;
    double variance = 0.0;
    double largest = 0.0;
};

Moments momentsOf(const std::vector<float>& values)
{
    Moments moments;
    for (const float value : values) {
        moments.mean += value;
        moments.variance += static_cast<double>(value) * value;
        moments.largest = std::max(moments.largest, std::abs(static_cast<double>(value)));
    }
    moments.mean /= static_cast<double>(values.size());
    moments.variance = moments.variance / static_cast<double>(values.size()) - moments.mean * moments.mean;
    return moments;
}

} // namespace

class TestInitializer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsTheStatedVariance_data();
    void drawsTheStatedVariance();
    void constants();
    void drawsDependOnSeedAndParameter();
    void drawsAreTheSameEverywhere();
    void everyChoiceCanBeDrawn();
    void unknownOnesAreRefused();
};

void TestInitializer::drawsTheStatedVariance_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("variance");
    QTest::addColumn<double>("bound"); ///< no draw lies beyond
    const double truncated = 2.0 / 0.87962566103423978;
    QTest::newRow("glorot_uniform") << "glorot_uniform" << 2.0 / 400.0 << std::sqrt(6.0 / 400.0);
    QTest::newRow("glorot_normal") << "glorot_normal" << 2.0 / 400.0 << truncated * std::sqrt(2.0 / 400.0);
    QTest::newRow("he_uniform") << "he_uniform" << 2.0 / 100.0 << std::sqrt(6.0 / 100.0);
    QTest::newRow("he_normal") << "he_normal" << 2.0 / 100.0 << truncated * std::sqrt(2.0 / 100.0);
}

void TestInitializer::drawsTheStatedVariance()
{
    QFETCH(QString, id);
    QFETCH(double, variance);
    QFETCH(double, bound);
    const Moments moments = momentsOf(drawInitial({id.toStdString(), 100, 300}, {400, 500}, 3, "dense_1.kernel"));
    // Five deviations of the estimates over 200,000 draws.
    QVERIFY(std::abs(moments.mean) < 5.0 * std::sqrt(variance / 200000.0));
    QVERIFY(std::abs(moments.variance / variance - 1.0) < 5.0 * std::sqrt(2.0 / 200000.0));
    QVERIFY(moments.largest <= bound * (1.0 + 1e-7));
    QVERIFY(moments.largest > bound * 0.99);
}

void TestInitializer::constants()
{
    QVERIFY(std::ranges::all_of(drawInitial({"zeros"}, {7}, 1, "b"), [](float value) { return value == 0.0f; }));
    QVERIFY(std::ranges::all_of(drawInitial({"ones"}, {7}, 1, "b"), [](float value) { return value == 1.0f; }));
}

void TestInitializer::drawsDependOnSeedAndParameter()
{
    const Initializer he{"he_normal", 9, 9};
    const auto draw = [&](std::uint64_t seed, const char* parameter) { return drawInitial(he, {32}, seed, parameter); };
    QVERIFY(draw(1, "a.kernel") == draw(1, "a.kernel"));
    QVERIFY(draw(1, "a.kernel") != draw(2, "a.kernel"));
    QVERIFY(draw(1, "a.kernel") != draw(1, "b.kernel"));
}

/// Runs are compared across machines and versions. These three were computed from the definitions by other means.
void TestInitializer::drawsAreTheSameEverywhere()
{
    const std::vector<float> uniform = drawInitial({"glorot_uniform", 784, 128}, {3}, 1, "dense_1.kernel");
    QVERIFY(uniform == (std::vector<float>{0x1.24f48e0000000p-10f, -0x1.9d16a60000000p-5f, 0x1.3d20960000000p-4f}));
}

void TestInitializer::everyChoiceCanBeDrawn()
{
    const std::vector<Choice> choices = initializerChoices();
    QVERIFY(choices.size() >= 6);
    QVERIFY(std::ranges::is_sorted(choices, std::less<>(), &Choice::id));
    for (const Choice& choice : choices) {
        QVERIFY(!choice.title.empty());
        QCOMPARE(drawInitial({choice.id, 3, 4}, {3, 4}, 1, "w").size(), 12u);
    }
}

void TestInitializer::unknownOnesAreRefused()
{
    QVERIFY_EXCEPTION_THROWN((void)drawInitial({"orthogonal"}, {1}, 1, "w"), Error);
}

QTEST_GUILESS_MAIN(TestInitializer)
#include "test_initializer.moc"
