#pragma once

#include "engine/backend/backend.h"

#include <vector>

namespace netsmith::train {

/// One kernel and the time it took.
struct KernelTime {
    KernelInfo kernel;
    double seconds = 0.0;
    double start = 0.0; ///< seconds since the program's first kernel began
};

/// A program of a step that was run kernel by kernel.
struct ProgramTimes {
    int program = -1;
    std::string name; ///< "forward_backward"
    int runs = 1; ///< in a step
    double start = 0.0; ///< seconds since the step began
    std::vector<KernelTime> kernels;
};

/// A training step that was run kernel by kernel.
struct StepTimes {
    double staging = 0.0; ///< seconds for loading its samples, if they don't lie ready
    double seconds = 0.0; ///< of everything, each program once
    std::vector<ProgramTimes> programs; ///< in order
};

/// Runs a program once, kernel by kernel. Throws what the device says.
std::vector<KernelTime> timeKernels(Executable& executable, int program);

} // namespace netsmith::train
