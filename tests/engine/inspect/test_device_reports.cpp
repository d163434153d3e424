#include "engine/catalog/catalog.h"
#include "engine/core/files/safe_file.h"
#include "engine/inspect/device_benchmark.h"
#include "engine/inspect/device_comparison.h"
#include "engine/inspect/device_fit.h"
#include "engine/inspect/measured_peaks.h"
#include "engine/predict/field_types.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

namespace test_device_reports {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

/// Reports of devices and their speed: measured, written, read, compared, and asked whether a project fits.
class TestDeviceReports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrote();
    void refusesWhatIsNoReport_data();
    void refusesWhatIsNoReport();
    void anyEndOfAFileIsRefused();
    void tellsWhatABackendSays();
    void standSideBySide();
    void measuresADevice_data();
    void measuresADevice();
    void measuresNothingThatDoesNotFit();
    void stopsWhenAsked();
    void whatWasMeasuredIsKept();
    void damagedMeasurementsAreNone();
    void tellsWhereAProjectFits_data();
    void tellsWhereAProjectFits();
};

namespace {

constexpr std::int64_t gibi = std::int64_t{1} << 30;

DeviceReport madeReport()
{
    DeviceReport report;
    report.id = "cuda:0";
    report.name = "a GPU of glass";
    report.memoryTotal = 80 * gibi;
    report.memoryFree = 79 * gibi;
    report.clock = 1.98e9;
    report.memoryClock = 2.6e9;
    report.memoryBandwidth = 3.35e12;
    report.cacheBytes = 50 << 20;
    report.powerLimit = 700.0;
    report.precisions = {{"fp32", true, "", false, 67e12, 50e12, 30e12},
                         {"bf16", true, "", true, 989e12, 700.5e12, 0.0},
                         {"fp16", false, "not here", true, 989e12, 0.0, 0.0}};
    report.measuredBandwidth = 3e12;
    report.ways = {{"host_to_device_pinned", 5e10}, {"host_to_device_pageable", 1e10}};
    report.properties = {{"compute capability", "9.0"}};
    return report;
}

const DeviceRow* rowOf(const std::vector<DeviceRow>& rows, const char* key)
{
    const auto found = std::ranges::find(rows, key, &DeviceRow::key);
    return found == rows.end() ? nullptr : &*found;
}

BenchmarkOptions tinySizes()
{
    return {.seconds = 0.0, .firstSize = 0, .lastSize = 0, .memoryBytes = 1 << 20, .watch = {}};
}

} // namespace

void TestDeviceReports::readsWhatItWrote()
{
    DeviceReport plain;
    plain.id = "cpu";
    plain.name = "a processor";
    plain.precisions = {{.name = "fp32", .available = true}};
    const std::vector<DeviceReport> reports{madeReport(), plain};
    const std::string text = reportsJson(reports);
    QVERIFY(reportsFromJson(text, "a file").take() == reports);
    QVERIFY(reportsJson(reportsFromJson(text, "a file").take()) == text);
}

void TestDeviceReports::refusesWhatIsNoReport_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* text, const char* says) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(says);
    };
    row("nothing", "", "a file");
    row("a text", "a GPU", "a file");
    row("a list", "[]", "expected an object");
    row("another format", R"({"schema": 1, "devices": []})", "not a device report");
    row("a project", R"({"format": "netsmith", "schema": 1})", "not a device report");
    row("no schema", R"({"format": "netsmith-devices", "devices": []})", "schema");
    row("a newer schema", R"({"format": "netsmith-devices", "schema": 2, "devices": []})", "a newer one wrote it");
    row("no devices", R"({"format": "netsmith-devices", "schema": 1})", "devices");
    row("a device that is a number", R"({"format": "netsmith-devices", "schema": 1, "devices": [3]})", "/devices/0");
    row("no name", R"({"format": "netsmith-devices", "schema": 1, "devices": [{"id": "cpu", "precisions": {}}]})", "name");
    row("no precisions", R"({"format": "netsmith-devices", "schema": 1, "devices": [{"id": "cpu", "name": "x"}]})", "precisions");
    row("negative memory",
        R"({"format": "netsmith-devices", "schema": 1, "devices": [{"id": "", "name": "", "memory_total": -1, "precisions": {}}]})",
        "/devices/0/memory_total");
    row("a negative clock",
        R"({"format": "netsmith-devices", "schema": 1, "devices": [{"id": "", "name": "", "clock_hz": -1, "precisions": {}}]})",
        "/devices/0/clock_hz");
    row("a figure in words",
        R"({"format": "netsmith-devices", "schema": 1, "devices": [{"id": "", "name": "",
            "precisions": {"fp32": {"available": true, "gemm_flops": "many"}}}]})",
        "/devices/0/precisions/fp32/gemm_flops");
    row("perhaps",
        R"({"format": "netsmith-devices", "schema": 1, "devices": [{"id": "", "name": "",
            "precisions": {"fp32": {"available": 1}}}]})",
        "true or false");
}

