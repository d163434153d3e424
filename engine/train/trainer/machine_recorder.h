#pragma once

#include "engine/store/telemetry_table.h"
#include "engine/telemetry/telemetry_sources.h"

#include <functional>
#include <memory>

namespace netsmith::train {

/// Where a run is when the machine is recorded.
struct RecordedPosition {
    double seconds = 0.0; ///< of training so far, as in `TelemetryRow`
    std::int64_t step = 0;
    std::int64_t epoch = 0; ///< from 1
    std::int64_t samples = 0; ///< trained by this process
    double flops = 0.0; ///< likewise
    double trainingSeconds = 0.0; ///< likewise, without validation and checkpoints
    std::optional<double> joules{}; ///< used by the run so far
};

/// Records the machine while a run trains. Sensors may be slow, so a thread samples them once a second; what it found is written by
/// the trainer's own thread, which calls everything here, between two launches. An error of the disk ends the recording and not the
/// run, which reports such an error itself when it writes its own tables.
class MachineRecorder {
public:
    struct Options {
        telemetry::TelemetrySources sources{};
        std::string device; ///< that the run trains on: "cuda:0"
        double peakFlops = 0.0; ///< its measured peak; 0: unknown
        std::function<void(const std::vector<TelemetryRow>&)> written{}; ///< told of new rows
    };

    /// Begins with a mark of the start. Without a table nothing is recorded.
    MachineRecorder(Expected<TelemetryTable> table, Options options, const RecordedPosition& position);
    ~MachineRecorder();

    /// Whether a sample waits to be written; cheap.
    bool isDue() const;
    /// Writes the samples that wait.
    void record(const RecordedPosition& position);
    void mark(TelemetryEvent event, const RecordedPosition& position);
    /// A mark; until `resume` nothing is sampled.
    void pause(const RecordedPosition& position);
    void resume(const RecordedPosition& position);
    bool isPaused() const { return m_paused; }
    /// Takes a last sample, so that the shortest run has one, and ends the recording.
    void finish(const RecordedPosition& position);

private:
    class Sampler;

    void add(TelemetryRow row);
    void tell(const Expected<std::vector<TelemetryRow>>& rows);

    std::optional<TelemetryTable> m_table; ///< until an error, or the end
    Options m_options;
    std::unique_ptr<Sampler> m_sampler;
    RecordedPosition m_last; ///< of the last written samples
    bool m_paused = false;
};

} // namespace netsmith::train
