#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// What a row of a run's `telemetry.csv` is: a sample of the machine, or a mark of what the training did then.
enum class TelemetryEvent {
    sample,
    start, ///< a process begins to train the run: its start, or a resumption
    epoch, ///< an epoch has finished, with its validation
    validationBegin,
    validationEnd,
    checkpoint,
    pause,
    resume, ///< after a pause
};
/// As in the file: "validation_begin"; empty for a sample.
std::string_view nameOf(TelemetryEvent event);

/// The numbers of a sample. What could not be read is absent, never 0.
enum class TelemetryColumn {
    samplesPerSecond, ///< trained since the row before; absent during validation
    peakShare, ///< of the device's measured peak, since the row before: 0.62
    cpu, ///< percent of all cores, by all programs
    cpuRun, ///< likewise, by the run's process
    memory, ///< bytes of the machine's memory, used by all programs
    memoryRun, ///< by the run's process
    cpuPower, ///< watts
    cpuTemperature, ///< degrees Celsius
    cpuClock, ///< MHz, the mean over the cores
    gpu, ///< percent of the time; this and the others of the GPU that the run trains on
    gpuMemory, ///< bytes
    gpuMemoryRun,
    gpuPower, ///< watts
    gpuTemperature,
    gpuClock, ///< MHz
    gpuMemoryClock,
    joules, ///< used by the run's device for it so far
};
inline constexpr std::size_t telemetryColumns = static_cast<std::size_t>(TelemetryColumn::joules) + 1;
/// As in the header: "samples_per_s".
std::string_view nameOf(TelemetryColumn column);

/// A row of a run's `telemetry.csv`.
struct TelemetryRow {
    double seconds = 0.0; ///< of training so far, over all resumptions, pauses left out
    std::int64_t step = 0; ///< done so far
    std::int64_t epoch = 0; ///< the current one, from 1
    TelemetryEvent event = TelemetryEvent::sample;
    std::array<std::optional<double>, telemetryColumns> values{};
    std::vector<double> cores{}; ///< percent of each core, by all programs

    std::optional<double>& operator[](TelemetryColumn column) { return values[static_cast<std::size_t>(column)]; }
    const std::optional<double>& operator[](TelemetryColumn column) const { return values[static_cast<std::size_t>(column)]; }
    bool operator==(const TelemetryRow&) const = default;
};

/// The table's first line.
std::string telemetryHeader();
/// A row's line, without a line feed.
std::string telemetryLine(const TelemetryRow& row);
/// From the fields of a line; nothing if it is not a row.
std::optional<TelemetryRow> telemetryRowFrom(std::span<const std::string_view> fields);
/// Every complete row of a table, by time; lines that are none are left out. None if the header is another one.
std::vector<TelemetryRow> telemetryRowsIn(std::string_view text);

/// One row for several samples, at the time of the last: the means of rates and shares, the largest memory and temperature.
TelemetryRow mergedRow(std::span<const TelemetryRow> samples);

} // namespace netsmith
