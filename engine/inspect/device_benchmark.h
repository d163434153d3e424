#pragma once

#include "engine/inspect/device_report.h"
#include "engine/predict/preparing.h"

namespace netsmith::inspect {

/// How large and how long is measured.
struct BenchmarkOptions {
    double seconds = 0.2; ///< that each figure is timed for at least; it is the median
    /// Work grows from the first size to the last until one kernel takes so long: a fast device is given more of it.
    double kernelSeconds = 0.005;
    int firstSize = 4; ///< matrices of 32·2ⁿ squared
    int lastSize = 7;
    std::int64_t memoryBytes = std::int64_t{256} << 20; ///< of an array: much more than caches hold
    PreparingWatch watch{};
};

/// Fills in what a backend's first device reaches: FLOPs a second of a product of matrices and of a convolution in each precision
/// that is its own, bytes a second of its memory and of the way there. Runs the kernels that training runs, forward, of networks
/// made for it. What does not fit into half of the free memory is left out. Throws `data.cancelled` and what the backend says.
void measure(DeviceReport& report, Backend& backend, const BenchmarkOptions& options = {});

} // namespace netsmith::inspect
