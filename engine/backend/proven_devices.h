#pragma once

#include "engine/backend/backend.h"

namespace netsmith {

/// Whether `selftest` passed for this build on a GPU, with its driver and libraries. Kept in the program's cache; what can't be
/// read there counts as not tested.
bool isProven(const DeviceInfo& device);

/// Stores the result of `selftest`.
Expected<void> noteProof(const DeviceInfo& device, bool right);

} // namespace netsmith
