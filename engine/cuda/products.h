#pragma once

#include "engine/cuda/device/cublas.h"
#include "engine/plan/logical_plan.h"

namespace netsmith::cuda {

/// x [rows, in] · w [in, out] = y [rows, out], row by row: to a library that counts columns first each is its transpose.
struct ProductSizes {
    std::int64_t rows;
    std::int64_t in;
    std::int64_t out;
    std::int64_t step = 0; ///< from one row of w and y to the next, where they hold more than `out`; 0: they do not
};

/// y from w and x.
inline ProductShape forwardProduct(const ProductSizes& sizes, DataType type)
{
    return {
        .m = sizes.out, .n = sizes.rows, .k = sizes.in, .stepA = sizes.step, .stepD = sizes.step, .type = type, .resultType = type};
}

/// dx from w and dy.
inline ProductShape backwardDataProduct(const ProductSizes& sizes, DataType type, DataType result)
{
    return {.m = sizes.in,
            .n = sizes.rows,
            .k = sizes.out,
            .transposeA = true,
            .stepA = sizes.step,
            .stepB = sizes.step,
            .type = type,
            .resultType = result};
}

/// dw, in f32, from dy and x.
inline ProductShape backwardWeightsProduct(const ProductSizes& sizes, DataType type)
{
    return {.m = sizes.out,
            .n = sizes.in,
            .k = sizes.rows,
            .transposeB = true,
            .stepA = sizes.step,
            .stepD = sizes.step,
            .type = type,
            .resultType = DataType::f32};
}

/// With tensor cores that cut f32 to 10 bits, where the plan asks for that.
inline ProductShape as(Precision precision, ProductShape shape)
{
    shape.tensorFloat = precision == Precision::tf32;
    return shape;
}

} // namespace netsmith::cuda
