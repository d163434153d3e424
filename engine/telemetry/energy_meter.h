#pragma once

#include "engine/telemetry/telemetry_sources.h"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace netsmith::telemetry {

struct GpuSample;

/// The energy used by a device so far, in joules since a fixed moment: a GPU's since its driver was loaded, a processor's since
/// this call. By all programs. No function if it is not available: most systems tell a processor's only to root, and with several
/// GPUs it must be certain which one is meant.
std::function<std::optional<double>()> energyMeter(const std::string& device, const TelemetrySources& sources = {});

/// Whether a device id is a GPU's: "cuda:0".
bool isGpu(const std::string& device);
/// The driver's number of the GPU that a device id refers to, among `count`. Nothing if that is not certain: CUDA and the driver
/// may number several differently, unless CUDA_DEVICE_ORDER says not, and CUDA_VISIBLE_DEVICES hides and renumbers them.
std::optional<int> gpuIndexOf(const std::string& device, std::size_t count);
/// That one of a sample; null if there is none.
const GpuSample* gpuOf(std::span<const GpuSample> gpus, const std::string& device);

} // namespace netsmith::telemetry
