#pragma once

#include "engine/predict/compiled_network.h"

namespace netsmith {

/// The exact memory of plans over one state: what they share is counted once. Throws the errors of the project or the backend.
MemoryUse estimateMemory(Backend& backend, const NetworkRequest& request, const std::vector<std::int64_t>& batches,
                         const PreparingWatch& watch = {});

/// Rejects an estimate that does not fit into the device's free memory, naming the largest batch that does. Throws
/// `memory.estimate`. `data`: bytes of samples that are also on the device.
void refuseTooMuch(const MemoryUse& estimate, Backend& backend, const DeviceInfo& device, const NetworkRequest& request,
                   std::int64_t batch, const PreparingWatch& watch = {}, std::int64_t data = 0);

/// Both at once.
MemoryUse checkMemory(Backend& backend, const DeviceInfo& device, const NetworkRequest& request,
                      const std::vector<std::int64_t>& batches, const PreparingWatch& watch = {}, std::int64_t data = 0);

/// The largest batch from 1 up to `most` whose plan alone takes no more than `free`; 0 if none does. Memory grows with the
/// batch.
std::int64_t largestBatch(Backend& backend, const NetworkRequest& request, std::int64_t most, std::int64_t free,
                          const PreparingWatch& watch = {});

} // namespace netsmith
