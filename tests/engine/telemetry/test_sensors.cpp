#include "engine/telemetry/energy_meter.h"
#include "engine/telemetry/telemetry.h"

#include "tests/engine/core/plain_user.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace test_sensors {

namespace fs = std::filesystem;
using namespace netsmith::telemetry;

namespace {

/// A folder in place of /sys, and of /proc.
class FakeSys {
public:
    fs::path path() const { return m_folder.path().toStdString(); }
    void write(const fs::path& name, const std::string& text) const
    {
        fs::create_directories((path() / name).parent_path());
        std::ofstream(path() / name) << text;
    }
    fs::path zone(const std::string& name) const { return fs::path("class/powercap") / name; }
    void energy(const std::string& zone, long long microjoules) const
    {
        write(this->zone(zone) / "energy_uj", std::to_string(microjoules) + '\n');
    }
    void package(const std::string& zone, const std::string& name, long long microjoules, const std::string& range) const
    {
        write(this->zone(zone) / "name", name + '\n');
        if (!range.empty())
            write(this->zone(zone) / "max_energy_range_uj", range + '\n');
        energy(zone, microjoules);
    }
    /// As for a user who is not root: root may read every file, but no directory as one.
    void forbid(const fs::path& name) const
    {
        fs::remove(path() / name);
        fs::create_directories(path() / name);
    }

private:
    QTemporaryDir m_folder;
};

void cpufreq(const FakeSys& sys, int core, const std::string& kilohertz)
{
    sys.write("devices/system/cpu/cpu" + std::to_string(core) + "/cpufreq/scaling_cur_freq", kilohertz);
}

} // namespace

/// The sensors of the processor, from trees of files like those of the kernel.
class TestSensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addsUpPackages();
    void followsCountersThatWrap();
    void aResetCounterIsNoEnergy();
    void aForbiddenPackageMakesEnergyUnknown();
    void aFileWithoutPermissionIsAbsent();
    void powerIsEnergyOverTime();
    void labelsTemperatures();
    void takesTheProcessorsTemperature_data();
    void takesTheProcessorsTemperature();
    void readsClocksOfCores();
    void readsSharesOfCores();
    void aCoreThatGoesOfflineStartsAgain();
    void anEmptyTreeHasNothing();
    void theMeterOfAProcessorIsRapl();
    void gpusAreOnlyTakenWhenCertain();
};

