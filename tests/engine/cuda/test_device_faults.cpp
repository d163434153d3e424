#include "engine/cuda/device_faults.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_device_faults {

using namespace netsmith;
using namespace netsmith::cuda;

/// The message about a GPU's problem, for every error that CUDA may return.
class TestDeviceFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void statuses_data();
    void statuses();
    void theFirstLossIsRemembered();
    void driverAnswers_data();
    void driverAnswers();
    void gpus_data();
    void gpus();
};

namespace {

void row(const char* name, int status, ErrorKind kind, const char* id)
{
    QTest::newRow(name) << status << kind << QByteArray(id);
}

bool says(const Error& error, const QString& words)
{
    return QString::fromUtf8(error.what()).contains(words);
}

} // namespace

void TestDeviceFaults::statuses_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QByteArray>("id");
    row("memory", 2, ErrorKind::resources, "cuda.memory");
    row("busy", 46, ErrorKind::failed, "cuda.busy");
    row("no kernel", 209, ErrorKind::input, "cuda.no_kernel");
    for (const int lasting : {214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 911})
        row(qPrintable(QString::number(lasting)), lasting, ErrorKind::deviceLost, "cuda.lost");
    for (const int passing : {1, 9, 98, 400, 701, 720, 900, 901, 910, 999})
        row(qPrintable(QString::number(passing)), passing, ErrorKind::failed, "cuda.runtime");
}

void TestDeviceFaults::statuses()
{
    QFETCH(int, status);
    QFETCH(ErrorKind, kind);
    QFETCH(QByteArray, id);
    const Error error = deviceError(status, "starting a step", "as CUDA says it");
    QCOMPARE(error.kind(), kind);
    QCOMPARE(error.message().id(), id.toStdString());
    if (id == "cuda.runtime" || id == "cuda.lost")
        QVERIFY2(says(error, "starting a step") && says(error, "as CUDA says it"), error.what());
    QVERIFY(!lostDevice()); // only throwing it records it
}

void TestDeviceFaults::theFirstLossIsRemembered()
{
    const auto fail = [](int status, const char* doing) {
        try {
            failDevice(status, doing, "words");
        } catch (const Error& error) {
            return error.kind();
        }
    };
    QCOMPARE(fail(2, "allocating memory"), ErrorKind::resources);
    QVERIFY(!lostDevice());
    QCOMPARE(fail(719, "computing"), ErrorKind::deviceLost);
    QCOMPARE(fail(700, "copying"), ErrorKind::deviceLost);
    const auto lost = lostDevice();
    QVERIFY(lost && lost->kind() == ErrorKind::deviceLost);
    QVERIFY2(says(*lost, "computing") && says(*lost, "start the program again"), lost->what());
    forgetLostDevice();
    QVERIFY(!lostDevice());
}

void TestDeviceFaults::driverAnswers_data()
{
    QTest::addColumn<DriverAnswer>("answer");
    QTest::addColumn<int>("code"); // 0: there is one
    QTest::addColumn<QString>("words");
    const auto answer = [](int status, int count, int driver, std::optional<std::string> visible = {}) {
        return DriverAnswer{status, count, driver, 13000, std::move(visible), "as CUDA says it"};
    };
    QTest::newRow("one") << answer(0, 1, 13000) << 0 << QString();
    QTest::newRow("no driver") << answer(35, 0, 0) << 3 << "no NVIDIA driver";
    QTest::newRow("no driver, none chosen") << answer(35, 0, 0, "") << 3 << "no NVIDIA driver";
    QTest::newRow("old driver") << answer(35, 0, 12020) << 3 << "supports CUDA 12.2, but this build needs 13.0";
    QTest::newRow("no GPU") << answer(100, 0, 13000) << 3 << "nvidia-smi lists one";
    QTest::newRow("no GPU, and no error") << answer(0, 0, 13000) << 3 << "nvidia-smi lists one";
    QTest::newRow("none chosen") << answer(100, 0, 13000, "") << 3 << "CUDA_VISIBLE_DEVICES is \"\"";
    QTest::newRow("another chosen") << answer(100, 0, 13000, "7") << 3 << "CUDA_VISIBLE_DEVICES is \"7\"";
    QTest::newRow("anything else") << answer(802, 0, 13000) << 1 << "as CUDA says it";
}

void TestDeviceFaults::driverAnswers()
{
    QFETCH(DriverAnswer, answer);
    QFETCH(int, code);
    QFETCH(QString, words);
    const std::optional<Error> reason = whyNoDevice(answer);
    QCOMPARE(reason ? static_cast<int>(reason->kind()) : 0, code);
    QVERIFY2(!reason || says(*reason, words), reason ? reason->what() : "");
}

void TestDeviceFaults::gpus_data()
{
    QTest::addColumn<GpuFacts>("gpu");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    QTest::newRow("Pascal") << GpuFacts{"P100", 6, 0, false} << 3 << "P100 has compute capability 6.0, and 7.5 or newer is needed";
    QTest::newRow("Volta") << GpuFacts{"V100", 7, 0, false} << 3 << "7.0, and 7.5";
    QTest::newRow("Turing") << GpuFacts{"T4", 7, 5, false} << 0 << QString();
    QTest::newRow("Ampere") << GpuFacts{"A100", 8, 0, false} << 0 << QString();
    QTest::newRow("Hopper") << GpuFacts{"H100", 9, 0, false} << 0 << QString();
    QTest::newRow("Blackwell") << GpuFacts{"B200", 10, 0, false} << 0 << QString();
    QTest::newRow("prohibited") << GpuFacts{"H100", 9, 0, true} << 1 << "the compute mode of H100";
}

void TestDeviceFaults::gpus()
{
    QFETCH(GpuFacts, gpu);
    QFETCH(int, code);
    QFETCH(QString, words);
    const std::optional<Error> reason = whyUnusable(gpu);
    QCOMPARE(reason ? static_cast<int>(reason->kind()) : 0, code);
    QVERIFY2(!reason || says(*reason, words), reason ? reason->what() : "");
    QCOMPARE(isOldGpu(gpu.major, gpu.minor), code == 3);
}

NETSMITH_TEST(TestDeviceFaults)

} // namespace test_device_faults

#include "test_device_faults.moc"
