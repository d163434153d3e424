#pragma once

#include "engine/core/error.h"
#include "engine/cuda/device/cublas.h"
#include "engine/cuda/kernels/activation.h"

namespace netsmith::cuda {

/// For a product followed by a bias and an activation: what the library fuses, and what is left for own kernels. It adds an f32
/// bias only to an f32 result, supports no activation but relu, and may have no algorithm for that.
struct Finish {
    bool takesBias;
    bool ownBias;
    Activation left;

    Finish(bool bias, Activation activation, DataType type)
        : takesBias(bias && type == DataType::f32)
        , ownBias(bias && !takesBias)
        , left(activation == Activation::relu && !ownBias ? Activation::none : activation)
        , m_relu(activation == Activation::relu && !ownBias)
    {
    }
    /// Creates products `with` what the library fuses; again without it if the library refuses.
    template <class Make>
    auto product(const Make& make)
    {
        if (!takesBias && !m_relu)
            return make();
        try {
            return make();
        } catch (const Error& error) {
            if (error.cause() != MessageFacts::Cause::library)
                throw;
        }
        ownBias = ownBias || takesBias;
        left = m_relu ? Activation::relu : left;
        takesBias = m_relu = false;
        return make();
    }
    ProductShape with(ProductShape shape) const
    {
        shape.bias = takesBias;
        shape.relu = m_relu;
        return shape;
    }

private:
    bool m_relu;
};

/// Does what is left to do: y [rows, columns].
template <class T>
void finishProduct(Stream& stream, const Finish& finish, const float* bias, T* y, std::int64_t rows, std::int64_t columns)
{
    if (finish.ownBias)
        kernels::biasActivate(stream, finish.left, bias, y, rows, columns);
    else if (finish.left != Activation::none)
        kernels::activate(stream, finish.left, static_cast<float>(defaultAlpha(finish.left)), y, y, rows * columns);
}

} // namespace netsmith::cuda
