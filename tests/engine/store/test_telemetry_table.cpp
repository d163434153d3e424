#include "engine/store/telemetry_table.h"

#include "engine/core/files/safe_file.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

namespace test_telemetry_table {

namespace fs = std::filesystem;
using namespace netsmith;

namespace {

TelemetryRow sampleAt(double seconds, std::int64_t step, double power)
{
    TelemetryRow row{.seconds = seconds, .step = step, .epoch = 1};
    row[TelemetryColumn::cpuPower] = power;
    return row;
}

TelemetryRow markAt(double seconds, std::int64_t step, std::int64_t epoch, TelemetryEvent event)
{
    return {.seconds = seconds, .step = step, .epoch = epoch, .event = event};
}

std::size_t samplesIn(const std::vector<TelemetryRow>& rows)
{
    return static_cast<std::size_t>(std::ranges::count(rows, TelemetryEvent::sample, &TelemetryRow::event));
}

} // namespace

/// A run's table of the machine: its rows as text, its bounded size, and resuming it.
class TestTelemetryTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void rowsAreTextAndBack();
    void whatIsNoRowIsLeftOut();
    void samplesOfAnIntervalAreOneRow();
    void meansAndPeaksAreMerged();
    void theIntervalDoubles();
    void marksAreBounded();
    void aResumedTableForgetsWhatCameLater();
    void aKilledOneKeepsItsRows();
    void timeNeverGoesBack();
    void anotherHeaderIsAnError();

private:
    OpenFolder folder() const { return OpenFolder::open(m_folder->path().toStdString()).take(); }
    fs::path file() const { return fs::path(m_folder->path().toStdString()) / TelemetryTable::fileName; }
    std::vector<TelemetryRow> rows() const { return readTelemetry(m_folder->path().toStdString()); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestTelemetryTable::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestTelemetryTable::rowsAreTextAndBack()
{
    TelemetryRow full{.seconds = 12.345, .step = 1234567, .epoch = 7};
    for (std::size_t i = 0; i < telemetryColumns; ++i)
        full.values[i] = 0.5 + static_cast<double>(i);
    full[TelemetryColumn::memory] = 137438953472.0; // every byte
    full[TelemetryColumn::memoryRun] = full[TelemetryColumn::gpuMemory] = full[TelemetryColumn::gpuMemoryRun] = 1234567891.0;
    full[TelemetryColumn::cpuClock] = full[TelemetryColumn::gpuClock] = full[TelemetryColumn::gpuMemoryClock] = 2400.0;
    full[TelemetryColumn::peakShare] = 0.6213;
    full[TelemetryColumn::joules] = 123456789.125;
    full.cores = {0.0, 100.0, 37.0};
    TelemetryRow empty{.seconds = 0.0, .step = 0, .epoch = 1};
    for (const TelemetryRow& row : {full, empty, markAt(5.5, 3, 2, TelemetryEvent::validationBegin)})
        QCOMPARE(telemetryRowFrom(csvFields(telemetryLine(row))), std::optional(row));
    for (const TelemetryEvent event :
         {TelemetryEvent::start, TelemetryEvent::epoch, TelemetryEvent::validationBegin, TelemetryEvent::validationEnd,
          TelemetryEvent::checkpoint, TelemetryEvent::pause, TelemetryEvent::resume})
        QCOMPARE(telemetryRowFrom(csvFields(telemetryLine(markAt(1.0, 2, 3, event))))->event, event);
    QCOMPARE(telemetryHeader(),
             std::string("seconds,step,epoch,event,samples_per_s,peak_share,cpu,cpu_run,memory,memory_run,cpu_power,"
                         "cpu_temperature,cpu_clock,gpu,gpu_memory,gpu_memory_run,gpu_power,gpu_temperature,gpu_clock,"
                         "gpu_memory_clock,joules,cores"));
    QCOMPARE(telemetryLine(markAt(1.5, 10, 1, TelemetryEvent::epoch)), std::string("1.500,10,1,epoch,,,,,,,,,,,,,,,,,,"));
}

void TestTelemetryTable::whatIsNoRowIsLeftOut()
{
    const std::string good = telemetryLine(sampleAt(1.0, 2, 50.0)), later = telemetryLine(sampleAt(3.0, 4, 60.0));
    const std::string text = telemetryHeader() + '\n' + good + "\nbroken,row\n" + good.substr(good.find(',') + 1)
        + "\n1,2,3,nonsense" + std::string(telemetryColumns + 1, ',') + "\nnan" + good.substr(good.find(',')) + '\n' + later + '\n'
        + later.substr(0, 9);
    const auto rows = telemetryRowsIn(text);
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].seconds, 1.0);
    QCOMPARE(rows[1], sampleAt(3.0, 4, 60.0)); // the last line is being written
    QVERIFY(telemetryRowsIn("seconds,step\n1,2\n").empty());
    QVERIFY(telemetryRowsIn("").empty());
    QVERIFY(readTelemetry("/nowhere").empty());
    // Rows by time, whatever their order in the file.
    const auto sorted = telemetryRowsIn(telemetryHeader() + '\n' + later + '\n' + good + '\n');
    QCOMPARE(sorted.front().seconds, 1.0);
}

