#include "engine/store/telemetry_table.h"
#include "engine/train/trainer/machine_recorder.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace test_machine_record {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

/// "start checkpoint validation_begin …"
QString marksOf(const fs::path& run)
{
    QStringList marks;
    for (const TelemetryRow& row : readTelemetry(run))
        if (row.event != TelemetryEvent::sample)
            marks << QString::fromUtf8(std::string(nameOf(row.event)).c_str());
    return marks.join(u' ');
}

std::vector<TelemetryRow> samplesOf(const fs::path& run)
{
    std::vector<TelemetryRow> rows = readTelemetry(run);
    std::erase_if(rows, [](const TelemetryRow& row) { return row.event != TelemetryEvent::sample; });
    return rows;
}

} // namespace

/// What a run records of the machine: marks in order, samples, energy without pauses; and that nothing else depends on it.
class TestMachineRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void marksAreInOrder();
    void samplesHaveWhatTheSensorsSay();
    void aRunOfAMomentHasASample();
    void ratesAreSinceTheSampleBefore();
    void rowsAreToldAsTheyAreWritten();
    void resultsDoNotDependOnIt();
    void pausesAreMarkedAndCostNoEnergy();
    void aResumedRunAppends();
    void aKilledRunKeepsItsRows();
    void aDivergedRunKeepsItsRows();
    void aRunThatCantRecordIsTrained();

private:
    fs::path at(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
    /// With sensors that say these numbers.
    TrainOptions recorded(const std::string& run) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestMachineRecord::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const auto write = [&](const fs::path& name, const std::string& text) {
        fs::create_directories((at("sys") / name).parent_path());
        std::ofstream(at("sys") / name) << text;
    };
    write("class/hwmon/hwmon0/name", "coretemp\n");
    write("class/hwmon/hwmon0/temp1_label", "Package id 0\n");
    write("class/hwmon/hwmon0/temp1_input", "57000\n");
    write("devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "2700000\n");
}

TrainOptions TestMachineRecord::recorded(const std::string& run) const
{
    TrainOptions options = optionsFor(at(run));
    options.sensors = {.proc = "/proc", .nvml = "none.so", .sys = at("sys")};
    options.stepsPerLaunch = 1;
    return options;
}

void TestMachineRecord::marksAreInOrder()
{
    TrainOptions options = recorded("run");
    options.writeAtOnce = true;
    trainTiny("reference", std::move(options)); // three epochs of five steps
    QCOMPARE(marksOf(at("run")),
             QStringLiteral("start checkpoint validation_begin validation_end epoch checkpoint validation_begin validation_end "
                            "epoch checkpoint validation_begin validation_end epoch checkpoint"));
    std::vector<std::int64_t> steps, epochs;
    double before = 0.0;
    for (const TelemetryRow& row : readTelemetry(at("run"))) {
        QVERIFY(row.seconds >= before);
        before = row.seconds;
        if (row.event == TelemetryEvent::epoch) {
            steps.push_back(row.step);
            epochs.push_back(row.epoch);
        }
    }
    QCOMPARE(steps, (std::vector<std::int64_t>{5, 10, 15}));
    QCOMPARE(epochs, (std::vector<std::int64_t>{1, 2, 3}));
    QVERIFY(before <= readRunRecord(at("run")).take().seconds + 0.001);
}

void TestMachineRecord::samplesHaveWhatTheSensorsSay()
{
    TrainOptions options = recorded("run");
    options.peakFlops = 1e12;
    trainTiny("reference", std::move(options));
    const auto samples = samplesOf(at("run"));
    QVERIFY(!samples.empty());
    const TelemetryRow& last = samples.back();
    QCOMPARE(last[TelemetryColumn::cpuTemperature], std::optional(57.0));
    QCOMPARE(last[TelemetryColumn::cpuClock], std::optional(2700.0));
    QVERIFY(last[TelemetryColumn::memory].value_or(0.0) > 1e6 && last[TelemetryColumn::memoryRun].value_or(0.0) > 1e6);
    QVERIFY(!last[TelemetryColumn::cpuPower] && !last[TelemetryColumn::joules]); // there is no such sensor
    QVERIFY(!last[TelemetryColumn::gpu] && !last[TelemetryColumn::gpuMemory]);
    QVERIFY(samples.front()[TelemetryColumn::samplesPerSecond].value_or(1.0) > 0.0);
    QVERIFY(samples.front()[TelemetryColumn::peakShare].value_or(0.0) >= 0.0);
}

void TestMachineRecord::aRunOfAMomentHasASample()
{
    TrainOptions options = recorded("run");
    options.steps = 1;
    trainTiny("reference", std::move(options));
    QVERIFY(!samplesOf(at("run")).empty());
    QCOMPARE(samplesOf(at("run")).back().step, std::int64_t{1});
}

void TestMachineRecord::ratesAreSinceTheSampleBefore()
{
    const fs::path run = at("rates");
    fs::create_directory(run);
    MachineRecorder recorder(TelemetryTable::create(OpenFolder::open(run).take()), {.device = {}, .peakFlops = 1e6}, {});
    const auto recordAt = [&](double seconds, std::int64_t samples, double flops) {
        QTRY_VERIFY(recorder.isDue());
        recorder.record({.seconds = seconds, .samples = samples, .flops = flops, .trainingSeconds = seconds});
    };
    recordAt(2.0, 200, 1e6); // 100 a second, half the peak
    recordAt(4.0, 800, 1.4e6); // 300 a second, a fifth of it
    recorder.finish({.seconds = 6.0, .samples = 800, .flops = 1.4e6, .trainingSeconds = 4.0}); // nothing was trained
    const std::vector<TelemetryRow> rows = samplesOf(run);
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0][TelemetryColumn::samplesPerSecond], std::optional(100.0));
    QCOMPARE(rows[1][TelemetryColumn::samplesPerSecond], std::optional(300.0));
    QVERIFY(!rows[2][TelemetryColumn::samplesPerSecond]);
    QVERIFY(std::abs(rows[0][TelemetryColumn::peakShare].value_or(0.0) - 0.5) < 1e-3);
    QVERIFY(std::abs(rows[1][TelemetryColumn::peakShare].value_or(0.0) - 0.2) < 1e-3);
}

