#include "engine/cpu/kernels/bf16_speed.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_bf16_speed {

using netsmith::kernels::Bf16Facts;
using netsmith::kernels::Bf16Speed;

/// On which processors BF16 is offered, and on which with a warning.
class TestBf16Speed : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsFromTheProcessor_data();
    void followsFromTheProcessor();
};

void TestBf16Speed::followsFromTheProcessor_data()
{
    using enum Bf16Speed;
    QTest::addColumn<Bf16Facts>("facts");
    QTest::addColumn<Bf16Speed>("speed");
    QTest::newRow("Skylake: no BF16") << Bf16Facts{.avx512 = true} << none;
    QTest::newRow("Cooper Lake: only AVX-512 BF16") << Bf16Facts{.avx512 = true, .avx512Bf16 = true} << slow;
    QTest::newRow("Sapphire Rapids") << Bf16Facts{.avx512 = true, .avx512Bf16 = true, .amx = true} << fast;
    QTest::newRow("only AMX") << Bf16Facts{.avx512 = true, .amx = true} << fast;
    QTest::newRow("Sapphire Rapids, capped to AVX2") << Bf16Facts{.avx512Bf16 = true, .amx = true} << none;
    QTest::newRow("Zen 3: no AVX-512") << Bf16Facts{.amd = true} << none;
    QTest::newRow("Zen 4 and 5") << Bf16Facts{.amd = true, .avx512 = true, .avx512Bf16 = true} << fast;
    QTest::newRow("Zen 4 and 5, capped to AVX2") << Bf16Facts{.amd = true, .avx512Bf16 = true} << none;
}

void TestBf16Speed::followsFromTheProcessor()
{
    QFETCH(Bf16Facts, facts);
    QFETCH(Bf16Speed, speed);
    QCOMPARE(netsmith::kernels::bf16Speed(facts), speed);
}

NETSMITH_TEST(TestBf16Speed)

} // namespace test_bf16_speed

#include "test_bf16_speed.moc"
