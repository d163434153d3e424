#include "engine/telemetry/telemetry.h"

#include "engine/core/files/safe_file.h"
#include "engine/telemetry/others_meter.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <dlfcn.h>
#include <unistd.h>

namespace test_telemetry {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::telemetry;

namespace {

constexpr const char* twoCores = "cpu  100 20 30 800 50 3 2 10 7 0\n"
                                 "cpu0 50 10 15 400 25 1 1 5 7 0\n"
                                 "cpu1 50 10 15 400 25 2 1 5 0 0\n"
                                 "intr 114930548 113199788 3 0 5\n"
                                 "ctxt 1990473\n";

constexpr const char* meminfo = "MemTotal:       16384000 kB\n"
                                "MemFree:          512000 kB\n"
                                "MemAvailable:    8192000 kB\n"
                                "Buffers:          100000 kB\n";

constexpr const char* status = "Name:\tnetsmith\n"
                               "VmPeak:\t  900000 kB\n"
                               "VmHWM:\t  300000 kB\n"
                               "VmRSS:\t  123456 kB\n";

/// /proc/self/stat with these ticks of user and system.
std::string processStat(int user, int system, const std::string& name = "netsmith")
{
    return "4242 (" + name + ") S 1 4242 4242 0 -1 4194560 100 0 0 0 " + std::to_string(user) + ' ' + std::to_string(system)
        + " 11 12 20 0 5 0 100 1000000 500 18446744073709551615\n";
}

/// /proc/stat of two cores with these total ticks of work and of idling.
std::string machineStat(int busy, int idle)
{
    return "cpu  " + std::to_string(busy) + " 0 0 " + std::to_string(idle) + " 0 0 0 0 0 0\ncpu0 0\ncpu1 0\nintr 0\n";
}

/// A folder in place of /proc.
class FakeProc {
public:
    FakeProc()
    {
        fs::create_directories(path() / "self");
        write("meminfo", meminfo);
        write("self/status", status);
    }
    fs::path path() const { return m_folder.path().toStdString(); }
    void write(const char* name, const std::string& text) const { writeFileSafely(path() / name, text).take(); }
    void ticks(int busy, int idle, int process) const
    {
        write("stat", machineStat(busy, idle));
        write("self/stat", processStat(process, 0));
    }
    Telemetry telemetry() const { return Telemetry({path(), "no-such-library.so"}); }

private:
    QTemporaryDir m_folder;
};

std::vector<GpuSample> gpusOf(const char* mode, const char* library = NETSMITH_FAKE_NVML)
{
    mode ? setenv("FAKE_NVML", mode, 1) : unsetenv("FAKE_NVML");
    return NvmlLibrary(library).sample();
}

} // namespace

/// The current state of the machine: from fake texts and a fake driver, and from the real ones.
class TestTelemetry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTicks();
    void refusesWhatAreNoTicks_data();
    void refusesWhatAreNoTicks();
    void readsAProcess_data();
    void readsAProcess();
    void readsMemory();
    void sharesAreSinceTheSampleBefore();
    void sharesOfShortTimesAreTheLastOnes();
    void othersAreWhatIsNotOurs();
    void whatIsMissingIsAbsent();
    void readsThisMachine();
    void readsGpus();
    void whatAGpuDoesNotTellIsAbsent();
    void anOlderDriverTellsLess();
    void ownMemoryNeedsTheOwnNumber();
    void withoutADriverThereAreNone_data();
    void withoutADriverThereAreNone();
    void endsWhatItBegan();
    void namesWhatThrottles();
};

void TestTelemetry::readsTicks()
{
    const auto ticks = cpuTicksFrom(twoCores);
    QVERIFY(ticks);
    QCOMPARE(ticks->total, std::uint64_t{1015}); // without those of guests, which are counted as users
    QCOMPARE(ticks->busy, std::uint64_t{155}); // without idling, waiting for disks and steal time
    QCOMPARE(ticks->cores, 2);
}

