#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Numbers in f32 as they would be in 16 bits: what lets any processor show how those train.
struct RoundAttributes : Attributes {
    RoundAttributes(DataType to, bool gradients)
        : to(to)
        , gradients(gradients)
    {
    }
    DataType to; ///< bf16 or f16
    bool gradients; ///< whether what arrives is rounded too; the gradients of weights are not
    std::string text() const override;
};

namespace ops {
/// x, f32 → the nearest numbers of the type, ties to even, with its subnormals and its infinity beyond the largest
extern const OpSpec round;
} // namespace ops

} // namespace netsmith