void TestSensors::addsUpPackages()
{
    const FakeSys sys;
    sys.package("intel-rapl:0", "package-0", 5'000'000, "262143328850");
    sys.package("intel-rapl:0:0", "core", 100, "262143328850"); // a part of the package
    sys.package("intel-rapl:0:1", "dram", 2'000'000, "65712999613"); // is not
    sys.package("intel-rapl:1", "package-1", 7'000'000, "262143328850");
    sys.package("intel-rapl:2", "psys", 1'000, "262143328850"); // holds all of it
    sys.package("intel-rapl-mmio:0", "package-0", 5'000'000, "262143328850"); // the first again
    RaplMeter meter(sys.path());
    QCOMPARE(meter.joules(), std::optional(0.0));
    sys.energy("intel-rapl:0", 15'000'000); // 10 J
    sys.energy("intel-rapl:0:0", 8'000'000);
    sys.energy("intel-rapl:0:1", 2'500'000); // 0.5 J
    sys.energy("intel-rapl:1", 27'000'000); // 20 J
    sys.energy("intel-rapl:2", 900'000'000);
    sys.energy("intel-rapl-mmio:0", 15'000'000);
    QCOMPARE(meter.joules(), std::optional(30.5));
    // The kernel also has a zone's parts in the folder of the zone itself.
    const FakeSys nested;
    nested.package("intel-rapl:0", "package-0", 0, "1000000");
    nested.package("intel-rapl:0/intel-rapl:0:1", "dram", 0, "1000000");
    RaplMeter inner(nested.path());
    nested.energy("intel-rapl:0/intel-rapl:0:1", 250'000);
    QCOMPARE(inner.joules(), std::optional(0.25));
}

void TestSensors::followsCountersThatWrap()
{
    const FakeSys sys;
    sys.package("intel-rapl:0", "package-0", 9'000'000, "10000000");
    RaplMeter meter(sys.path());
    sys.energy("intel-rapl:0", 9'500'000); // 0.5 J
    QCOMPARE(meter.joules(), std::optional(0.5));
    sys.energy("intel-rapl:0", 1'500'000); // 0.5 J to the end of the range, and 1.5 J after it
    QCOMPARE(meter.joules(), std::optional(2.5));
    sys.energy("intel-rapl:0", 1'500'000); // nothing
    QCOMPARE(meter.joules(), std::optional(2.5));
    sys.energy("intel-rapl:0", 0); // 8.5 J
    QCOMPARE(meter.joules(), std::optional(11.0));
}

void TestSensors::aResetCounterIsNoEnergy()
{
    const FakeSys sys;
    sys.package("intel-rapl:0", "package-0", 9'000'000, ""); // without a range it can't have wrapped
    RaplMeter meter(sys.path());
    sys.energy("intel-rapl:0", 1'000'000);
    QCOMPARE(meter.joules(), std::optional(0.0));
    sys.energy("intel-rapl:0", 3'000'000);
    QCOMPARE(meter.joules(), std::optional(2.0));
}

void TestSensors::aForbiddenPackageMakesEnergyUnknown()
{
    const FakeSys sys;
    sys.package("intel-rapl:0", "package-0", 0, "1000000000");
    sys.package("intel-rapl:1", "package-1", 0, "1000000000");
    sys.forbid(sys.zone("intel-rapl:1") / "energy_uj");
    RaplMeter meter(sys.path());
    sys.energy("intel-rapl:0", 5'000'000);
    QVERIFY(!meter.joules()); // half of the energy is not the energy
    const FakeSys memory;
    memory.package("intel-rapl:0", "package-0", 0, "1000000000");
    memory.package("intel-rapl:0:1", "dram", 0, "1000000000");
    memory.forbid(memory.zone("intel-rapl:0:1") / "energy_uj");
    RaplMeter packages(memory.path());
    memory.energy("intel-rapl:0", 5'000'000);
    QCOMPARE(packages.joules(), std::optional(5.0)); // many processors have no counter of their memory
    // One that may be read later counts from then on.
    fs::remove(sys.path() / sys.zone("intel-rapl:1") / "energy_uj");
    sys.energy("intel-rapl:1", 70'000'000);
    QCOMPARE(meter.joules(), std::optional(5.0));
    sys.energy("intel-rapl:1", 71'000'000);
    QCOMPARE(meter.joules(), std::optional(6.0));
}

void TestSensors::aFileWithoutPermissionIsAbsent()
{
    const FakeSys sys;
    sys.package("intel-rapl:0", "package-0", 1'000'000, "1000000000");
    const netsmith::test::PlainUser user(sys.path());
    if (!user)
        QSKIP("root can't become another user here");
    const fs::path counter = sys.path() / sys.zone("intel-rapl:0") / "energy_uj";
    QVERIFY(chmod(counter.c_str(), 0) == 0);
    RaplMeter meter(sys.path());
    QVERIFY(!meter.joules());
    QVERIFY(!energyMeter("cpu", {.proc = "none", .nvml = "none.so", .sys = sys.path()}));
    QVERIFY(chmod(counter.c_str(), 0600) == 0); // as an administrator may allow
    QCOMPARE(meter.joules(), std::optional(0.0));
}

void TestSensors::powerIsEnergyOverTime()
{
    const FakeSys sys;
    double now = 100.0;
    sys.package("intel-rapl:0", "package-0", 0, "1000000000");
    Telemetry telemetry({.proc = sys.path() / "proc", .nvml = "none.so", .sys = sys.path(), .clock = [&] { return now; }});
    QVERIFY(!telemetry.sample().power);
    sys.energy("intel-rapl:0", 130'000'000);
    now = 102.0;
    QCOMPARE(telemetry.sample().power, std::optional(65.0));
    sys.energy("intel-rapl:0", 131'000'000); // too soon for a new value
    now = 102.05;
    QCOMPARE(telemetry.sample().power, std::optional(65.0));
    sys.energy("intel-rapl:0", 140'000'000);
    now = 103.0;
    QCOMPARE(telemetry.sample().power, std::optional(10.0));
    sys.forbid(sys.zone("intel-rapl:0") / "energy_uj");
    now = 104.0;
    QVERIFY(!telemetry.sample().power);
}

void TestSensors::labelsTemperatures()
{
    const FakeSys sys;
    sys.write("class/hwmon/hwmon10/name", "nvme\n");
    sys.write("class/hwmon/hwmon10/temp1_input", "38850\n");
    sys.write("class/hwmon/hwmon2/name", "k10temp\n");
    sys.write("class/hwmon/hwmon2/temp1_input", "61500\n");
    sys.write("class/hwmon/hwmon2/temp1_label", "Tctl\n");
    sys.write("class/hwmon/hwmon2/temp3_input", "55000\n");
    sys.write("class/hwmon/hwmon2/temp3_label", "Tccd1\n");
    sys.write("class/hwmon/hwmon2/temp4_input", "broken\n");
    sys.write("class/hwmon/hwmon2/temp5_input", "-5000\n");
    QCOMPARE(temperaturesIn(sys.path()),
             (std::vector<Temperature>{
                 {"k10temp", "Tctl", 61.5}, {"k10temp", "Tccd1", 55.0}, {"k10temp", "", -5.0}, {"nvme", "", 38.85}}));
    QCOMPARE(processorTemperature(temperaturesIn(sys.path())), std::optional(61.5));
    QCOMPARE(temperaturesIn(sys.path(), true).size(), std::size_t{3}); // without the disk's
}

void TestSensors::takesTheProcessorsTemperature_data()
{
    QTest::addColumn<QString>("sensors");
    QTest::addColumn<double>("celsius");
    QTest::newRow("Intel, the hotter package") << "coretemp:Package id 0:60 coretemp:Core 3:80 coretemp:Package id 1:65" << 65.0;
    QTest::newRow("AMD, not the raised one") << "k10temp:Tctl:90 k10temp:Tdie:70 k10temp:Tccd1:75" << 70.0;
    QTest::newRow("AMD with another driver") << "zenpower:Tctl:50" << 50.0;
    QTest::newRow("Intel without packages") << "coretemp:Core 0:44 coretemp:Core 1:47" << 47.0;
    QTest::newRow("Arm") << "cpu_thermal::52" << 52.0;
    QTest::newRow("others") << "nvme:Composite:40 acpitz::27" << -1.0;
    QTest::newRow("none") << "" << -1.0;
}

void TestSensors::takesTheProcessorsTemperature()
{
    QFETCH(QString, sensors);
    QFETCH(double, celsius);
    std::vector<Temperature> all;
    static const QRegularExpression each(QStringLiteral("(\\w+):([^:]*):(\\d+)"));
    for (auto matches = each.globalMatch(sensors); matches.hasNext();) {
        const auto match = matches.next();
        all.push_back({match.captured(1).toStdString(), match.captured(2).toStdString(), match.captured(3).toDouble()});
    }
    QCOMPARE(processorTemperature(all).value_or(-1.0), celsius);
}

void TestSensors::readsClocksOfCores()
{
    const FakeSys sys;
    cpufreq(sys, 0, "3600000\n");
    cpufreq(sys, 10, "1200000\n");
    cpufreq(sys, 2, "2400000\n");
    cpufreq(sys, 3, "0\n"); // a core that is offline
    sys.write("devices/system/cpu/cpufreq/boost", "1\n"); // is no core
    sys.write("devices/system/cpu/cpu4/online", "0\n");
    QCOMPARE(coreClocks(sys.path()), (std::vector{3600.0, 2400.0, 1200.0}));
    Telemetry telemetry({.proc = sys.path() / "proc", .nvml = "none.so", .sys = sys.path()});
    QCOMPARE(telemetry.sample().clock, std::optional(2400.0));
    const FakeSys many;
    for (int core = 0; core < 64; ++core)
        cpufreq(many, core, std::to_string(1000 * (core + 1)));
    QCOMPARE(coreClocks(many.path()).size(), std::size_t{16});
    QCOMPARE(coreClocks(many.path()).back(), 61.0); // MHz, of core 60
}

void TestSensors::readsSharesOfCores()
{
    const FakeSys sys;
    const auto stat = [&](int busy0, int idle0, int busy1, int idle1) {
        sys.write("proc/stat",
                  "cpu  " + std::to_string(busy0 + busy1) + " 0 0 " + std::to_string(idle0 + idle1) + " 0 0 0 0 0 0\ncpu0 "
                      + std::to_string(busy0) + " 0 0 " + std::to_string(idle0) + " 0 0 0 0 0 0\ncpu1 " + std::to_string(busy1)
                      + " 0 0 " + std::to_string(idle1) + " 0 0 0 0 0 0\nintr 0\n");
    };
    Telemetry telemetry({.proc = sys.path() / "proc", .nvml = "none.so", .sys = sys.path()});
    stat(100, 100, 100, 100);
    QVERIFY(telemetry.sample().coreCpu.empty());
    stat(200, 100, 125, 175); // all of 100 ticks, and a quarter of 100
    QCOMPARE(telemetry.sample().coreCpu, (std::vector{100.0, 25.0}));
    stat(201, 101, 126, 176); // too few ticks
    QCOMPARE(telemetry.sample().coreCpu, (std::vector{100.0, 25.0}));
    stat(200, 200, 225, 175); // counted since the last change
    QCOMPARE(telemetry.sample().coreCpu, (std::vector{0.0, 100.0}));
}

void TestSensors::aCoreThatGoesOfflineStartsAgain()
{
    QCOMPARE(coreTicksFrom("cpu  9 0 0 9 0 0 0 0 0 0\ncpu0 1 0 0 2 0 0 0 0 0 0\ncpu3 5 0 0 6 0 0 0 0 0 0\nintr 1\n"),
             (std::vector<CoreTicks>{{0, 1, 3}, {3, 5, 11}}));
    QVERIFY(coreTicksFrom("cpu  9 0 0 9 0 0 0 0 0 0\ncpux 1 0 0 2 0 0 0 0\n").empty());
    QVERIFY(coreTicksFrom("").empty());
    const FakeSys sys;
    Telemetry telemetry({.proc = sys.path() / "proc", .nvml = "none.so", .sys = sys.path()});
    sys.write("proc/stat", "cpu  200 0 0 0 0 0 0 0\ncpu0 100 0 0 0 0 0 0 0\ncpu1 100 0 0 0 0 0 0 0\n");
    telemetry.sample();
    sys.write("proc/stat", "cpu  300 0 0 0 0 0 0 0\ncpu0 300 0 0 0 0 0 0 0\n");
    QVERIFY(telemetry.sample().coreCpu.empty());
    sys.write("proc/stat", "cpu  400 0 0 100 0 0 0 0\ncpu0 400 0 0 100 0 0 0 0\n");
    QCOMPARE(telemetry.sample().coreCpu, std::vector{50.0});
}

void TestSensors::anEmptyTreeHasNothing()
{
    const FakeSys sys;
    QVERIFY(!RaplMeter(sys.path()).joules());
    QVERIFY(temperaturesIn(sys.path()).empty());
    QVERIFY(coreClocks(sys.path()).empty());
    Telemetry telemetry({.proc = sys.path() / "proc", .nvml = "none.so", .sys = sys.path()});
    telemetry.sample();
    const Sample sample = telemetry.sample();
    QVERIFY(!sample.power && !sample.temperature && !sample.clock && sample.coreCpu.empty() && sample.temperatures.empty());
}

void TestSensors::theMeterOfAProcessorIsRapl()
{
    const FakeSys sys;
    const TelemetrySources sources{.proc = sys.path() / "proc", .nvml = "none.so", .sys = sys.path()};
    QVERIFY(!energyMeter("cpu", sources));
    sys.package("intel-rapl:0", "package-0", 0, "1000000000");
    const auto meter = energyMeter("cpu", sources);
    QVERIFY(meter && meter() == 0.0);
    sys.energy("intel-rapl:0", 1'250'000);
    QCOMPARE(meter(), std::optional(1.25));
    QVERIFY(!energyMeter("cuda:0", sources)); // a GPU's is never the processor's
}

void TestSensors::gpusAreOnlyTakenWhenCertain()
{
    unsetenv("CUDA_VISIBLE_DEVICES");
    unsetenv("CUDA_DEVICE_ORDER");
    QCOMPARE(gpuIndexOf("cuda:0", 1), std::optional(0));
    QVERIFY(!gpuIndexOf("cuda:1", 1) && !gpuIndexOf("cpu", 1) && !gpuIndexOf("cuda:0", 0));
    QVERIFY(!gpuIndexOf("cuda:1", 2));
    setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1);
    QCOMPARE(gpuIndexOf("cuda:1", 2), std::optional(1));
    setenv("CUDA_VISIBLE_DEVICES", "1", 1);
    QVERIFY(!gpuIndexOf("cuda:0", 2) && !gpuIndexOf("cuda:0", 1));
    unsetenv("CUDA_VISIBLE_DEVICES");
    unsetenv("CUDA_DEVICE_ORDER");
    const std::vector<GpuSample> gpus(1); // the first
    QCOMPARE(gpuOf(gpus, "cuda:0"), &gpus[0]);
    QVERIFY(!gpuOf(gpus, "cpu"));
}

NETSMITH_TEST(TestSensors)

} // namespace test_sensors

#include "test_sensors.moc"
