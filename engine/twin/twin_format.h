#pragma once

#include "engine/plan/checks/checked_project.h"
#include "engine/twin/numbers.h"

namespace netsmith::twin {

/// What the copy beside the FP32 one computes in: a precision, or FP32 with dense layers and convolutions that round their inputs
/// and kernels to integers of 8 bits, as quantization-aware training does.
struct TwinFormat {
    Precision precision = Precision::fp16Emulated;
    bool isInt8 = false;

    /// "fp16-emulated", "int8". Throws what `precisionFrom` says.
    static TwinFormat named(const std::string& id);
    std::string id() const;
    /// Its display name: "emulated FP16".
    Message name() const;
    NumberRange range() const { return rangeOf(precision); }
    /// The FP32 copy's project: with `isInt8` no layer rounds there. Throws the project's first error.
    Project exact(const CheckedProject& checked) const;
    /// A project that trains in it; the layers of `TrainingSettings::fp32Layers` round nothing, nor do those within a block that is
    /// named there. `checked`: its checks, in any format. Throws `twin.no_int8` if there is no layer that can round, and the
    /// project's first error.
    Project applied(const CheckedProject& checked) const;

    bool operator==(const TwinFormat&) const = default;
};

} // namespace netsmith::twin
