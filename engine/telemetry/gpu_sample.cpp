#include "engine/telemetry/gpu_sample.h"

#include "engine/core/message.h"

namespace netsmith::telemetry {

const char* titleOf(Throttle reason)
{
    switch (reason) {
    case Throttle::idle: return NS_TEXT("throttle", "Idle");
    case Throttle::applicationClocks: return NS_TEXT("throttle", "Clocks lowered by user settings");
    case Throttle::powerCap: return NS_TEXT("throttle", "At its power limit");
    case Throttle::hardwareSlowdown: return NS_TEXT("throttle", "Slowed by its hardware");
    case Throttle::syncBoost: return NS_TEXT("throttle", "Tied to another GPU's clocks");
    case Throttle::softwareThermal: return NS_TEXT("throttle", "Near its temperature limit");
    case Throttle::hardwareThermal: return NS_TEXT("throttle", "Too hot");
    case Throttle::powerBrake: return NS_TEXT("throttle", "Slowed by the power supply");
    case Throttle::displayClocks: return NS_TEXT("throttle", "Clocks set by a display");
    }
    return "";
}

std::vector<Throttle> throttlesFrom(std::uint64_t bits)
{
    // The order of the enumeration is that of NVML's bits, from 1 upwards.
    std::vector<Throttle> reasons;
    for (int bit = 0; bit <= static_cast<int>(Throttle::displayClocks); ++bit)
        if (bits >> bit & 1)
            reasons.push_back(static_cast<Throttle>(bit));
    return reasons;
}

} // namespace netsmith::telemetry