void TestTelemetryTable::samplesOfAnIntervalAreOneRow()
{
    TelemetryTable table = TelemetryTable::create(folder()).take();
    QVERIFY(table.add(sampleAt(0.25, 1, 10.0)).take().empty());
    QVERIFY(table.add(sampleAt(0.75, 2, 30.0)).take().empty());
    QCOMPARE(rows().size(), std::size_t{0});
    const auto marked = table.add(markAt(0.9, 3, 1, TelemetryEvent::checkpoint)).take(); // at once
    QCOMPARE(marked.size(), std::size_t{1});
    const auto written = table.add(sampleAt(1.25, 3, 50.0)).take();
    QCOMPARE(written, std::vector{sampleAt(0.75, 2, 20.0)});
    QCOMPARE(table.flush().take(), std::vector{sampleAt(1.25, 3, 50.0)});
    QVERIFY(table.flush().take().empty());
    QCOMPARE(rows(),
             (std::vector{sampleAt(0.75, 2, 20.0), markAt(0.9, 3, 1, TelemetryEvent::checkpoint), sampleAt(1.25, 3, 50.0)}));
}

void TestTelemetryTable::meansAndPeaksAreMerged()
{
    std::vector<TelemetryRow> samples(3);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto n = static_cast<double>(i);
        samples[i] = sampleAt(n, static_cast<std::int64_t>(i), 10.0 * n);
        samples[i][TelemetryColumn::memoryRun] = 5.0 - n;
        samples[i][TelemetryColumn::cpuTemperature] = 60.0 + (i == 1 ? 9.0 : 0.0);
        samples[i].cores = {n, 2.0 * n};
    }
    samples[1][TelemetryColumn::samplesPerSecond] = 100.0; // absent during validation
    samples[0][TelemetryColumn::joules] = 1.0;
    samples[1][TelemetryColumn::joules] = 4.0;
    const TelemetryRow merged = mergedRow(samples);
    QCOMPARE(merged.seconds, 2.0);
    QCOMPARE(merged.step, std::int64_t{2});
    QCOMPARE(merged[TelemetryColumn::cpuPower], std::optional(10.0));
    QCOMPARE(merged[TelemetryColumn::memoryRun], std::optional(5.0)); // the most
    QCOMPARE(merged[TelemetryColumn::cpuTemperature], std::optional(69.0));
    QCOMPARE(merged[TelemetryColumn::samplesPerSecond], std::optional(100.0));
    QCOMPARE(merged[TelemetryColumn::joules], std::optional(4.0)); // the latest
    QVERIFY(!merged[TelemetryColumn::gpu]);
    QCOMPARE(merged.cores, (std::vector{1.0, 2.0}));
}