void TestTelemetry::refusesWhatAreNoTicks_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << "";
    QTest::newRow("another file") << meminfo;
    QTest::newRow("too few numbers") << "cpu  1 2 3 4 5 6 7\ncpu0 1\n";
    QTest::newRow("no number") << "cpu  1 2 3 4 5 6 7 x\ncpu0 1\n";
    QTest::newRow("too large a number") << "cpu  1 2 3 4 5 6 7 99999999999999999999\ncpu0 1\n";
    QTest::newRow("negative") << "cpu  1 2 3 4 5 6 7 -8\ncpu0 1\n";
    QTest::newRow("no core") << "cpu  1 2 3 4 5 6 7 8 9 10\nintr 5\n";
    QTest::newRow("cut off") << "cpu";
}

void TestTelemetry::refusesWhatAreNoTicks()
{
    QFETCH(QString, text);
    QVERIFY(!cpuTicksFrom(text.toStdString()));
}

void TestTelemetry::readsAProcess_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("ticks");
    const auto row = [](const char* name, const std::string& text, qint64 ticks) {
        QTest::newRow(name) << QString::fromStdString(text) << ticks;
    };
    row("plain", processStat(30, 12), 42);
    row("a name with blanks and parentheses", processStat(30, 12, "a (b) c) 7 8"), 42);
    row("nothing", "", -1);
    row("no name", "4242 netsmith S 1", -1);
    row("cut off", processStat(30, 12).substr(0, 45), -1);
    row("no number", "4242 (x) S 1 2 3 4 5 6 7 8 9 10 utime 12 13\n", -1);
}

void TestTelemetry::readsAProcess()
{
    QFETCH(QString, text);
    QFETCH(qint64, ticks);
    const auto found = processTicksFrom(text.toStdString());
    QCOMPARE(found ? static_cast<qint64>(*found) : -1, ticks);
}

void TestTelemetry::readsMemory()
{
    QVERIFY(systemMemoryFrom(meminfo) == (SystemMemory{16384000ll * 1024, 8192000ll * 1024}));
    QVERIFY(!systemMemoryFrom("MemTotal: 16384000 kB\n")); // a kernel from before MemAvailable
    QVERIFY(!systemMemoryFrom("MemTotal: 16384000 MB\nMemAvailable: 1 kB\n"));
    QVERIFY(!systemMemoryFrom("MemTotal: 9999999999999999999 kB\nMemAvailable: 1 kB\n"));
    QCOMPARE(residentBytesFrom(status), std::optional<std::int64_t>(123456ll * 1024));
    QVERIFY(!residentBytesFrom("Name:\tkthreadd\n"));
    QVERIFY(!residentBytesFrom("VmRSS:"));
}

void TestTelemetry::sharesAreSinceTheSampleBefore()
{
    const FakeProc proc;
    Telemetry telemetry = proc.telemetry();
    proc.ticks(1000, 9000, 500);
    const Sample first = telemetry.sample();
    QVERIFY(!first.processCpu && !first.processCpuOfOne && !first.systemCpu);
    QCOMPARE(first.cores, 2);
    // Of 400 ticks 300 were work, 100 of them by this process: a quarter of two cores, half of one.
    proc.ticks(1300, 9100, 600);
    const Sample second = telemetry.sample();
    QCOMPARE(second.systemCpu, std::optional(75.0));
    QCOMPARE(second.processCpu, std::optional(25.0));
    QCOMPARE(second.processCpuOfOne, std::optional(50.0));
    // And then: all idle.
    proc.ticks(1300, 9500, 600);
    const Sample third = telemetry.sample();
    QCOMPARE(third.systemCpu, std::optional(0.0));
    QCOMPARE(third.processCpu, std::optional(0.0));
    // Ticks are counted at different moments: no share is above 100 %.
    proc.ticks(1700, 9500, 1050);
    QCOMPARE(telemetry.sample().processCpu, std::optional(100.0));
}

