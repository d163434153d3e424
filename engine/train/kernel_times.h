#pragma once

#include "engine/backend/backend.h"

#include <vector>

namespace netsmith::train {

/// One kernel and the time it took.
struct KernelTime {
    KernelInfo kernel;
    double seconds = 0.0;
};

/// Runs a program once, kernel by kernel. Throws what the device says.
std::vector<KernelTime> timeKernels(Executable& executable, int program);

} // namespace netsmith::train
