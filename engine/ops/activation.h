#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Functions of one number, under Keras's names.
enum class Activation : std::uint8_t {
    none,
    elu, ///< x > 0 ? x : α·(eˣ − 1)
    gelu, ///< x·Φ(x), Φ the normal distribution: Hendrycks and Gimpel 2016
    geluTanh, ///< the same paper's approximation by tanh
    hardSigmoid, ///< relu6(x + 3)/6
    hardSilu, ///< x·relu6(x + 3)/6: Howard et al. 2019
    hardTanh, ///< x between −1 and 1
    leakyRelu, ///< x > 0 ? x : α·x
    mish, ///< x·tanh(softplus(x)): Misra 2019
    relu,
    relu6, ///< x between 0 and 6
    selu, ///< `seluScale`·(x > 0 ? x : `seluAlpha`·(eˣ − 1)): Klambauer et al. 2017
    sigmoid,
    silu, ///< x·sigmoid(x)
    softplus, ///< ln(1 + eˣ)
    softsign, ///< x/(1 + |x|)
    tanh
};
std::string_view nameOf(Activation activation);
/// The activation with this name; throws `op.activation` if there is none.
Activation activationNamed(std::string_view name);

inline constexpr double seluAlpha = 1.6732632423543772;
inline constexpr double seluScale = 1.0507009873554805;

/// What the derivative is computed from: the result if that is enough, so that the argument need not be kept, else the argument.
enum class SlopeReads : std::uint8_t { result, argument };
constexpr SlopeReads slopeReads(Activation activation)
{
    switch (activation) {
    case Activation::gelu:
    case Activation::geluTanh:
    case Activation::hardSigmoid:
    case Activation::hardSilu:
    case Activation::mish:
    case Activation::silu:
    case Activation::softplus:
    case Activation::softsign: return SlopeReads::argument;
    default: return SlopeReads::result;
    }
}

/// The α of Keras's function if a kind has one, else 0. A fused activation uses this one.
constexpr double defaultAlpha(Activation activation)
{
    return activation == Activation::elu ? 1.0 : activation == Activation::leakyRelu ? 0.2 : 0.0;
}

struct ActivationAttributes : Attributes {
    explicit ActivationAttributes(Activation kind)
        : ActivationAttributes(kind, defaultAlpha(kind))
    {
    }
    ActivationAttributes(Activation kind, double alpha)
        : kind(kind)
        , alpha(alpha)
    {
    }
    Activation kind;
    double alpha; ///< at least 0: below 0 the result would not show which side of 0 the argument was on
    std::string text() const override;
};

namespace ops {
extern const OpSpec activation; ///< x → y
extern const OpSpec activationBackward; ///< what `slopeReads` says, dy → dx: 0 where the slope is 0, whatever dy is
} // namespace ops

/// `x` itself for `none`.
TensorId emitActivation(Emitter& emitter, TensorId x, Activation kind);
TensorId emitActivation(Emitter& emitter, TensorId x, Activation kind, double alpha);

} // namespace netsmith
