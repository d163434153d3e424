#pragma once

#include "engine/backend/backend.h"

namespace netsmith::cuda {

/// The GPU that this process uses: the first that CUDA_VISIBLE_DEVICES leaves visible. None if `whyNoDevice` gives a reason; listed
/// even if `whyUnusable` gives one.
std::vector<DeviceInfo> devices();
/// Why it can't be used now: it is too old, busy, or prohibits programs; or nothing. Only if there is one.
std::optional<Error> whyUnusable();
/// The other visible ones.
std::vector<DeviceInfo> otherDevices();

/// The transfer speed to the GPU and back, from ordinary (pageable) and from pinned memory.
std::vector<Bandwidth> measureBandwidths();

} // namespace netsmith::cuda
