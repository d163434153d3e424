#pragma once

#include "engine/predict/compiled_network.h"

namespace netsmith::twin {

/// What a twin takes: two trainings, each with all its activations kept where it is looked at, and the numbers being compared.
struct TwinMemory {
    MemoryUse exact; ///< the FP32 one
    MemoryUse low;
    std::int64_t compared = 0; ///< numbers read from both, in this machine's memory

    std::int64_t total() const { return exact.total() + low.total() + compared; }
};

/// How a copy is compiled to be looked at: op by op, every activation kept.
inline constexpr CompileOptions observed{.fuse = false, .keepAll = true};
/// What of its plan is compiled so: `forward_backward` alone.
LogicalPlan observedPlan(LogicalPlan plan);

/// Exactly, before anything is taken. Both requests are of one project but for the precision; `batches` as in `batchesFor`. Throws
/// what the project or the backend say.
TwinMemory twinMemory(Backend& backend, const NetworkRequest& exact, const NetworkRequest& low,
                      const std::vector<std::int64_t>& batches, const PreparingWatch& watch = {});

/// The same; throws `twin.memory` where it is more than what is free on the device, saying a batch that fits.
TwinMemory checkTwinMemory(Backend& backend, const DeviceInfo& device, const NetworkRequest& exact, const NetworkRequest& low,
                           const std::vector<std::int64_t>& batches, const PreparingWatch& watch = {});

} // namespace netsmith::twin
