#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// What two tensors of one shape become, element by element. `add` is an op of its own.
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
/// a, b, dy → da, db of the maximum or minimum: to the one that was taken; where both are equal half to each, as in PyTorch and
/// JAX.
extern const OpSpec mergeBackward;
} // namespace ops

TensorId emitMerge(Emitter& emitter, Merge kind, TensorId a, TensorId b);

} // namespace netsmith
