#pragma once

#include "engine/core/error.h"

#include <optional>
#include <string>

namespace netsmith::cuda {

/// Throws what a call of CUDA's runtime (cudaError_t) returned: `cuda.memory`, `cuda.lost` where the process can't use the device
/// again, else `cuda.runtime`. `what` says what was being done.
void check(int status, const char* what);

/// Why there is no GPU to use: no driver, one too old, no device; nothing where there is one.
std::optional<Message> whyNoDevice();

/// CUDA's number of a version as people write it: 13000 is "13.0".
std::string versionText(int version);

} // namespace netsmith::cuda
