#pragma once

#include <optional>

namespace netsmith {

/// A device's FLOP/s in training, and its measured peak.
struct ComputeRate {
    double flops = 0.0; ///< per second of training, as for samples, from the work of the kernels; 0: unknown
    double peak = 0.0; ///< measured on this device, in this precision; 0: never

    std::optional<double> share() const { return flops > 0.0 && peak > 0.0 ? std::optional(flops / peak) : std::nullopt; }
    bool operator==(const ComputeRate&) const = default;
};

} // namespace netsmith
