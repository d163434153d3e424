#include "engine/core/philox.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <limits>

namespace test_philox {

using namespace netsmith;

/// The only random generator: its published answers, and the distributions drawn from it.
class TestPhilox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesThePublishedAnswers_data();
    void givesThePublishedAnswers();
    void uniformFloatsStayBelowOne();
    void streamFollowsItsCounters();
    void streamsDiffer();
    void uniformTakesTheHighWordFirst();
    void uniformFillsItsInterval();
    void belowReachesEveryValue();
    void belowIsUnbiased();
    void normalHasItsMoments();
    void hashesNamesByFnv1a();
};

void TestPhilox::givesThePublishedAnswers_data()
{
    QTest::addColumn<quint64>("key");
    QTest::addColumn<Philox::Words>("counter");
    QTest::addColumn<Philox::Words>("words");
    // Random123 1.14, tests/kat_vectors, philox4x32 with 10 rounds.
    constexpr std::uint32_t ones = 0xffffffff;
    QTest::newRow("zeros") << quint64{0} << Philox::Words{} << Philox::Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
    QTest::newRow("ones") << quint64{0xffffffffffffffff} << Philox::Words{ones, ones, ones, ones}
                          << Philox::Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
    QTest::newRow("pi") << quint64{0x299f31d0a4093822} << Philox::Words{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}
                        << Philox::Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
}

void TestPhilox::givesThePublishedAnswers()
{
    QFETCH(quint64, key);
    QFETCH(Philox::Words, counter);
    QFETCH(Philox::Words, words);
    QVERIFY(Philox::draw(key, counter) == words);
}

void TestPhilox::uniformFloatsStayBelowOne()
{
    QCOMPARE(Philox::uniform(0), 0.0f);
    QCOMPARE(Philox::uniform(0x80000000), 0.5f);
    QVERIFY(Philox::uniform(0xffffffff) < 1.0f);
    QVERIFY(Philox::uniform(0xffffffff) > 1.0f - 0x1p-23f);
}

void TestPhilox::streamFollowsItsCounters()
{
    constexpr std::uint64_t seed = 0x0123456789abcdef;
    constexpr std::uint64_t stream = 0xfedcba9876543210;
    RandomStream random(seed, stream);
    for (std::uint32_t block = 0; block < 3; ++block)
        for (const std::uint32_t word : Philox::draw(seed, {block, 0, 0x76543210, 0xfedcba98}))
            QCOMPARE(random.next(), word);
}

void TestPhilox::streamsDiffer()
{
    const auto first = [](std::uint64_t seed, std::uint64_t stream) { return RandomStream(seed, stream).next(); };
    QVERIFY(first(1, 0) != first(1, 1));
    QVERIFY(first(1, 0) != first(1, std::uint64_t{1} << 32));
    QVERIFY(first(1, 0) != first(2, 0));
    QVERIFY(first(1, 0) != first(1 + (std::uint64_t{1} << 32), 0));
}

void TestPhilox::uniformTakesTheHighWordFirst()
{
    // The same bits from every compiler, whichever operand it evaluates first.
    const Philox::Words words = Philox::draw(7, {0, 0, 3, 0});
    const double expected = (static_cast<double>(words[0] >> 5) * 0x1p26 + static_cast<double>(words[1] >> 6)) * 0x1p-53;
    QCOMPARE(RandomStream(7, 3).uniform(), expected);
}

void TestPhilox::uniformFillsItsInterval()
{
    RandomStream random(1, 0);
    double sum = 0, squares = 0, least = 1, most = 0;
    constexpr int draws = 100000;
    for (int i = 0; i < draws; ++i) {
        const double value = random.uniform();
        sum += value;
        squares += value * value;
        least = std::min(least, value);
        most = std::max(most, value);
    }
    const double mean = sum / draws;
    QVERIFY(least >= 0 && least < 1e-3 && most < 1 && most > 1 - 1e-3);
    QVERIFY(std::abs(mean - 0.5) < 0.005);
    QVERIFY(std::abs(squares / draws - mean * mean - 1.0 / 12) < 0.002);
    for (int i = 0; i < 1000; ++i) {
        const double value = random.uniform(-3, -1);
        QVERIFY(value >= -3 && value < -1);
    }
}

void TestPhilox::belowReachesEveryValue()
{
    RandomStream random(2, 0);
    std::array<int, 10> counts{};
    for (int i = 0; i < 100000; ++i)
        ++counts.at(random.below(10)); // throws past the bound
    for (const int count : counts)
        QVERIFY(std::abs(count - 10000) < 500); // five standard deviations
    QCOMPARE(random.below(1), 0u);
}

void TestPhilox::belowIsUnbiased()
{
    // Without rejection a third of the values below 3·2³⁰ would be drawn twice as often as the others.
    RandomStream random(3, 0);
    std::array<int, 3> counts{};
    for (int i = 0; i < 30000; ++i)
        ++counts[random.below(3u << 30) % 3];
    for (const int count : counts)
        QVERIFY(std::abs(count - 10000) < 500);
}

void TestPhilox::normalHasItsMoments()
{
    RandomStream random(4, 0);
    double sum = 0, squares = 0, fourth = 0;
    constexpr int draws = 200000;
    for (int i = 0; i < draws; ++i) {
        const double value = random.normal();
        QVERIFY(std::isfinite(value));
        sum += value;
        squares += value * value;
        fourth += value * value * value * value;
    }
    QVERIFY(std::abs(sum / draws) < 0.01);
    QVERIFY(std::abs(squares / draws - 1) < 0.015);
    QVERIFY(std::abs(fourth / draws - 3) < 0.15);
}

void TestPhilox::hashesNamesByFnv1a()
{
    QCOMPARE(nameHash(""), 0x811c9dc5u);
    QCOMPARE(nameHash("a"), 0xe40c292cu);
    QCOMPARE(nameHash("foobar"), 0xbf9cf968u);
}

NETSMITH_TEST(TestPhilox)

} // namespace test_philox

#include "test_philox.moc"
