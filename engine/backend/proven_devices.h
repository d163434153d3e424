#pragma once

#include "engine/backend/backend.h"

namespace netsmith {

/// Whether `selftest` found what this build computes on a GPU, with its driver and libraries, to be right. Kept in the program's
/// cache; what can't be read there is as good as never found.
bool isProven(const DeviceInfo& device);

/// Keeps what `selftest` found.
Expected<void> noteProof(const DeviceInfo& device, bool right);

} // namespace netsmith
