#include "engine/ops/activation.h"
#include "engine/reference/activation.h"

#include "engine/reference/call.h"

#include <cmath>

namespace netsmith::reference {

double activate(Activation kind, double x)
{
    switch (kind) {
    case Activation::none: return x;
    case Activation::relu: return x < 0.0 ? 0.0 : x;
    case Activation::sigmoid: return 1.0 / (1.0 + std::exp(-x));
    case Activation::tanh: return std::tanh(x);
    }
    return x;
}

double slopeAt(Activation kind, double y)
{
    switch (kind) {
    case Activation::none: return 1.0;
    case Activation::relu: return y > 0.0 ? 1.0 : 0.0;
    case Activation::sigmoid: return y * (1.0 - y);
    case Activation::tanh: return 1.0 - y * y;
    }
    return 1.0;
}

template <>
void compute<ops::activation>(const Call& call)
{
    const Activation kind = call.as<ActivationAttributes>().kind;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = activate(kind, call.in(0)[i]);
}

template <>
void compute<ops::activationBackward>(const Call& call)
{
    const Activation kind = call.as<ActivationAttributes>().kind;
    const Tensor& y = call.in(0);
    const Tensor& dy = call.in(1);
    for (std::int64_t i = 0; i < y.size(); ++i)
        call.out(0)[i] = dy[i] * slopeAt(kind, y[i]);
}

} // namespace netsmith::reference
