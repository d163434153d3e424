#include "engine/cuda/device/devices.h"

#include "engine/cuda/device/block_limits.h"
#include "engine/cuda/device/check.h"
#include "engine/cuda/peak_rates.h"

#include <cuda_runtime_api.h>

namespace netsmith::cuda {
namespace {

std::vector<PrecisionSupport> precisionsOf(const cudaDeviceProp& device)
{
    const auto since = [&](int major, int minor, Precision precision) {
        if (device.major > major || (device.major == major && device.minor >= minor))
            return PrecisionSupport{precision, true, {}};
        return PrecisionSupport{precision, false,
                                Message(NS_MESSAGE("cuda.capability", "needs compute capability {0}.{1}, this GPU has {2}.{3}"),
                                        major, minor, device.major, device.minor)};
    };
    const auto always = [&](Precision precision) { return since(leastMajor, leastMinor, precision); };
    return {always(Precision::fp32), since(8, 0, Precision::tf32),    since(8, 0, Precision::bf16),
            always(Precision::fp16), always(Precision::bf16Emulated), always(Precision::fp16Emulated)};
}

int attribute(cudaDeviceAttr which, int device)
{
    int value = 0;
    check(cudaDeviceGetAttribute(&value, which, device), "querying its properties");
    return value;
}

/// What never changes: everything that a run is bound to, and what people compare.
DeviceInfo describe(int index)
{
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, index), "querying its properties");
    DeviceInfo info;
    info.id = "cuda:" + std::to_string(index);
    info.name = properties.name;
    info.memoryTotal = static_cast<std::int64_t>(properties.totalGlobalMem);
    info.precisions = precisionsOf(properties);
    int driver = 0;
    int runtime = 0;
    check(cudaDriverGetVersion(&driver), "querying the driver's version");
    check(cudaRuntimeGetVersion(&runtime), "querying the runtime's version");
    info.properties = {{"compute capability", std::to_string(properties.major) + '.' + std::to_string(properties.minor)},
                       {"multiprocessors", std::to_string(properties.multiProcessorCount)},
                       {"driver", versionText(driver)},
                       {"CUDA", versionText(runtime)}};
    constexpr double kilo = 1000.0; // clocks come in kHz
    info.facts.clock = kilo * attribute(cudaDevAttrClockRate, index);
    info.facts.memoryClock = kilo * attribute(cudaDevAttrMemoryClockRate, index);
    // Two transfers per clock, each as wide as the bus.
    info.facts.memoryBandwidth = 2.0 * info.facts.memoryClock * attribute(cudaDevAttrGlobalMemoryBusWidth, index) / 8.0;
    info.facts.cacheBytes = properties.l2CacheSize;
    info.facts.peaks = peakRates(properties.major, properties.minor, properties.multiProcessorCount, info.facts.clock);
    return info;
}

} // namespace

BlockLimits blockLimits()
{
    int device = 0;
    check(cudaGetDevice(&device), "querying its properties");
    return {attribute(cudaDevAttrMultiProcessorCount, device), attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device)};
}

std::vector<DeviceInfo> devices()
{
    if (whyNoDevice())
        return {};
    DeviceInfo info = describe(0);
    std::size_t free = 0;
    std::size_t total = 0;
    if (!lostDevice() && cudaMemGetInfo(&free, &total) == cudaSuccess) {
        info.memoryTotal = static_cast<std::int64_t>(total);
        info.memoryFree = static_cast<std::int64_t>(free);
    } else {
        (void)cudaGetLastError(); // `whyUnusable` reports it
    }
    return {info};
}

std::optional<Error> whyUnusable()
{
    if (auto lost = lostDevice())
        return lost;
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "querying its properties");
    const bool prohibited = attribute(cudaDevAttrComputeMode, 0) == cudaComputeModeProhibited;
    if (auto reason = whyUnusable({properties.name, properties.major, properties.minor, prohibited}))
        return reason;
    std::size_t free = 0;
    std::size_t total = 0;
    const cudaError_t status = cudaMemGetInfo(&free, &total); // the first call that goes to the GPU itself
    if (status == cudaSuccess)
        return std::nullopt;
    (void)cudaGetLastError();
    return deviceError(status, "opening it", cudaGetErrorString(status));
}

std::vector<DeviceInfo> otherDevices()
{
    if (whyNoDevice())
        return {};
    int count = 0;
    check(cudaGetDeviceCount(&count), "counting the GPUs");
    std::vector<DeviceInfo> others;
    for (int index = 1; index < count; ++index)
        others.push_back(describe(index)); // its free memory would need a context, which takes memory itself
    return others;
}

} // namespace netsmith::cuda
