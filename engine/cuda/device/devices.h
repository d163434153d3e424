#pragma once

#include "engine/backend/backend.h"

namespace netsmith::cuda {

/// The GPU that this process uses: the first that CUDA_VISIBLE_DEVICES leaves in sight. None where `whyNoDevice` says why.
std::vector<DeviceInfo> devices();

} // namespace netsmith::cuda
