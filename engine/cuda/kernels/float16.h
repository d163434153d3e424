#pragma once

#include "engine/core/bfloat16.h"
#include "engine/core/float16.h"
#include "engine/cuda/kernels/on_device.h"

#include <cstdint>

namespace netsmith::cuda {

/// IEEE 754's binary16: 5 bits of exponent, 10 of mantissa. For storage only; a GPU converts it in one instruction.
struct Float16 {
    std::uint16_t bits = 0;

    Float16() = default;
    /// Rounds to nearest even, to infinity from 65520 on; a NaN stays a NaN.
    NS_DEVICE explicit Float16(float value)
    {
#ifdef __CUDA_ARCH__
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
#else
        bits = halfBits(value);
#endif
    }
    NS_DEVICE explicit Float16(double value)
        : Float16(static_cast<float>(value))
    {
    }

    NS_DEVICE explicit operator float() const
    {
#ifdef __CUDA_ARCH__
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
#else
        return halfValue(bits);
#endif
    }
    NS_DEVICE explicit operator double() const
    {
        return static_cast<double>(static_cast<float>(*this));
    }
};

} // namespace netsmith::cuda

/// `WITH(T)` for every type of `forFloatType`: kernels are instantiated for all of them.
#define NS_FOR_FLOAT_TYPES(WITH)                                                                                                   \
    WITH(float)                                                                                                                    \
    WITH(BFloat16)                                                                                                                 \
    WITH(Float16)
