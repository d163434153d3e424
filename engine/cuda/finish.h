#pragma once

#include "engine/cuda/kernels/activation.h"
#include "engine/cuda/products.h"

namespace netsmith::cuda {

/// Does what the library left: y [rows, columns].
template <class T>
void finishProduct(Stream& stream, const Finish& finish, const float* bias, T* y, std::int64_t rows, std::int64_t columns)
{
    if (finish.ownBias)
        kernels::biasActivate(stream, finish.left, bias, y, rows, columns);
    else if (finish.left != Activation::none)
        kernels::activate(stream, finish.left, y, y, rows * columns);
}

} // namespace netsmith::cuda
