#pragma once

#include "engine/runs/machine/costs.h"
#include "engine/runs/run_card.h"
#include "engine/store/run_record.h"
#include "engine/store/telemetry_row.h"

namespace netsmith::runs {

/// What a run used and what that cost. What is not known is absent, never 0.
struct RunEnergy {
    double hours = 0.0; ///< of training, pauses left out
    std::int64_t samples = 0; ///< trained on; each counts as often as it was
    double measured = 0.0; ///< the part of the time whose energy was measured
    double assumed = 0.0; ///< the part that counts with the assumed power
    std::optional<double> kilowattHours; ///< of the measured and the assumed part; nothing if neither is known
    std::optional<double> perThousandSamples; ///< kWh
    std::optional<double> energyCost; ///< money
    std::optional<double> deviceCost; ///< money
    std::optional<double> cost; ///< of both, as far as they are known
    std::optional<double> grams; ///< of CO2
};

/// The samples that a run has trained on, from its record: whole epochs, and of the last one its steps.
std::int64_t trainedSamples(const RunRecord& record, std::int64_t stepsPerEpoch);

/// `rows`: the run's `telemetry.csv`, which says when energy was measured; without rows it was the whole time, if any was.
RunEnergy energyOf(const RunRecord& record, std::int64_t samples, std::span<const TelemetryRow> rows, const Costs& costs);

/// Three significant digits: "0.0123".
std::string amountText(double amount);
/// As facts of a card. What is not set says so, and the last fact says where it can be.
CardSection energySection(const RunEnergy& energy, const Costs& costs);

} // namespace netsmith::runs
