#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct ReshapeAttributes : Attributes {
    explicit ReshapeAttributes(Shape shape)
        : shape(shape)
    {
    }
    Shape shape; ///< with the batch axis
    std::string text() const override { return shape.text(); }
};

namespace ops {
extern const OpSpec reshape; ///< x → the same memory in another shape: never a copy
} // namespace ops

/// For a parameter it is a view of the same tensor, not an op.
TensorId emitReshape(Emitter& emitter, TensorId x, const Shape& shape);

} // namespace netsmith
