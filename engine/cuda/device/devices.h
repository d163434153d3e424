#pragma once

#include "engine/backend/backend.h"

namespace netsmith::cuda {

/// The GPU that this process uses: the first that CUDA_VISIBLE_DEVICES leaves in sight. None where `whyNoDevice` says why; where
/// `whyUnusable` does it is listed all the same.
std::vector<DeviceInfo> devices();
/// Why nothing can be computed on it now: it is too old, busy, or takes no program in; or nothing. Where there is one.
std::optional<Error> whyUnusable();
/// The other ones in sight.
std::vector<DeviceInfo> otherDevices();

/// How fast bytes come to the GPU and back, from memory as programs have it (pageable) and from memory that never moves (pinned).
std::vector<Bandwidth> measureBandwidths();

} // namespace netsmith::cuda
