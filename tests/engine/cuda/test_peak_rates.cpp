#include "engine/cuda/peak_rates.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_peak_rates {

using namespace netsmith;

/// The peak rates of GPUs, against the figures that NVIDIA publishes for boards.
class TestPeakRates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areThePublishedOnes_data();
    void areThePublishedOnes();
    void anUnknownOneHasNone();
};

void TestPeakRates::areThePublishedOnes_data()
{
    QTest::addColumn<int>("capability");
    QTest::addColumn<int>("multiprocessors");
    QTest::addColumn<double>("gigahertz");
    QTest::addColumn<QString>("precision");
    QTest::addColumn<double>("teraflops");
    QTest::addColumn<bool>("tensorCores");
    QTest::newRow("T4 fp32") << 75 << 40 << 1.59 << "fp32" << 8.1 << false;
    QTest::newRow("T4 fp16") << 75 << 40 << 1.59 << "fp16" << 65.0 << true;
    QTest::newRow("A100 fp32") << 80 << 108 << 1.41 << "fp32" << 19.5 << false;
    QTest::newRow("A100 tf32") << 80 << 108 << 1.41 << "tf32" << 156.0 << true;
    QTest::newRow("A100 bf16") << 80 << 108 << 1.41 << "bf16" << 312.0 << true;
    QTest::newRow("A6000 fp32") << 86 << 84 << 1.8 << "fp32" << 38.7 << false;
    QTest::newRow("A6000 bf16") << 86 << 84 << 1.8 << "bf16" << 154.8 << true;
    QTest::newRow("L40S fp32") << 89 << 142 << 2.52 << "fp32" << 91.6 << false;
    QTest::newRow("L40S bf16") << 89 << 142 << 2.52 << "bf16" << 362.0 << true;
    QTest::newRow("H100 SXM fp32") << 90 << 132 << 1.98 << "fp32" << 67.0 << false;
    QTest::newRow("H100 SXM tf32") << 90 << 132 << 1.83 << "tf32" << 494.7 << true;
    QTest::newRow("H100 SXM bf16") << 90 << 132 << 1.83 << "bf16" << 989.4 << true;
}

void TestPeakRates::areThePublishedOnes()
{
    QFETCH(int, capability);
    QFETCH(int, multiprocessors);
    QFETCH(double, gigahertz);
    QFETCH(QString, precision);
    QFETCH(double, teraflops);
    QFETCH(bool, tensorCores);
    bool found = false;
    for (const PeakRate& peak : cuda::peakRates(capability / 10, capability % 10, multiprocessors, 1e9 * gigahertz))
        if (QString::fromUtf8(nameOf(peak.precision).data()) == precision) {
            found = true;
            QVERIFY2(std::abs(1e-12 * peak.flops / teraflops - 1.0) < 0.015, qPrintable(QString::number(1e-12 * peak.flops)));
            QCOMPARE(peak.tensorCores, tensorCores);
        }
    QVERIFY(found);
}

void TestPeakRates::anUnknownOneHasNone()
{
    QVERIFY(cuda::peakRates(99, 9, 100, 1e9).empty());
    for (const PeakRate& peak : cuda::peakRates(7, 5, 40, 1e9)) // Turing has neither
        QVERIFY(peak.precision != Precision::tf32 && peak.precision != Precision::bf16);
}

NETSMITH_TEST(TestPeakRates)

} // namespace test_peak_rates

#include "test_peak_rates.moc"