void TestTelemetry::sharesOfShortTimesAreTheLastOnes()
{
    const FakeProc proc;
    Telemetry telemetry = proc.telemetry();
    proc.ticks(1000, 9000, 500);
    telemetry.sample();
    proc.ticks(1100, 9100, 600);
    QCOMPARE(telemetry.sample().processCpu, std::optional(50.0));
    proc.ticks(1101, 9101, 602); // two ticks are too few
    QCOMPARE(telemetry.sample().processCpu, std::optional(50.0));
    proc.ticks(1120, 9120, 610); // but they are counted later
    QCOMPARE(telemetry.sample().processCpu, std::optional(25.0));
    // A counter that went back, as after the migration of a virtual machine, gives no new share.
    proc.ticks(10, 90, 1);
    QCOMPARE(telemetry.sample().processCpu, std::optional(25.0));
}

void TestTelemetry::othersAreWhatIsNotOurs()
{
    const FakeProc proc;
    proc.ticks(1000, 1000, 100);
    const auto others = othersMeter({proc.path(), "no-such-library.so"});
    QVERIFY(!others());
    proc.ticks(1080, 1120, 130); // 200 ticks, 80 of them busy, 30 ours
    QCOMPARE(others().value(), 0.25);
    proc.ticks(1180, 1220, 230); // all of the work is ours
    QCOMPARE(others().value(), 0.0);
    proc.ticks(1280, 1220, 430); // counted at different moments: never negative
    QCOMPARE(others().value(), 0.0);
}

void TestTelemetry::whatIsMissingIsAbsent()
{
    const FakeProc proc;
    Telemetry telemetry = proc.telemetry();
    proc.ticks(1000, 9000, 500);
    telemetry.sample();
    proc.ticks(1100, 9100, 600);
    telemetry.sample();
    fs::remove_all(proc.path());
    const Sample sample = telemetry.sample();
    QVERIFY(!sample.processCpu && !sample.processCpuOfOne && !sample.systemCpu && !sample.processMemory);
    QVERIFY(!sample.memoryTotal && !sample.memoryUsed && !sample.memoryAvailable);
    QCOMPARE(sample.cores, 0);
    QVERIFY(sample.gpus.empty());
}

void TestTelemetry::readsThisMachine()
{
    Telemetry telemetry;
    const Sample sample = telemetry.sample();
    QVERIFY(sample.cores >= 1);
    QVERIFY(sample.processMemory && *sample.processMemory > 1 << 20);
    QVERIFY(sample.memoryTotal && *sample.memoryTotal > *sample.processMemory);
    QCOMPARE(*sample.memoryUsed + *sample.memoryAvailable, *sample.memoryTotal);
    QVERIFY(!sample.processCpu);
}

void TestTelemetry::readsGpus()
{
    const std::vector<GpuSample> gpus = gpusOf(nullptr);
    QCOMPARE(gpus.size(), std::size_t{2});
    const GpuSample& gpu = gpus[0];
    QCOMPARE(gpu.index, 0);
    QCOMPARE(gpu.name, std::string("Fake GPU 80GB"));
    QCOMPARE(gpu.utilization, std::optional(63.0));
    QCOMPARE(gpu.memoryTotal, std::optional(std::int64_t{80} << 30));
    QCOMPARE(gpu.memoryUsed, std::optional(std::int64_t{3} << 30));
    QCOMPARE(gpu.memoryOwn, std::optional(std::int64_t{2} << 30));
    QCOMPARE(gpu.power, std::optional(287.5));
    QCOMPARE(gpu.powerLimit, std::optional(350.0));
    QCOMPARE(gpu.temperature, std::optional(61.0));
    QCOMPARE(gpu.smClock, std::optional(1755.0));
    QCOMPARE(gpu.memoryClock, std::optional(2619.0));
    QVERIFY(gpu.throttles == (std::vector{Throttle::powerCap, Throttle::softwareThermal}));
    QCOMPARE(gpu.energy, std::optional(5e9));
    QCOMPARE(gpus[1].index, 1);
    QCOMPARE(gpus[1].name, std::string("Other GPU"));
    QCOMPARE(gpus[1].temperature, std::optional(62.0));
    QVERIFY(!gpus[1].memoryOwn); // it knows the process but not its memory
}

