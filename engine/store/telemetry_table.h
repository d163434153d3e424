#pragma once

#include "engine/store/csv_log.h"
#include "engine/store/telemetry_row.h"

namespace netsmith {

/// A run's `telemetry.csv` while it grows. Its size is bounded, however long the run takes: each row stands for the samples of an
/// interval, which is doubled, and the rows before merged, whenever there would be too many.
class TelemetryTable {
public:
    static constexpr const char* fileName = "telemetry.csv";
    static constexpr double shortestInterval = 1.0; ///< seconds
    static constexpr double mostSamples = 3600.0; ///< rows of samples; until they are merged
    static constexpr std::size_t mostMarks = 4000; ///< other rows, not counting starts; at twice as many half are removed

    /// Creates the table of a new run.
    static Expected<TelemetryTable> create(const OpenFolder& folder);
    /// Opens that of a run to resume after this step and these seconds, without what came later; creates it if there is none.
    static Expected<TelemetryTable> reopen(const OpenFolder& folder, std::int64_t step, double seconds);

    /// Takes a mark, which is written at once, or a sample, whose interval is written once a sample of the next one follows:
    /// marks may come before earlier samples in the file. Returns the rows that were written. None has fewer seconds than one that
    /// was added before it.
    Expected<std::vector<TelemetryRow>> add(TelemetryRow row);
    /// Writes the interval that is not complete.
    Expected<std::vector<TelemetryRow>> flush();

    /// The seconds of a row's interval at this time of a run.
    static double intervalAt(double seconds);
    /// What remains of rows at this interval, and with one mark of each kind in `stride`, apart from starts: of epochs those whose
    /// number is a multiple of it.
    static std::vector<TelemetryRow> thinned(std::span<const TelemetryRow> rows, double interval, std::int64_t stride);

private:
    TelemetryTable(OpenFolder folder, CsvLog log);
    Expected<void> thin(double interval, std::int64_t stride);

    OpenFolder m_folder;
    CsvLog m_log;
    std::vector<TelemetryRow> m_open; ///< the samples of the current interval
    double m_seconds = 0.0; ///< of the newest row
    double m_interval = shortestInterval;
    std::int64_t m_stride = 1;
    std::size_t m_marks = 0;
    std::array<std::int64_t, 8> m_seen{}; ///< marks of each kind
};

/// The rows of a run's table; none if it has none that can be read.
std::vector<TelemetryRow> readTelemetry(const std::filesystem::path& run);

} // namespace netsmith
