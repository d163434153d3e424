#include "engine/train/data_placement.h"

#include "engine/core/host_memory.h"
#include "engine/ops/control.h"
#include "engine/train/machine_settings.h"

#include <algorithm>

namespace netsmith::train {
namespace {

/// Whether a device computes in this machine's memory.
bool isHost(const DeviceInfo& device)
{
    return device.memoryTotal == hostMemory().total;
}

/// The memory that the samples need if all of them lie ready.
std::int64_t heldBytes(const DataExtent& data, const DeviceInfo& device)
{
    return isHost(device) ? data.bytes : std::max(data.bytes, data.copiedBytes);
}

/// Whether the samples are loaded in parts. What was read into this machine's memory stays there, unless that was asked for.
bool isLoadedInParts(const DataExtent& data, const DeviceInfo& device, SamplePlacement placement)
{
    if (placement == SamplePlacement::parts)
        return true;
    const std::int64_t room = placement == SamplePlacement::whole ? device.memoryFree / 4 * 3 : device.memoryFree / 2;
    return heldBytes(data, device) > room && (data.mapped || !isHost(device));
}

} // namespace

bool fitsWhole(const DataExtent& data, const DeviceInfo& device)
{
    return !isLoadedInParts(data, device, SamplePlacement::whole);
}

DataExtent extentOf(const data::DataSplit& split, bool validates)
{
    return {split.count(), split.bytes(), split.mapped, validates, split.slotBytes(), split.copiedBytes()};
}

DataPlacement placeData(const DataExtent& data, std::int64_t samplesPerStep, const DeviceInfo& device, std::int64_t wanted)
{
    constexpr std::int64_t windowBytes = std::int64_t{64} << 20;
    const bool ofHost = isHost(device);
    const std::int64_t held = heldBytes(data, device);
    if (data.samples < 1 || (wanted == 0 && !isLoadedInParts(data, device, machineSettings().placement)))
        return {0, held, ofHost ? 0 : held};
    const std::int64_t sampleBytes = data.slotBytes > 0 ? data.slotBytes : (data.bytes + data.samples - 1) / data.samples;
    if (wanted == 0)
        wanted = std::max<std::int64_t>(1, windowBytes / sampleBytes - samplesPerStep + 1); // is rounded up
    const std::int64_t steps = std::clamp<std::int64_t>((wanted + samplesPerStep - 1) / samplesPerStep, 1, control::maximumSteps);
    const std::int64_t window = steps * samplesPerStep;
    const std::int64_t windows = (data.validates ? 2 : 1) * (ofHost ? 1 : 2); // one is filled while the other is read
    const std::int64_t bytes = window * sampleBytes * windows;
    return {window, bytes, ofHost ? 0 : bytes};
}

Message wordsOf(const DataPlacement& placement, const DataExtent& data, const DeviceInfo& device)
{
    constexpr int mebi = 20;
    if (machineSettings().placement == SamplePlacement::parts)
        return Message(
            NS_MESSAGE("data.in_parts", "{0} MiB of samples are copied to {2} in parts during training, {1} MiB at a time"),
            data.bytes >> mebi, (placement.bytes >> mebi) + 1, device.id);
    return Message(
        NS_MESSAGE("data.streamed",
                   "{0} MiB of samples are too much to hold at once: {1} MiB at a time are copied to {2} during training"),
        data.bytes >> mebi, (placement.bytes >> mebi) + 1, device.id);
}

} // namespace netsmith::train