void TestDeviceReports::refusesWhatIsNoReport()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto read = reportsFromJson(text.toStdString(), "a file");
    QVERIFY(!read);
    QCOMPARE(read.error().kind(), ErrorKind::input);
    QVERIFY2(mentions(read.error(), "a file") && mentions(read.error(), says.toStdString()), read.error().what());
}

void TestDeviceReports::anyEndOfAFileIsRefused()
{
    const std::string text = reportsJson({madeReport()});
    for (std::size_t end = 0; end + 2 < text.size(); ++end) // the last two are a brace and a line feed
        QVERIFY2(!reportsFromJson(text.substr(0, end), "a file"), qPrintable(QString::number(end)));
}

void TestDeviceReports::tellsWhatABackendSays()
{
    DeviceInfo device;
    device.id = "cuda:3";
    device.name = "made";
    device.memoryTotal = 8;
    device.precisions = {{Precision::fp32, true, {}}, {Precision::bf16, false, Message(NS_MESSAGE("test.note", "too old"))}};
    device.properties = {{"driver", "13.0"}};
    device.facts = {
        .clock = 1e9, .memoryClock = 2e9, .memoryBandwidth = 3e9, .cacheBytes = 4, .peaks = {{Precision::bf16, 5e9, true}}};
    const DeviceReport report = reportOf(device);
    QCOMPARE(report.id, std::string("cuda:3"));
    QCOMPARE(report.memoryBandwidth, 3e9);
    QVERIFY(report.find("fp32") && report.find("fp32")->available && !report.find("fp32")->tensorCores);
    QCOMPARE(report.find("bf16")->note, std::string("too old"));
    QCOMPARE(report.find("bf16")->peak, 5e9);
    QVERIFY(report.find("bf16")->tensorCores);
    QVERIFY(!report.find("fp8"));
}

void TestDeviceReports::standSideBySide()
{
    DeviceReport half = madeReport();
    half.clock = 0.99e9;
    half.powerLimit = 0.0;
    half.precisions = {{"fp32", true, "", false, 0.0, 100e12, 0.0}};
    half.ways = {{"by_hand", 1.0}};
    half.properties["threads"] = "2";
    const std::vector<DeviceRow> rows = deviceRows({madeReport(), half});
    QCOMPARE(rowOf(rows, "clock_hz")->ratio(1), 0.5);
    QCOMPARE(rowOf(rows, "clock_hz")->ratio(0), 1.0);
    QCOMPARE(rowOf(rows, "fp32.gemm")->ratio(1), 2.0);
    QCOMPARE(rowOf(rows, "fp32.peak")->ratio(1), 0.0); // not known
    QCOMPARE(rowOf(rows, "power_limit_watts")->numbers, (std::vector<double>{700.0, 0.0}));
    QCOMPARE(rowOf(rows, "bf16.peak")->numbers, (std::vector<double>{989e12, 0.0}));
    QVERIFY(!rowOf(rows, "bf16.conv")); // in neither report
    QCOMPARE(rowOf(rows, "by_hand")->numbers, (std::vector<double>{0.0, 1.0}));
    QCOMPARE(rowOf(rows, "by_hand")->ratio(1), 0.0);
    QCOMPARE(rowOf(rows, "threads")->words, (std::vector<std::string>{"", "2"}));
    QCOMPARE(rowOf(rows, "threads")->ratio(1), 0.0);
    QVERIFY(rowOf(rows, "host_to_device_pinned")->title.text().find("pinned") != std::string::npos);
}

void TestDeviceReports::measuresADevice_data()
{
    QTest::addColumn<QString>("backend");
    for (const char* backend : {"reference", "cpu"})
        QTest::newRow(backend) << backend;
}

void TestDeviceReports::measuresADevice()
{
    QFETCH(QString, backend);
    if (!hasBackend(backend.toStdString()))
        QSKIP("this backend is not built");
    Backend& device = *loadBackend(backend.toStdString()).take();
    DeviceReport report = reportOf(device.devices().front());
    measure(report, device, tinySizes());
    for (const PrecisionReport& precision : report.precisions) {
        const bool isOwn = precision.available && !precision.name.ends_with("emulated");
        QVERIFY2((precision.gemm > 0.0) == isOwn, precision.name.c_str());
        QVERIFY2((precision.conv > 0.0) == isOwn, precision.name.c_str());
    }
    QVERIFY(report.measuredBandwidth > 0.0);
    QVERIFY(report.ways.empty()); // it computes in the host's memory
    QVERIFY(reportsFromJson(reportsJson({report}), "a file").take() == std::vector{report});
}

void TestDeviceReports::measuresNothingThatDoesNotFit()
{
    Backend& device = *loadBackend("reference").take();
    DeviceReport report = reportOf(device.devices().front());
    report.memoryFree = 1;
    measure(report, device, tinySizes());
    QCOMPARE(report.find("fp32")->gemm, 0.0);
    QCOMPARE(report.measuredBandwidth, 0.0);
}

