#include "engine/telemetry/energy_meter.h"

#include "engine/telemetry/telemetry.h"

#include <cstdlib>
#include <memory>

namespace netsmith::telemetry {

std::function<std::optional<double>()> energyMeter(const std::string& device)
{
    if (!device.starts_with("cuda") || std::getenv("CUDA_VISIBLE_DEVICES"))
        return {};
    const auto library = std::make_shared<NvmlLibrary>(TelemetrySources().nvml.c_str());
    const auto read = [library]() -> std::optional<double> {
        const std::vector<GpuSample> gpus = library->sample();
        return gpus.size() == 1 ? gpus.front().energy : std::nullopt; // CUDA and the driver may number several differently
    };
    return library->available() && read() ? std::function<std::optional<double>()>(read) : nullptr;
}

} // namespace netsmith::telemetry
