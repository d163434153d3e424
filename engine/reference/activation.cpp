#include "engine/ops/activation.h"
#include "engine/reference/activation.h"

#include "engine/reference/call.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace netsmith::reference {
namespace {

double sigmoid(double x)
{
    return 1.0 / (1.0 + std::exp(-x));
}

double softplus(double x)
{
    return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

/// The normal distribution's Φ and its density.
double normalBelow(double x)
{
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}
double normalDensity(double x)
{
    return std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi);
}

/// 2u of GELU's ½x(1 + tanh u) = x·sigmoid(2u), and its derivative.
double tanhArgument(double x)
{
    return 2.0 * std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x);
}
double tanhArgumentSlope(double x)
{
    return 2.0 * std::sqrt(2.0 / std::numbers::pi) * (1.0 + 3.0 * 0.044715 * x * x);
}

/// x·weight(x) where the weight vanishes faster than x grows: 0 at −∞, not ∞·0.
double weighted(double x, double weight)
{
    return weight == 0.0 ? 0.0 : x * weight;
}

double clamped(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x; // std::clamp knows no NaN
}

} // namespace

double activate(Activation kind, double x, double alpha)
{
    switch (kind) {
    case Activation::none: return x;
    case Activation::elu: return x > 0.0 ? x : alpha * std::expm1(x);
    case Activation::gelu: return weighted(x, normalBelow(x));
    case Activation::geluTanh: return weighted(x, sigmoid(tanhArgument(x)));
    case Activation::hardSigmoid: return clamped(x + 3.0, 0.0, 6.0) / 6.0;
    case Activation::hardSilu: return weighted(x, clamped(x + 3.0, 0.0, 6.0) / 6.0);
    case Activation::hardTanh: return clamped(x, -1.0, 1.0);
    case Activation::leakyRelu: return x > 0.0 ? x : alpha * x;
    case Activation::mish: return weighted(x, std::tanh(softplus(x)));
    case Activation::relu: return x < 0.0 ? 0.0 : x;
    case Activation::relu6: return clamped(x, 0.0, 6.0);
    case Activation::selu: return seluScale * (x > 0.0 ? x : seluAlpha * std::expm1(x));
    case Activation::sigmoid: return sigmoid(x);
    case Activation::silu: return weighted(x, sigmoid(x));
    case Activation::softplus: return softplus(x);
    case Activation::softsign: return std::isinf(x) ? std::copysign(1.0, x) : x / (1.0 + std::abs(x));
    case Activation::tanh: return std::tanh(x);
    }
    return x;
}

double activate(Activation kind, double x)
{
    return activate(kind, x, defaultAlpha(kind));
}

double slopeAt(Activation kind, double read, double alpha)
{
    const double x = read, y = read; // `slopeReads` says which of the two it is
    switch (kind) {
    case Activation::none: return 1.0;
    case Activation::elu: return y > 0.0 ? 1.0 : y + alpha;
    case Activation::gelu: return normalBelow(x) + weighted(x, normalDensity(x));
    case Activation::geluTanh: {
        const double s = sigmoid(tanhArgument(x));
        return s + weighted(x * tanhArgumentSlope(x), s * sigmoid(-tanhArgument(x)));
    }
    case Activation::hardSigmoid: return x > -3.0 && x < 3.0 ? 1.0 / 6.0 : 0.0;
    case Activation::hardSilu: return x <= -3.0 ? 0.0 : x >= 3.0 ? 1.0 : (2.0 * x + 3.0) / 6.0;
    case Activation::hardTanh: return y > -1.0 && y < 1.0 ? 1.0 : 0.0;
    case Activation::leakyRelu: return y > 0.0 ? 1.0 : alpha;
    case Activation::mish: {
        const double t = std::tanh(softplus(x));
        return t + weighted(x, (1.0 - t * t) * sigmoid(x));
    }
    case Activation::relu: return y > 0.0 ? 1.0 : 0.0;
    case Activation::relu6: return y > 0.0 && y < 6.0 ? 1.0 : 0.0;
    case Activation::selu: return y > 0.0 ? seluScale : y + seluScale * seluAlpha;
    case Activation::sigmoid: return y * (1.0 - y);
    case Activation::silu: return sigmoid(x) + weighted(x, sigmoid(x) * sigmoid(-x));
    case Activation::softplus: return sigmoid(x);
    case Activation::softsign: return 1.0 / ((1.0 + std::abs(x)) * (1.0 + std::abs(x)));
    case Activation::tanh: return 1.0 - y * y;
    }
    return 1.0;
}

double slopeAt(Activation kind, double read)
{
    return slopeAt(kind, read, defaultAlpha(kind));
}

template <>
void compute<ops::activation>(const Call& call)
{
    const auto& attributes = call.as<ActivationAttributes>();
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = activate(attributes.kind, call.in(0)[i], attributes.alpha);
}

template <>
void compute<ops::activationBackward>(const Call& call)
{
    const auto& attributes = call.as<ActivationAttributes>();
    const Tensor& read = call.in(0);
    const Tensor& dy = call.in(1);
    for (std::int64_t i = 0; i < read.size(); ++i)
        call.out(0)[i] = weighted(dy[i], slopeAt(attributes.kind, read[i], attributes.alpha));
}

} // namespace netsmith::reference
