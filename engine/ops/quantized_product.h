#pragma once

#include "engine/ops/conv2d.h"
#include "engine/ops/dense.h"

namespace netsmith {

// Products of integers: x is u8 codes of a range's `QuantizationGrid`, w is f32 and taken as multiples q of its channels'
// `gridScale`, and b as a whole number of steps, step(x) · step(w): s = Σ (x − zero) · q + b, exact in 32 bits. The result is
// float(s) · step(x) · step(w), then the activation. With a second range it is u8 codes of that. Created by fusion for evaluation.

/// Of a convolution or a dense layer: `A` is Conv2dAttributes or DenseAttributes.
template <class A>
struct QuantizedAttributes : Attributes {
    explicit QuantizedAttributes(A product, bool codes = false)
        : product(std::move(product))
        , codes(codes)
    {
    }
    A product;
    bool codes; ///< whether the result is u8
    std::string text() const override { return product.text() + (codes ? " to u8" : ""); }
};
using QuantizedConv2dAttributes = QuantizedAttributes<Conv2dAttributes>;
using QuantizedDenseAttributes = QuantizedAttributes<DenseAttributes>;

/// How many products one result may add up without leaving 32 bits.
inline constexpr std::int64_t mostQuantizedProducts = 1 << 15;

namespace ops {
extern const OpSpec quantize; ///< x f32, range → u8
extern const OpSpec quantizedConv2d; ///< x, range, w[, b][, range of y] → y; of one group
extern const OpSpec quantizedDense; ///< the same
/// x f32 […,K], w[, b] → y f32 […,N]: attributes of a dense layer. Each row of x is taken as multiples c of the `gridScale` of its
/// largest number, so that y = (float(Σ c · q) · step(w)) · step(row) + b, then the activation.
extern const OpSpec dynamicDense;
} // namespace ops

} // namespace netsmith
