#pragma once

#include "engine/backend/backend.h"
#include "engine/fields/dataset.h"

namespace netsmith::train {

/// How samples reach a device: all before the first step, or those of one launch at a time if they are too many for its memory.
struct DataPlacement {
    std::int64_t window = 0; ///< samples at a time; 0: all of them
    std::int64_t bytes = 0; ///< of samples on the device
    std::int64_t ofDevice = 0; ///< the part in the device's own memory; 0 if it computes in the host's, which holds them anyway
};

/// The size of the data to place.
struct DataExtent {
    std::int64_t samples = 0; ///< of the splits in use
    std::int64_t bytes = 0; ///< of them
    bool mapped = false; ///< see `DataSplit::mapped`
    bool validates = false;
    std::int64_t slotBytes = 0; ///< see `DataSplit`; 0: the samples share the bytes evenly
    std::int64_t copiedBytes = 0; ///< see `DataSplit`; 0: no fields lie in the same memory
};

/// All of one split.
DataExtent extentOf(const data::DataSplit& split, bool validates);

/// Data of more than half of the device's free memory, or as `MachineSettings` say, is loaded one launch at a time: whole steps
/// of `samplesPerStep` samples, as many as 64 MiB hold and at least one, and as much again for validation. If the device computes
/// in this machine's memory, what was read into it stays in place; otherwise twice as much is used, so that it can be copied while
/// the device computes. `wanted`: this many samples at a time, rounded up to whole steps, whatever is free; 0: as described.
DataPlacement placeData(const DataExtent& data, std::int64_t samplesPerStep, const DeviceInfo& device, std::int64_t wanted = 0);

/// Whether all samples lie ready on the device if that is asked for.
bool fitsWhole(const DataExtent& data, const DeviceInfo& device);

/// The message that a set is loaded in parts, and how much at a time.
Message wordsOf(const DataPlacement& placement, const DataExtent& data, const DeviceInfo& device);

} // namespace netsmith::train
