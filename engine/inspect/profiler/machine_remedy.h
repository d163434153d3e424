#pragma once

#include "engine/core/message.h"
#include "engine/inspect/doctor/remedy.h"
#include "engine/train/machine_settings.h"

#include <optional>
#include <string>

namespace netsmith::inspect {

/// A change of how the program uses the machine that makes every training faster.
struct MachineRemedy {
    Message name; ///< "Use all cores", as on a button
    std::string option; ///< of the commands: "--data-placement whole"
    bool leftOut = false; ///< the option is to be left out
    std::optional<int> threads{};
    std::optional<bool> fuse{};
    std::optional<train::SamplePlacement> placement{};
    bool operator==(const MachineRemedy&) const = default;
};

void applyRemedy(train::MachineSettings& settings, const MachineRemedy& remedy);

/// Open, if it would change the settings, else applied.
RemedyState stateOf(const MachineRemedy& remedy, const train::MachineSettings& settings);

} // namespace netsmith::inspect
