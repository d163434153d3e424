#pragma once

#include <optional>

namespace netsmith {

/// How much a device computes in a second of training, and how much it was once measured to.
struct ComputeRate {
    double flops = 0.0; ///< a second of training as its samples are counted, by what the kernels have to do; 0: not known
    double peak = 0.0; ///< measured on this device, in this precision; 0: never

    std::optional<double> share() const { return flops > 0.0 && peak > 0.0 ? std::optional(flops / peak) : std::nullopt; }
    bool operator==(const ComputeRate&) const = default;
};

} // namespace netsmith
