#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct LengthMaskAttributes : Attributes {
    explicit LengthMaskAttributes(std::int64_t steps)
        : steps(steps)
    {
    }
    std::int64_t steps; ///< the most steps
    std::string text() const override { return "steps " + std::to_string(steps); }
};

namespace ops {
extern const OpSpec lengthMask; ///< lengths (N), f32 → mask (N, steps): 1 before a sample's length, else 0
} // namespace ops

} // namespace netsmith
