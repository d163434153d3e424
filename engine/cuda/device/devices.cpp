#include "engine/cuda/device/devices.h"

#include "engine/cuda/device/check.h"

#include <cuda_runtime_api.h>

namespace netsmith::cuda {
namespace {

std::vector<PrecisionSupport> precisionsOf(const cudaDeviceProp& device)
{
    const auto since = [&](int major, Precision precision) {
        if (device.major >= major)
            return PrecisionSupport{precision, true, {}};
        return PrecisionSupport{precision, false,
                                Message(NS_MESSAGE("cuda.capability", "needs compute capability {0}.0, this GPU has {1}.{2}"),
                                        major, device.major, device.minor)};
    };
    return {{Precision::fp32, true, {}}, since(8, Precision::tf32),           since(8, Precision::bf16),
            since(7, Precision::fp16),   {Precision::bf16Emulated, true, {}}, {Precision::fp16Emulated, true, {}}};
}

} // namespace

std::vector<DeviceInfo> devices()
{
    if (whyNoDevice())
        return {};
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "asking what it is");
    DeviceInfo info;
    info.id = "cuda:0";
    info.name = properties.name;
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "asking for its memory");
    info.memoryTotal = static_cast<std::int64_t>(total);
    info.memoryFree = static_cast<std::int64_t>(free);
    info.precisions = precisionsOf(properties);
    int driver = 0;
    int runtime = 0;
    check(cudaDriverGetVersion(&driver), "asking for the driver's version");
    check(cudaRuntimeGetVersion(&runtime), "asking for the runtime's version");
    info.properties = {{"compute capability", std::to_string(properties.major) + '.' + std::to_string(properties.minor)},
                       {"multiprocessors", std::to_string(properties.multiProcessorCount)},
                       {"driver", std::to_string(driver)},
                       {"CUDA", std::to_string(runtime)}};
    return {info};
}

} // namespace netsmith::cuda
