#pragma once

#include "engine/predict/compiled_network.h"

namespace netsmith::twin {

/// A twin's memory: two trainings, each keeping all activations if observed, and the numbers being compared.
struct TwinMemory {
    MemoryUse exact; ///< the FP32 one
    MemoryUse low;
    std::int64_t compared = 0; ///< numbers read from both, in this machine's memory

    std::int64_t total() const { return exact.total() + low.total() + compared; }
};

/// The options for compiling a copy for inspection: op by op, every activation kept.
inline constexpr CompileOptions observed{.fuse = false, .keepAll = true};
/// The part of its plan compiled so: only `forward_backward`.
LogicalPlan observedPlan(LogicalPlan plan);

/// Exact, before anything is allocated. Both requests are for the same project except for the precision; `batches` as in
/// `batchesFor`. Throws the errors of the project or the backend.
TwinMemory twinMemory(Backend& backend, const NetworkRequest& exact, const NetworkRequest& low,
                      const std::vector<std::int64_t>& batches, const PreparingWatch& watch = {});

/// The same; throws `twin.memory` if it exceeds the device's free memory, naming a batch that fits.
TwinMemory checkTwinMemory(Backend& backend, const DeviceInfo& device, const NetworkRequest& exact, const NetworkRequest& low,
                           const std::vector<std::int64_t>& batches, const PreparingWatch& watch = {});

} // namespace netsmith::twin
