#pragma once

#include "engine/inspect/doctor/remedy.h"
#include "engine/inspect/profiler/alternatives.h"
#include "engine/inspect/profiler/machine_remedy.h"

#include <optional>

namespace netsmith::inspect {

/// What would make a training faster, in words for whoever has to decide.
struct Advice {
    Slowness slowness{};
    Message finding{}; ///< with the number
    Message advice{};
    double saves = 0.0; ///< seconds of an epoch's training, as measured
    double share = 0.0; ///< the same, of all of them
    std::optional<Remedy> remedy{}; ///< does it, where the project says so
    std::optional<MachineRemedy> machineRemedy{}; ///< does it, where the program says so
    bool operator==(const Advice&) const = default;
};

/// What is worth it, the most saved first.
std::vector<Advice> adviceOn(const TrainingProfile& profile, const std::vector<Alternative>& alternatives);

/// Where the time and the memory of a step go: its longest kernels beside the device's limits, and what is no layer's.
std::vector<Message> findingsOn(const TrainingProfile& profile);

} // namespace netsmith::inspect
