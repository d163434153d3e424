#pragma once

#include "engine/ops/activation.h"

namespace netsmith {

/// One number for each element of the last axis, broadcast over the others.
struct AddBiasAttributes : Attributes {
    explicit AddBiasAttributes(Activation activation = Activation::none)
        : activation(activation)
    {
    }
    Activation activation; ///< of the sum; set by fusion
    std::string text() const override { return activation == Activation::none ? std::string() : std::string(nameOf(activation)); }
};

namespace ops {
extern const OpSpec addBias; ///< x […,C], b [C] → x + b
extern const OpSpec addBiasBackward; ///< dy […,C] → db [C]: always f32, whatever the type of dy
} // namespace ops

/// `x` itself where `bias` is `noTensor`.
TensorId emitAddBias(Emitter& emitter, TensorId x, TensorId bias);

} // namespace netsmith
