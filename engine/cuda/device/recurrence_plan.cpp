#include "engine/cuda/device/recurrence_plan.h"

#include <fmt/format.h>

namespace netsmith::cuda {

std::string RecurrenceSetting::text() const
{
    return fmt::format("{} {}{}{}{}{}{}{}{}, {} of {} steps, {} to {}", nameOf(cell), nameOf(type), tensorFloat ? " as tf32" : "",
                       anyOrder ? " in any order" : "", bias ? " + bias" : "", training ? " for training" : "",
                       inputGradient ? " + dx" : "", weightGradients ? " + dw" : "", state ? " from a state" : "", samples, steps,
                       inputs, units);
}

} // namespace netsmith::cuda
