#pragma once

#include "engine/cuda/device_faults.h"

namespace netsmith::cuda {

/// Throws what a call of CUDA's runtime (cudaError_t) returned, as `failDevice` does. `doing` says what was being done.
void check(int status, const char* doing);

/// Why no GPU is visible, or nothing.
std::optional<Error> whyNoDevice();

} // namespace netsmith::cuda
