#pragma once

#include "engine/ops/emitter.h"

#include <limits>

namespace netsmith {

/// The value put into masked steps.
enum class MaskedAs : std::uint8_t {
    zero,
    lowest, ///< `lowestStep`: no maximum over the steps
    absent, ///< NaN, or the class −1: not counted
};
std::string_view nameOf(MaskedAs as);

struct MaskStepsAttributes : Attributes {
    explicit MaskStepsAttributes(MaskedAs as)
        : as(as)
    {
    }
    MaskedAs as;
    /// Whether a fully masked sample stays as it is: an average or a maximum is then over all of its steps.
    bool sparesEmpty() const { return as != MaskedAs::absent; }
    std::string text() const override { return std::string(nameOf(as)); }
};

/// The lowest number that BF16 and FP32 both have.
inline constexpr double lowestStep = -0x1.FEp127;

/// What that is among floating-point numbers.
constexpr double maskedNumber(MaskedAs as)
{
    return as == MaskedAs::zero ? 0.0 : as == MaskedAs::lowest ? lowestStep : std::numeric_limits<double>::quiet_NaN();
}

/// Emits `maskSteps`.
TensorId emitMaskSteps(Emitter& emitter, TensorId x, TensorId mask, MaskedAs as);

namespace ops {
/// x [N,T,…] (f32, bf16, f16 or i32 classes), mask [N,T] f32 → x, with another number in the steps whose mask is 0
extern const OpSpec maskSteps;
} // namespace ops

} // namespace netsmith
