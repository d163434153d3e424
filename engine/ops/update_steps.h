#pragma once

#include "engine/ops/control.h"

#include <cstdint>

// What the kernels of optimizers are given, on every device.

namespace netsmith {

/// The scalars that an optimizer reads besides its arenas.
struct UpdateControl {
    const float* rates; ///< of the steps of a launch
    const std::int64_t* counters;
    const float* gradientScale;
    const std::int32_t* status; ///< nothing is written unless it is good

    constexpr bool commits() const { return *status == control::good; }
    /// This one's number, from 1.
    constexpr double step() const { return static_cast<double>(counters[control::step] + 1); }
};

} // namespace netsmith
