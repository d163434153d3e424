#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Functions of one number whose derivative follows from their result alone.
enum class Activation : std::uint8_t { none, relu, sigmoid, tanh };
std::string_view nameOf(Activation activation);
/// The activation with this name; throws `op.activation` where there is none.
Activation activationNamed(std::string_view name);

struct ActivationAttributes : Attributes {
    explicit ActivationAttributes(Activation kind)
        : kind(kind)
    {
    }
    Activation kind;
    std::string text() const override { return std::string(nameOf(kind)); }
};

namespace ops {
extern const OpSpec activation; ///< x → y
extern const OpSpec activationBackward; ///< y, dy → dx
} // namespace ops

/// `x` itself for `none`.
TensorId emitActivation(Emitter& emitter, TensorId x, Activation kind);

} // namespace netsmith
