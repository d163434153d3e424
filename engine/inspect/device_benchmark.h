#pragma once

#include "engine/inspect/device_report.h"
#include "engine/predict/preparing.h"

namespace netsmith::inspect {

/// The sizes and the time of measurements.
struct BenchmarkOptions {
    double seconds = 0.2; ///< the minimum time for each figure, which is the median
    /// Sizes grow until one kernel takes this long: a fast device gets more work.
    double kernelSeconds = 0.005;
    int firstSize = 4; ///< matrices of 32·2ⁿ squared
    int lastSize = 7;
    std::int64_t memoryBytes = std::int64_t{256} << 20; ///< of an array: much more than caches hold
    PreparingWatch watch{};
};

/// Measures a backend's first device: FLOP/s of matrix products and of convolutions in each native precision, memory and transfer
/// bandwidth. Runs the forward kernels of training, in networks built for this. What does not fit into half of the free memory is
/// left out. Throws `data.cancelled` and what the backend says.
void measure(DeviceReport& report, Backend& backend, const BenchmarkOptions& options = {});

} // namespace netsmith::inspect
