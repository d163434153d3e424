#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// What ranks that train on a share of the samples each must agree on.
struct AllReduceAttributes : Attributes {
    explicit AllReduceAttributes(bool mean)
        : mean(mean)
    {
    }
    bool mean; ///< over the ranks, instead of the sum
    std::string text() const override;
};

namespace ops {
/// tensor … → tensor …, f32: each number's sum or mean over the ranks of the executable's communicator, the same bits on all of
/// them.
extern const OpSpec allReduce;
} // namespace ops

} // namespace netsmith
