#pragma once

#include "engine/ops/activation.h"

namespace netsmith {

struct AddAttributes : Attributes {
    explicit AddAttributes(Activation activation = Activation::none)
        : activation(activation)
    {
    }
    Activation activation; ///< of the sum; set by fusion
    std::string text() const override { return activation == Activation::none ? "" : std::string(nameOf(activation)); }
};

namespace ops {
extern const OpSpec add; ///< a, b → activation(a + b), all of one shape and type
} // namespace ops

TensorId emitAdd(Emitter& emitter, TensorId a, TensorId b);

} // namespace netsmith
