#pragma once

#include "engine/store/telemetry_row.h"

#include <span>

namespace netsmith::runs {

/// What a number of the machine is in.
enum class MachineUnit { perSecond, share, percent, bytes, watts, celsius, megahertz };

/// A quantity of the machine that a run is shown beside: of the device that it trains on.
struct MachineSeries {
    const char* id; ///< "utilization"
    const char* title; ///< for people, in English; the studio translates it in the context "machine"
    MachineUnit unit;
    TelemetryColumn all; ///< by all programs, or of the run where nothing else is counted
    std::optional<TelemetryColumn> run{}; ///< of that by the run
    bool busiestCore = false; ///< of the core with the most work, not of all

    std::optional<double> valueIn(const TelemetryRow& row) const;
    std::optional<double> runIn(const TelemetryRow& row) const { return run ? row[*run] : std::nullopt; }
};

/// Those of a run on a GPU, or on the processor.
std::span<const MachineSeries> machineSeries(bool gpu);

/// Over a run's samples.
struct MachineFigures {
    const MachineSeries* series = nullptr;
    struct Spread {
        double mean = 0.0;
        double peak = 0.0; ///< of means over a row's interval, for rates
    };
    std::optional<Spread> all, run;
};
/// Of each quantity, in the same order.
std::vector<MachineFigures> machineFigures(std::span<const TelemetryRow> rows, bool gpu);

} // namespace netsmith::runs