void TestDeviceReports::stopsWhenAsked()
{
    Backend& device = *loadBackend("reference").take();
    DeviceReport report = reportOf(device.devices().front());
    std::stop_source stop;
    BenchmarkOptions options = tinySizes();
    int told = 0;
    options.watch = {.report =
                         [&](const PreparingEvent&) {
                             if (++told == 2)
                                 stop.request_stop();
                         },
                     .stop = stop.get_token()};
    QCOMPARE(errorOf([&] { measure(report, device, options); }).message().id(), std::string("data.cancelled"));
    QCOMPARE(told, 2);
}

void TestDeviceReports::whatWasMeasuredIsKept()
{
    const QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    DeviceInfo device;
    device.id = "cpu";
    device.name = "a processor";
    device.properties = {{"threads", "2"}};
    DeviceReport report = reportOf(device);
    report.precisions = {{"fp32", true, "", false, 0.0, 40e9, 50e9}, {"bf16", true, "", false, 0.0, 30e9, 20e9}};
    QCOMPARE(measuredPeak(device, "fp32"), 0.0);
    QVERIFY(keepMeasured({madeReport(), report}));
    QCOMPARE(measuredPeak(device, "fp32"), 50e9); // the faster of the two
    QCOMPARE(measuredPeak(device, "bf16"), 30e9);
    QCOMPARE(measuredPeak(device, "fp16"), 0.0);
    report.precisions[0].conv = 60e9;
    QVERIFY(keepMeasured({report})); // replaced, while the other device's stays
    QCOMPARE(measuredPeak(device, "fp32"), 60e9);
    DeviceInfo glass;
    glass.id = madeReport().id;
    glass.name = madeReport().name;
    glass.properties = madeReport().properties;
    QCOMPARE(measuredPeak(glass, "fp32"), 50e12);
    device.properties["threads"] = "1";
    QCOMPARE(measuredPeak(device, "fp32"), 0.0);
}

void TestDeviceReports::damagedMeasurementsAreNone()
{
    const QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    QVERIFY(keepMeasured({madeReport()}));
    const std::filesystem::path file = cache.filePath(QStringLiteral("netsmith/measured_devices.json")).toStdString();
    QVERIFY(writeFileSafely(file, readTextFile(file).take().substr(0, 100)));
    DeviceInfo device;
    device.id = madeReport().id;
    device.name = madeReport().name;
    device.properties = madeReport().properties;
    QCOMPARE(measuredPeak(device, "fp32"), 0.0);
    QVERIFY(keepMeasured({madeReport()}));
    QCOMPARE(measuredPeak(device, "fp32"), 50e12);
}

void TestDeviceReports::tellsWhereAProjectFits_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("precision");
    QTest::addColumn<qint64>("short_by"); ///< of the memory it needs
    QTest::addColumn<int>("answer"); ///< 1: yes, 0: no, −1: unknown
    QTest::addColumn<QString>("says");
    QTest::newRow("just") << "reference"
                          << "fp32" << qint64{0} << 1 << "it fits";
    QTest::newRow("not quite") << "reference"
                               << "fp32" << qint64{1} << 0 << "a batch of 4 does";
    QTest::newRow("by far") << "reference"
                            << "fp32" << qint64{-1} << 0 << "no other batch";
    QTest::newRow("elsewhere") << "cuda:0"
                               << "fp32" << qint64{0} << 1 << "it fits";
    QTest::newRow("a precision that is stored the same") << "cuda:0"
                                                         << "tf32" << qint64{0} << 1 << "it fits";
    QTest::newRow("a precision it lacks") << "cuda:0"
                                          << "fp16" << qint64{0} << 0 << "can't train in fp16: not here";
    QTest::newRow("a precision it does not list") << "cuda:0"
                                                  << "bf16-emulated" << qint64{0} << 0 << "can't train in bf16-emulated";
}

void TestDeviceReports::tellsWhereAProjectFits()
{
    QFETCH(QString, id);
    QFETCH(QString, precision);
    QFETCH(qint64, short_by);
    QFETCH(int, answer);
    QFETCH(QString, says);
    Backend& backend = *loadBackend("reference").take();
    Project project = tinyProject();
    const train::LoadedData data = tinyData();
    const std::vector<FieldType> fields = fieldTypes(data.set.train);
    const SampleCounts counts{23, 7, 30 * 17, 30};
    project.training.device = "reference";
    const std::int64_t needs = memoryEstimate({project, catalog(), fields}, counts, backend).total();
    project.training.precision = precision.toStdString();
    DeviceReport device = madeReport();
    device.precisions.push_back({.name = "tf32", .available = true});
    device.id = id.toStdString();
    device.memoryFree = short_by < 0 ? 1000 : needs - short_by;
    const DeviceFit fit = fitOn(device, {project, catalog(), fields}, counts, backend);
    QCOMPARE(fit.fits.has_value() ? int{*fit.fits} : -1, answer);
    QVERIFY2(fit.words.text().find(says.toStdString()) != std::string::npos, fit.words.text().c_str());
    if (answer == 1)
        QCOMPARE(fit.memory->total(), needs);
}

NETSMITH_TEST(TestDeviceReports)

} // namespace test_device_reports

#include "test_device_reports.moc"
