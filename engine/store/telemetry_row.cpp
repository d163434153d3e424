#include "engine/store/telemetry_row.h"

#include "engine/store/csv_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace netsmith {
namespace {

enum class Merging { mean, largest, last };

struct ColumnSpec {
    TelemetryColumn column;
    const char* name;
    int decimals;
    Merging merging;
};

constexpr std::array<ColumnSpec, telemetryColumns> columnSpecs{{
    {TelemetryColumn::samplesPerSecond, "samples_per_s", 2, Merging::mean},
    {TelemetryColumn::peakShare, "peak_share", 4, Merging::mean},
    {TelemetryColumn::cpu, "cpu", 1, Merging::mean},
    {TelemetryColumn::cpuRun, "cpu_run", 1, Merging::mean},
    {TelemetryColumn::memory, "memory", 0, Merging::largest},
    {TelemetryColumn::memoryRun, "memory_run", 0, Merging::largest},
    {TelemetryColumn::cpuPower, "cpu_power", 2, Merging::mean},
    {TelemetryColumn::cpuTemperature, "cpu_temperature", 1, Merging::largest},
    {TelemetryColumn::cpuClock, "cpu_clock", 0, Merging::mean},
    {TelemetryColumn::gpu, "gpu", 1, Merging::mean},
    {TelemetryColumn::gpuMemory, "gpu_memory", 0, Merging::largest},
    {TelemetryColumn::gpuMemoryRun, "gpu_memory_run", 0, Merging::largest},
    {TelemetryColumn::gpuPower, "gpu_power", 2, Merging::mean},
    {TelemetryColumn::gpuTemperature, "gpu_temperature", 1, Merging::largest},
    {TelemetryColumn::gpuClock, "gpu_clock", 0, Merging::mean},
    {TelemetryColumn::gpuMemoryClock, "gpu_memory_clock", 0, Merging::mean},
    {TelemetryColumn::joules, "joules", 3, Merging::last},
}};

constexpr std::array<std::pair<TelemetryEvent, std::string_view>, 8> eventNames{{
    {TelemetryEvent::sample, ""},
    {TelemetryEvent::start, "start"},
    {TelemetryEvent::epoch, "epoch"},
    {TelemetryEvent::validationBegin, "validation_begin"},
    {TelemetryEvent::validationEnd, "validation_end"},
    {TelemetryEvent::checkpoint, "checkpoint"},
    {TelemetryEvent::pause, "pause"},
    {TelemetryEvent::resume, "resume"},
}};

constexpr std::size_t leadingFields = 4; // seconds, step, epoch, event

template <class T>
std::optional<T> valueIn(std::string_view field)
{
    T value{};
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    return error == std::errc() && end == field.data() + field.size() && std::isfinite(static_cast<double>(value))
        ? std::optional(value)
        : std::nullopt;
}

} // namespace

std::string_view nameOf(TelemetryEvent event)
{
    return std::ranges::find(eventNames, event, &std::pair<TelemetryEvent, std::string_view>::first)->second;
}

std::string_view nameOf(TelemetryColumn column)
{
    return columnSpecs[static_cast<std::size_t>(column)].name;
}

std::string telemetryHeader()
{
    std::string header = "seconds,step,epoch,event";
    for (const ColumnSpec& spec : columnSpecs)
        header += fmt::format(",{}", spec.name);
    return header + ",cores";
}

std::string telemetryLine(const TelemetryRow& row)
{
    std::string line = fmt::format("{:.3f},{},{},{}", row.seconds, row.step, row.epoch, nameOf(row.event));
    for (const ColumnSpec& spec : columnSpecs) {
        line += ',';
        if (const auto& value = row[spec.column])
            line += fmt::format("{:.{}f}", *value, spec.decimals);
    }
    line += ',';
    for (std::size_t i = 0; i < row.cores.size(); ++i)
        line += fmt::format("{}{:.0f}", i > 0 ? " " : "", row.cores[i]);
    return line;
}

std::optional<TelemetryRow> telemetryRowFrom(std::span<const std::string_view> fields)
{
    if (fields.size() != leadingFields + telemetryColumns + 1)
        return std::nullopt;
    const auto seconds = valueIn<double>(fields[0]);
    const auto step = valueIn<std::int64_t>(fields[1]);
    const auto epoch = valueIn<std::int64_t>(fields[2]);
    const auto event = std::ranges::find(eventNames, fields[3], &std::pair<TelemetryEvent, std::string_view>::second);
    if (!seconds || !step || !epoch || event == eventNames.end())
        return std::nullopt;
    TelemetryRow row{.seconds = *seconds, .step = *step, .epoch = *epoch, .event = event->first};
    for (std::size_t i = 0; i < telemetryColumns; ++i)
        row.values[i] = valueIn<double>(fields[leadingFields + i]);
    std::string_view cores = fields.back();
    while (!cores.empty()) {
        const std::size_t end = std::min(cores.find(' '), cores.size());
        const auto core = valueIn<double>(cores.substr(0, end));
        if (!core)
            return std::nullopt;
        row.cores.push_back(*core);
        cores.remove_prefix(std::min(end + 1, cores.size()));
    }
    return row;
}

std::vector<TelemetryRow> telemetryRowsIn(std::string_view text)
{
    std::vector<TelemetryRow> rows;
    const std::string header = telemetryHeader() + '\n';
    if (!text.starts_with(header))
        return rows;
    text.remove_prefix(header.size());
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        if (auto row = telemetryRowFrom(csvFields(text.substr(0, end))))
            rows.push_back(std::move(*row));
        text.remove_prefix(end + 1);
    }
    std::ranges::stable_sort(rows, {}, &TelemetryRow::seconds);
    return rows;
}

TelemetryRow mergedRow(std::span<const TelemetryRow> samples)
{
    TelemetryRow merged = samples.back();
    for (const ColumnSpec& spec : columnSpecs) {
        double sum = 0.0, count = 0.0;
        std::optional<double> largest, last;
        for (const TelemetryRow& row : samples)
            if (const auto& value = row[spec.column]) {
                sum += *value;
                count += 1.0;
                largest = std::max(largest.value_or(*value), *value);
                last = value;
            }
        merged[spec.column] = spec.merging == Merging::largest ? largest
            : spec.merging == Merging::last                    ? last
            : count > 0.0                                      ? std::optional(sum / count)
                                                               : std::nullopt;
    }
    for (std::size_t core = 0; core < merged.cores.size(); ++core) {
        double sum = 0.0, count = 0.0;
        for (const TelemetryRow& row : samples)
            if (row.cores.size() == merged.cores.size()) {
                sum += row.cores[core];
                count += 1.0;
            }
        merged.cores[core] = sum / count; // the last has as many
    }
    return merged;
}

} // namespace netsmith