/// Two days at a sample a second.
void TestTelemetryTable::theIntervalDoubles()
{
    QCOMPARE(TelemetryTable::intervalAt(0.0), 1.0);
    QCOMPARE(TelemetryTable::intervalAt(3599.0), 1.0);
    QCOMPARE(TelemetryTable::intervalAt(3600.0), 2.0);
    QCOMPARE(TelemetryTable::intervalAt(7200.0), 4.0);
    QCOMPARE(TelemetryTable::intervalAt(7.0 * 86400.0), 256.0);

    TelemetryTable table = TelemetryTable::create(folder()).take();
    table.add(markAt(0.0, 0, 1, TelemetryEvent::start)).take();
    constexpr int seconds = 2 * 86400;
    std::size_t most = 0;
    for (int second = 0; second < seconds; ++second) {
        TelemetryRow row = sampleAt(second + 0.5, second, second % 2 == 0 ? 40.0 : 60.0);
        row[TelemetryColumn::memoryRun] = second == 1234 ? 9e9 : 1e9; // a peak early on
        row[TelemetryColumn::joules] = 50.0 * (second + 1);
        table.add(std::move(row)).take();
        if (second % 21600 == 21599) {
            table.add(markAt(second + 0.75, second, second / 21600 + 1, TelemetryEvent::epoch)).take();
            most = std::max(most, samplesIn(rows()));
        }
    }
    table.flush().take();
    const auto all = rows();
    QVERIFY2(samplesIn(all) <= 3600 && most <= 3600, qPrintable(QString::number(most)));
    QVERIFY(samplesIn(all) >= 1800);
    QVERIFY(fs::file_size(file()) < 1 << 20);
    QVERIFY(std::ranges::is_sorted(all, {}, &TelemetryRow::seconds));
    QCOMPARE(std::ranges::count(all, TelemetryEvent::epoch, &TelemetryRow::event), std::ptrdiff_t{8}); // every mark is there
    double largest = 0.0;
    for (const TelemetryRow& row : all)
        if (row.event == TelemetryEvent::sample) {
            QCOMPARE(*row[TelemetryColumn::cpuPower], 50.0); // each interval has as many of both
            largest = std::max(largest, *row[TelemetryColumn::memoryRun]);
        }
    QCOMPARE(largest, 9e9); // no peak is lost
    const auto last = std::find_if(all.rbegin(), all.rend(), [](const auto& row) { return row.event == TelemetryEvent::sample; });
    QCOMPARE((*last)[TelemetryColumn::joules], std::optional(50.0 * seconds));
}

void TestTelemetryTable::marksAreBounded()
{
    TelemetryTable table = TelemetryTable::create(folder()).take();
    table.add(markAt(0.0, 0, 1, TelemetryEvent::start)).take();
    for (int epoch = 1; epoch <= 20000; ++epoch) {
        const double now = 0.01 * epoch;
        table.add(markAt(now, epoch, epoch, TelemetryEvent::validationBegin)).take();
        table.add(markAt(now, epoch, epoch, TelemetryEvent::validationEnd)).take();
        table.add(markAt(now, epoch, epoch, TelemetryEvent::epoch)).take();
        if (epoch % 4 == 0)
            table.add(markAt(now, epoch, epoch, TelemetryEvent::checkpoint)).take();
    }
    const auto all = rows();
    QVERIFY2(all.size() <= 2 * TelemetryTable::mostMarks + 1, qPrintable(QString::number(all.size())));
    QVERIFY(all.size() > TelemetryTable::mostMarks / 2);
    QCOMPARE(all.front().event, TelemetryEvent::start);
    // The same epochs for each kind, evenly.
    std::vector<std::int64_t> begun, ended;
    for (const TelemetryRow& row : all)
        if (row.event == TelemetryEvent::validationBegin)
            begun.push_back(row.epoch);
        else if (row.event == TelemetryEvent::epoch)
            ended.push_back(row.epoch);
    QCOMPARE(begun, ended);
    for (std::size_t i = 0; i < ended.size(); ++i)
        QCOMPARE(ended[i], ended.front() * static_cast<std::int64_t>(i + 1));
}

