#include "engine/telemetry/energy_meter.h"

#include "engine/telemetry/telemetry.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace netsmith::telemetry {
namespace {

constexpr std::string_view cuda = "cuda";

template <class Meter>
std::function<std::optional<double>()> whileItReads(const Meter& meter)
{
    return meter() ? std::function<std::optional<double>()>(meter) : nullptr;
}

} // namespace

bool isGpu(const std::string& device)
{
    return device.starts_with(cuda);
}

std::optional<int> gpuIndexOf(const std::string& device, std::size_t count)
{
    if (!isGpu(device) || std::getenv("CUDA_VISIBLE_DEVICES"))
        return std::nullopt;
    int index = 0;
    if (const auto colon = device.find(':'); colon != std::string::npos)
        std::from_chars(device.data() + colon + 1, device.data() + device.size(), index);
    const char* order = std::getenv("CUDA_DEVICE_ORDER");
    const bool certain = count == 1 || (order && std::string_view(order) == "PCI_BUS_ID");
    return certain && index >= 0 && static_cast<std::size_t>(index) < count ? std::optional(index) : std::nullopt;
}

const GpuSample* gpuOf(std::span<const GpuSample> gpus, const std::string& device)
{
    const auto index = gpuIndexOf(device, gpus.size());
    const auto found = std::ranges::find_if(gpus, [&](const GpuSample& gpu) { return index && gpu.index == *index; });
    return found == gpus.end() ? nullptr : &*found;
}

std::function<std::optional<double>()> energyMeter(const std::string& device, const TelemetrySources& sources)
{
    if (!isGpu(device))
        return whileItReads([meter = std::make_shared<RaplMeter>(sources.sys)] { return meter->joules(); });
    const auto library = std::make_shared<NvmlLibrary>(sources.nvml.c_str());
    const auto index = gpuIndexOf(device, library->sample().size());
    return index ? whileItReads([library, index = *index] { return library->energyOf(index); }) : nullptr;
}

} // namespace netsmith::telemetry
