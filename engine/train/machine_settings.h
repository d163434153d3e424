#pragma once

#include <array>
#include <string_view>

namespace netsmith::train {

/// How many samples lie ready for a device at a time.
enum class SamplePlacement {
    automatic, ///< all, if they take at most half of the device's free memory
    whole, ///< all, if they take at most three quarters of it: nothing is loaded during training
    parts, ///< those of one launch: the least memory
};
inline constexpr std::array samplePlacements{SamplePlacement::automatic, SamplePlacement::whole, SamplePlacement::parts};
/// "auto", as on the command line and in JSON.
std::string_view idOf(SamplePlacement placement);
/// The one of that name; automatic for any other.
SamplePlacement samplePlacementNamed(std::string_view id);

/// How this program uses the machine, whatever the project. What is learned stays the same up to rounding.
struct MachineSettings {
    int threads = 0; ///< of the processor; 0: one for each core
    bool fuse = true; ///< for those that don't choose by other means
    SamplePlacement placement = SamplePlacement::automatic; ///< for `placeData`
    bool operator==(const MachineSettings&) const = default;
};

/// Those of this process; any thread.
MachineSettings machineSettings();
/// Takes effect with the next network that is compiled. Nothing may train meanwhile: its results depend on the threads.
void useMachine(const MachineSettings& settings);

} // namespace netsmith::train
