#pragma once

#include "engine/core/data_type.h"
#include "engine/core/error.h"
#include "engine/cuda/kernels/float16.h"

#include <type_traits>

namespace netsmith::cuda {

/// Calls `make` with a value of the element type, so that an op's lowering names its kernel once for f32 and both of 16 bits.
template <class F>
auto forFloatType(DataType type, F make)
{
    if (type == DataType::f32)
        return make(float{});
    if (type == DataType::bf16)
        return make(BFloat16{});
    if (type == DataType::f16)
        return make(Float16{});
    throw Error(ErrorKind::input, NS_MESSAGE("cuda.float", "a GPU computes in f32, bf16 and f16, not in {0}"), nameOf(type));
}

/// The same for a target: classes or distributions.
template <class F>
auto forTargetType(DataType type, F make)
{
    return type == DataType::i32 ? make(std::int32_t{}) : make(float{});
}

} // namespace netsmith::cuda
