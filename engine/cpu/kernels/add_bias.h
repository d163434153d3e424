#pragma once

#include "engine/cpu/kernels/activation.h"
#include "engine/cpu/kernels/bias.h"

namespace netsmith::kernels {

/// y[i] = activation(x[i] + bias[i mod columns]); T is float or BFloat16, and y may be x.
template <class T>
void addBias(Activation activation, const T* x, const float* bias, T* y, std::int64_t count, std::int64_t columns) noexcept
{
    addBias(x, bias, y, count / columns, columns, activation == Activation::relu);
    if (activation != Activation::relu)
        activate(activation, y, count);
}

} // namespace netsmith::kernels