void TestTelemetry::whatAGpuDoesNotTellIsAbsent()
{
    const std::vector<GpuSample> gpus = gpusOf("silent");
    QCOMPARE(gpus.size(), std::size_t{2});
    for (const GpuSample& gpu : gpus) {
        QVERIFY(!gpu.name.empty());
        QVERIFY(!gpu.utilization && !gpu.memoryTotal && !gpu.memoryUsed && !gpu.memoryOwn);
        QVERIFY(!gpu.power && !gpu.powerLimit && !gpu.temperature && !gpu.smClock && !gpu.memoryClock);
        QVERIFY(!gpu.throttles && !gpu.energy);
    }
}

void TestTelemetry::anOlderDriverTellsLess()
{
    const std::vector<GpuSample> gpus = gpusOf(nullptr, NETSMITH_OLD_NVML);
    QCOMPARE(gpus.size(), std::size_t{2});
    QCOMPARE(gpus[0].smClock, std::optional(1755.0));
    QVERIFY(!gpus[0].utilization && !gpus[0].memoryTotal && !gpus[0].memoryOwn && !gpus[0].power && !gpus[0].throttles);
}

void TestTelemetry::ownMemoryNeedsTheOwnNumber()
{
    const std::vector<GpuSample> gpus = gpusOf("stranger");
    QVERIFY(!gpus[0].memoryOwn && gpus[0].memoryUsed);
}

void TestTelemetry::withoutADriverThereAreNone_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("library");
    QTest::newRow("no library") << ""
                                << "no-such-library.so.1";
    QTest::newRow("a library of another kind") << ""
                                               << "libc.so.6";
    QTest::newRow("one that can't start") << "broken" << NETSMITH_FAKE_NVML;
    QTest::newRow("one that fails at everything") << "errors" << NETSMITH_FAKE_NVML;
}

void TestTelemetry::withoutADriverThereAreNone()
{
    QFETCH(QString, mode);
    QFETCH(QString, library);
    QVERIFY(gpusOf(mode.toUtf8(), library.toUtf8()).empty());
}

void TestTelemetry::endsWhatItBegan()
{
    unsetenv("FAKE_NVML");
    void* library = dlopen(NETSMITH_FAKE_NVML, RTLD_NOW | RTLD_LOCAL);
    QVERIFY(library);
    const int& open = *static_cast<int*>(dlsym(library, "fakeNvmlOpen"));
    QCOMPARE(open, 0);
    {
        NvmlLibrary first(NETSMITH_FAKE_NVML);
        QCOMPARE(open, 1);
        const NvmlLibrary moved = std::move(first);
        QVERIFY(moved.available() && !first.available());
        QVERIFY(first.sample().empty());
        QCOMPARE(open, 1);
    }
    QCOMPARE(open, 0);
    dlclose(library);
}

void TestTelemetry::namesWhatThrottles()
{
    QVERIFY(throttlesFrom(0).empty());
    QVERIFY(throttlesFrom(0x1) == std::vector{Throttle::idle});
    QVERIFY(throttlesFrom(0x100) == std::vector{Throttle::displayClocks});
    QVERIFY(throttlesFrom(0x48) == (std::vector{Throttle::hardwareSlowdown, Throttle::hardwareThermal}));
    QCOMPARE(throttlesFrom(0x1ff).size(), std::size_t{9});
    QCOMPARE(throttlesFrom(0xfe00).size(), std::size_t{0}); // reasons that newer drivers may add
    for (const Throttle reason : throttlesFrom(0x1ff))
        QVERIFY(*titleOf(reason) != '\0');
}

NETSMITH_TEST(TestTelemetry)

} // namespace test_telemetry

#include "test_telemetry.moc"