void TestMachineRecord::rowsAreToldAsTheyAreWritten()
{
    TrainOptions options = recorded("run");
    std::vector<TelemetryRow> told;
    options.events.telemetry = [&](const std::vector<TelemetryRow>& rows) { told.insert(told.end(), rows.begin(), rows.end()); };
    trainTiny("reference", std::move(options));
    std::ranges::stable_sort(told, {}, [](const TelemetryRow& row) { return std::round(row.seconds * 1e3); });
    const auto rows = readTelemetry(at("run"));
    QCOMPARE(told.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        QCOMPARE(telemetryLine(told[i]), telemetryLine(rows[i]));
}

void TestMachineRecord::resultsDoNotDependOnIt()
{
    trainTiny("reference", recorded("with"));
    TrainOptions without = recorded("without");
    without.recordMachine = false;
    trainTiny("reference", std::move(without));
    QVERIFY(!fs::exists(at("without") / TelemetryTable::fileName));
    QCOMPARE(contentOf(at("with") / "metrics.csv"), contentOf(at("without") / "metrics.csv"));
    for (const char* file : {"weights.safetensors", "optimizer.safetensors"})
        QCOMPARE(contentOf(at("with") / "checkpoints/000015" / file), contentOf(at("without") / "checkpoints/000015" / file));
}

void TestMachineRecord::pausesAreMarkedAndCostNoEnergy()
{
    double meter = 100.0;
    TrainOptions options = recorded("run");
    options.joules = [&] { return std::optional(meter); };
    options.events.step = [&](const StepEvent&) { meter += 3.0; };
    int paused = 0;
    options.between = [&](LiveRun& run) {
        if (run.position().step == 7 && !run.position().validating) {
            run.pause();
            meter += 1000.0; // of other programs, meanwhile
            run.pause(); // is the same pause
            ++paused;
        }
        return LaunchOrder();
    };
    trainTiny("reference", std::move(options));
    QCOMPARE(paused, 1);
    QCOMPARE(readRunRecord(at("run")).take().joules, std::optional(45.0)); // of 15 steps
    QCOMPARE(samplesOf(at("run")).back()[TelemetryColumn::joules], std::optional(45.0));
    QVERIFY(marksOf(at("run")).contains(QStringLiteral("epoch checkpoint pause resume validation_begin")));
    const auto rows = readTelemetry(at("run"));
    const auto pause = std::ranges::find(rows, TelemetryEvent::pause, &TelemetryRow::event);
    const auto resume = std::ranges::find(rows, TelemetryEvent::resume, &TelemetryRow::event);
    QCOMPARE(pause->step, std::int64_t{7});
    QCOMPARE(resume - pause, std::ptrdiff_t{1}); // nothing is sampled meanwhile
    const auto epochs = readRunRecord(at("run")).take().epochJoules;
    QCOMPARE(epochs.at(1), std::optional(15.0));
}

void TestMachineRecord::aResumedRunAppends()
{
    TrainOptions options = recorded("run");
    trainUntil("reference", 7, std::move(options));
    const auto before = readTelemetry(at("run"));
    TrainOptions more;
    more.resume = at("run");
    trainTiny("reference", std::move(more));
    const auto after = readTelemetry(at("run"));
    QVERIFY(after.size() > before.size());
    QVERIFY(std::equal(before.begin(), before.end(), after.begin()));
    QCOMPARE(after[before.size()].event, TelemetryEvent::start);
    QCOMPARE(after[before.size()].step, std::int64_t{7});
    QCOMPARE(std::ranges::count(after, TelemetryEvent::epoch, &TelemetryRow::event), std::ptrdiff_t{3});
    QVERIFY(std::ranges::is_sorted(after, {}, &TelemetryRow::seconds));

    // From an older checkpoint: what came after it is void.
    TrainOptions again;
    again.resume = at("run") / "checkpoints/000010";
    trainTiny("reference", std::move(again));
    const auto last = readTelemetry(at("run"));
    QCOMPARE(std::ranges::count(last, TelemetryEvent::epoch, &TelemetryRow::event), std::ptrdiff_t{3});
    QCOMPARE(std::ranges::count(last, TelemetryEvent::start, &TelemetryRow::event), std::ptrdiff_t{3});
}

void TestMachineRecord::aKilledRunKeepsItsRows()
{
    TrainOptions options = recorded("run");
    options.writeAtOnce = true;
    options.between = [&](LiveRun& run) {
        if (run.position().step == 8 && !fs::exists(at("killed")))
            fs::copy(at("run"), at("killed"), fs::copy_options::recursive); // what a killed process leaves
        return LaunchOrder();
    };
    trainTiny("reference", std::move(options));
    QCOMPARE(marksOf(at("killed")), QStringLiteral("start checkpoint validation_begin validation_end epoch checkpoint"));
    TrainOptions more;
    more.resume = at("killed");
    trainTiny("reference", std::move(more));
    const QString marks = marksOf(at("killed"));
    QVERIFY2(marks.startsWith(QStringLiteral("start checkpoint validation_begin validation_end epoch checkpoint start ")),
             qPrintable(marks));
    QCOMPARE(marks.count(QStringLiteral("epoch")), 3);
    QCOMPARE(contentOf(at("killed") / "metrics.csv"), contentOf(at("run") / "metrics.csv"));
}

void TestMachineRecord::aDivergedRunKeepsItsRows()
{
    // A sum of inputs just below the largest number: the first product overflows.
    Project project = tinyProject();
    Node& dense = *project.graph.find("dense_1");
    dense.parameters["activation"] = std::string("none");
    dense.parameters["kernel_initializer"] = std::string("ones");
    project.data.divide = 2e-306;
    const Error error = errorOf([&] { trainTiny("reference", recorded("run"), project); });
    QCOMPARE(error.kind(), ErrorKind::diverged);
    QVERIFY(marksOf(at("run")).startsWith(QStringLiteral("start checkpoint")));
    QVERIFY(!samplesOf(at("run")).empty());
}

void TestMachineRecord::aRunThatCantRecordIsTrained()
{
    trainUntil("reference", 7, recorded("run"));
    std::ofstream(at("run") / TelemetryTable::fileName) << "of another program\n";
    TrainOptions more;
    more.resume = at("run");
    QCOMPARE(trainTiny("reference", std::move(more)).step, std::int64_t{15});
    QCOMPARE(contentOf(at("run") / TelemetryTable::fileName), std::string("of another program\n"));
    fs::remove(at("run") / TelemetryTable::fileName);
    std::ofstream(at("outside")) << telemetryHeader() << '\n';
    fs::create_symlink(at("outside"), at("run") / TelemetryTable::fileName);
    TrainOptions again;
    again.resume = at("run") / "checkpoints/000010";
    QCOMPARE(trainTiny("reference", std::move(again)).step, std::int64_t{15});
    QCOMPARE(contentOf(at("outside")), telemetryHeader() + '\n');
}

NETSMITH_TEST(TestMachineRecord)

} // namespace test_machine_record

#include "test_machine_record.moc"