void TestTelemetryTable::aResumedTableForgetsWhatCameLater()
{
    {
        TelemetryTable table = TelemetryTable::create(folder()).take();
        table.add(markAt(0.0, 0, 1, TelemetryEvent::start)).take();
        for (int second = 0; second < 10; ++second)
            table.add(sampleAt(second + 0.5, 10 * (second + 1), 50.0)).take();
        table.flush().take();
    }
    QCOMPARE(rows().size(), std::size_t{11});
    TelemetryTable table = TelemetryTable::reopen(folder(), 60, 8.0).take(); // of a checkpoint at step 60
    table.add(markAt(8.0, 60, 1, TelemetryEvent::start)).take();
    table.add(sampleAt(8.5, 61, 70.0)).take();
    table.flush().take();
    const auto all = rows();
    QCOMPARE(all.size(), std::size_t{9});
    QCOMPARE(all[6], sampleAt(5.5, 60, 50.0));
    QCOMPARE(all[7], markAt(8.0, 60, 1, TelemetryEvent::start));
    QCOMPARE(all[8], sampleAt(8.5, 61, 70.0));
    // A run that recorded nothing before.
    fs::remove(file());
    TelemetryTable fresh = TelemetryTable::reopen(folder(), 60, 8.0).take();
    fresh.add(markAt(8.0, 60, 1, TelemetryEvent::start)).take();
    QCOMPARE(rows().size(), std::size_t{1});
}

void TestTelemetryTable::aKilledOneKeepsItsRows()
{
    {
        TelemetryTable table = TelemetryTable::create(folder()).take();
        table.add(markAt(0.0, 0, 1, TelemetryEvent::start)).take();
        for (int second = 0; second < 5; ++second)
            table.add(sampleAt(second + 0.5, second + 1, 50.0)).take();
    } // without a flush
    QCOMPARE(rows().size(), std::size_t{5});
    std::string text = readTextFile(file()).take();
    writeFileSafely(file(), text + "5.5,6,1,,12").take(); // cut off in the middle of a row
    QCOMPARE(rows().size(), std::size_t{5});
    TelemetryTable table = TelemetryTable::reopen(folder(), 100, 100.0).take();
    table.add(markAt(100.0, 100, 2, TelemetryEvent::epoch)).take();
    QCOMPARE(readTextFile(file()).take(), text + telemetryLine(markAt(100.0, 100, 2, TelemetryEvent::epoch)) + '\n');
}

void TestTelemetryTable::timeNeverGoesBack()
{
    TelemetryTable table = TelemetryTable::create(folder()).take();
    table.add(markAt(5.0, 9, 1, TelemetryEvent::epoch)).take();
    table.add(sampleAt(4.0, 9, 50.0)).take();
    table.add(markAt(4.5, 9, 2, TelemetryEvent::checkpoint)).take();
    table.flush().take();
    for (const TelemetryRow& row : rows())
        QCOMPARE(row.seconds, 5.0);
}

void TestTelemetryTable::anotherHeaderIsAnError()
{
    writeFileSafely(file(), std::string_view("seconds,step\n1,2\n")).take();
    QVERIFY(!TelemetryTable::reopen(folder(), 10, 10.0));
    QCOMPARE(readTextFile(file()).take(), std::string("seconds,step\n1,2\n"));
    QVERIFY(!TelemetryTable::create(folder()));
}

NETSMITH_TEST(TestTelemetryTable)

} // namespace test_telemetry_table

#include "test_telemetry_table.moc"
