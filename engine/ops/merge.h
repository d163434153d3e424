#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Element-wise operations on two tensors of the same shape. `add` is a separate op.
enum class Merge : std::uint8_t { subtract, multiply, maximum, minimum };
std::string_view nameOf(Merge kind);

struct MergeAttributes : Attributes {
    explicit MergeAttributes(Merge kind)
        : kind(kind)
    {
    }
    Merge kind;
    std::string text() const override { return std::string(nameOf(kind)); }
};

namespace ops {
extern const OpSpec merge; ///< a, b → y, all of one shape and type; a NaN in either stays one
/// a, b, dy → da, db of the maximum or minimum: to the one that was taken; if both are equal, half to each, as in PyTorch and JAX.
extern const OpSpec mergeBackward;
} // namespace ops

TensorId emitMerge(Emitter& emitter, Merge kind, TensorId a, TensorId b);

} // namespace netsmith
