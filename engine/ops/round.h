#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Rounds f32 numbers to 16 bits, so that any processor can emulate training in those.
struct RoundAttributes : Attributes {
    RoundAttributes(DataType to, bool gradients)
        : to(to)
        , gradients(gradients)
    {
    }
    DataType to; ///< bf16 or f16
    bool gradients; ///< whether incoming gradients are rounded too; the gradients of weights are not
    std::string text() const override;
};

namespace ops {
/// x, f32 → the nearest numbers of the type, ties to even, with its subnormals and its infinity beyond the largest
extern const OpSpec round;
} // namespace ops

} // namespace netsmith
