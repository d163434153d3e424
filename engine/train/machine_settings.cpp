#include "engine/train/machine_settings.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <mutex>

namespace netsmith::train {
namespace {

std::mutex settingsMutex;
MachineSettings currentSettings;

} // namespace

std::string_view idOf(SamplePlacement placement)
{
    switch (placement) {
    case SamplePlacement::automatic: return "auto";
    case SamplePlacement::whole: return "whole";
    case SamplePlacement::parts: break;
    }
    return "parts";
}

SamplePlacement samplePlacementNamed(std::string_view id)
{
    const auto found = std::ranges::find_if(samplePlacements, [&](SamplePlacement placement) { return idOf(placement) == id; });
    return found == samplePlacements.end() ? SamplePlacement::automatic : *found;
}

MachineSettings machineSettings()
{
    const std::lock_guard lock(settingsMutex);
    return currentSettings;
}

void useMachine(const MachineSettings& settings)
{
    const std::lock_guard lock(settingsMutex);
    currentSettings = settings;
    setThreadCount(settings.threads);
}

} // namespace netsmith::train
