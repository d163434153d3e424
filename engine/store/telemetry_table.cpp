#include "engine/store/telemetry_table.h"

#include "engine/core/files/safe_file.h"

#include <algorithm>
#include <cmath>

namespace netsmith {
namespace {

constexpr std::uint64_t largestTelemetry = std::uint64_t{1} << 28; ///< bytes: a thousand cores need less

constexpr double rounding = 0.001; ///< of seconds in the file

bool isOfAnEpoch(TelemetryEvent event)
{
    return event == TelemetryEvent::epoch || event == TelemetryEvent::validationBegin || event == TelemetryEvent::validationEnd;
}

/// Which marks are kept: each of `seen` counts those of its kind.
bool isKept(const TelemetryRow& mark, std::int64_t stride, std::array<std::int64_t, 8>& seen)
{
    if (mark.event == TelemetryEvent::start)
        return true;
    const std::int64_t number = isOfAnEpoch(mark.event) ? mark.epoch : seen[static_cast<std::size_t>(mark.event)]++;
    return number % stride == 0;
}

bool countsAsMark(const TelemetryRow& row)
{
    return row.event != TelemetryEvent::sample && row.event != TelemetryEvent::start;
}

} // namespace

TelemetryTable::TelemetryTable(OpenFolder folder, CsvLog log)
    : m_folder(std::move(folder))
    , m_log(std::move(log))
{
}

Expected<TelemetryTable> TelemetryTable::create(const OpenFolder& folder)
{
    auto log = CsvLog::create(folder, fileName, telemetryHeader());
    if (!log)
        return log.error();
    return TelemetryTable(folder, std::move(*log));
}

Expected<TelemetryTable> TelemetryTable::reopen(const OpenFolder& folder, std::int64_t step, double seconds)
{
    if (!folder.holds(fileName)) // a run from before there was one
        return create(folder);
    std::vector<TelemetryRow> rows;
    auto log = CsvLog::reopen(folder, fileName, telemetryHeader(), [&](std::span<const std::string_view> fields) {
        auto row = telemetryRowFrom(fields);
        if (!row || row->step > step || row->seconds > seconds + rounding)
            return false;
        rows.push_back(std::move(*row));
        return true;
    });
    if (!log)
        return log.error();
    TelemetryTable table(folder, std::move(*log));
    for (const TelemetryRow& row : rows)
        table.m_seconds = std::max(table.m_seconds, row.seconds);
    table.m_interval = intervalAt(table.m_seconds);
    table.m_marks = static_cast<std::size_t>(std::ranges::count_if(rows, countsAsMark));
    return table;
}

double TelemetryTable::intervalAt(double seconds)
{
    double interval = shortestInterval;
    while (seconds / interval >= mostSamples)
        interval *= 2.0;
    return interval;
}

std::vector<TelemetryRow> TelemetryTable::thinned(std::span<const TelemetryRow> rows, double interval, std::int64_t stride)
{
    std::vector<TelemetryRow> remaining, open; // the samples of the current interval
    std::array<std::int64_t, 8> seen{};
    for (const TelemetryRow& row : rows) {
        if (row.event != TelemetryEvent::sample) {
            if (isKept(row, stride, seen))
                remaining.push_back(row);
            continue;
        }
        if (!open.empty() && std::floor(open.back().seconds / interval) != std::floor(row.seconds / interval)) {
            remaining.push_back(mergedRow(open));
            open.clear();
        }
        open.push_back(row);
    }
    if (!open.empty())
        remaining.push_back(mergedRow(open));
    std::ranges::stable_sort(remaining, {}, &TelemetryRow::seconds);
    return remaining;
}

Expected<void> TelemetryTable::thin(double interval, std::int64_t stride)
{
    const auto text = readTextFile(m_folder.path() / fileName, largestTelemetry);
    if (!text)
        return text.error();
    const std::vector<TelemetryRow> rows = thinned(telemetryRowsIn(*text), interval, stride);
    std::string content = telemetryHeader() + '\n';
    for (const TelemetryRow& row : rows)
        content += telemetryLine(row) + '\n';
    if (auto written = writeFileSafely(m_folder, fileName, content); !written)
        return written.error();
    auto log = CsvLog::reopen(m_folder, fileName, telemetryHeader(), [](const auto&) { return true; });
    if (!log)
        return log.error();
    m_log = std::move(*log);
    m_interval = interval;
    m_stride = stride;
    m_marks = static_cast<std::size_t>(std::ranges::count_if(rows, countsAsMark));
    m_seen = {};
    return {};
}

Expected<std::vector<TelemetryRow>> TelemetryTable::add(TelemetryRow row)
{
    row.seconds = m_seconds = std::max(row.seconds, m_seconds);
    const bool sample = row.event == TelemetryEvent::sample;
    const bool begins =
        sample && !m_open.empty() && std::floor(m_open.front().seconds / m_interval) != std::floor(row.seconds / m_interval);
    std::vector<TelemetryRow> written;
    if (begins) {
        auto open = flush();
        if (!open)
            return open;
        written = std::move(*open);
    }
    if (sample) {
        m_open.push_back(std::move(row));
        if (const double interval = intervalAt(m_seconds); interval > m_interval)
            if (auto done = thin(interval, m_stride); !done)
                return done.error();
        return written;
    }
    if (!isKept(row, m_stride, m_seen))
        return written;
    if (auto done = m_log.append(telemetryLine(row) + '\n'); !done)
        return done.error();
    written.push_back(std::move(row));
    if (countsAsMark(written.back()) && ++m_marks > 2 * mostMarks)
        if (auto done = thin(m_interval, 2 * m_stride); !done)
            return done.error();
    return written;
}

Expected<std::vector<TelemetryRow>> TelemetryTable::flush()
{
    std::vector<TelemetryRow> written;
    if (m_open.empty())
        return written;
    TelemetryRow row = mergedRow(m_open);
    m_open.clear();
    if (auto done = m_log.append(telemetryLine(row) + '\n'); !done)
        return done.error();
    written.push_back(std::move(row));
    return written;
}

std::vector<TelemetryRow> readTelemetry(const std::filesystem::path& run)
{
    const auto text = readTextFile(run / TelemetryTable::fileName, largestTelemetry);
    return text ? telemetryRowsIn(*text) : std::vector<TelemetryRow>();
}

} // namespace netsmith
