#pragma once

#include "engine/backend/backend.h"
#include "engine/fields/dataset.h"

namespace netsmith::train {

/// How samples come to a device: all before the first step, or those of a launch at a time, where they are too many for its memory.
struct DataPlacement {
    std::int64_t window = 0; ///< samples at a time; 0: all of them
    std::int64_t bytes = 0; ///< of samples on the device
    std::int64_t ofDevice = 0; ///< what of them is in memory of its own; 0 where it computes in the host's, which holds them anyway
};

/// What there is to place.
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

/// More than half of the device's free memory is brought a launch at a time: whole steps of `samplesPerStep` samples, as many as 64
/// MiB hold and at least one, and as much again for validation. Where the device computes in this machine's memory, what was read
/// into it stays in place; elsewhere twice as much is taken, so that it can be brought while the device computes. `wanted`: so many
/// samples at a time, rounded up to whole steps, whatever is free; 0: as said.
DataPlacement placeData(const DataExtent& data, std::int64_t samplesPerStep, const DeviceInfo& device, std::int64_t wanted = 0);

/// That a set is brought bit by bit, and how much at a time.
Message wordsOf(const DataPlacement& placement, const DataExtent& data, const DeviceInfo& device);

} // namespace netsmith::train
