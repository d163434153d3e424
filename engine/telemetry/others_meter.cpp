#include "engine/telemetry/others_meter.h"

#include <algorithm>
#include <memory>

namespace netsmith::telemetry {

std::function<std::optional<double>()> othersMeter(TelemetrySources sources)
{
    const auto telemetry = std::make_shared<Telemetry>(std::move(sources));
    return [telemetry]() -> std::optional<double> {
        const Sample sample = telemetry->sample();
        if (!sample.systemCpu || !sample.processCpu)
            return std::nullopt;
        return std::max(0.0, *sample.systemCpu - *sample.processCpu) / 100.0;
    };
}

} // namespace netsmith::telemetry
