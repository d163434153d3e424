#pragma once

#include "engine/core/error.h"

#include <optional>

namespace netsmith::cuda {

/// Throws what a call of CUDA's runtime (cudaError_t) returned: `cuda.memory`, `cuda.lost` where the process can't use the device
/// again, else `cuda.runtime`. `what` says what was being done.
void check(int status, const char* what);

/// Why there is no GPU to use: no driver, one too old, no device; nothing where there is one.
std::optional<Message> whyNoDevice();

} // namespace netsmith::cuda
