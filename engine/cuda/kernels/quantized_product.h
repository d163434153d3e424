#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/window_steps.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// A convolution of codes of 8 bits, or a dense layer as one of single pixels.
struct QuantizedShape {
    WindowShape window;
    std::int64_t filters = 1;

    constexpr std::int64_t pixels() const { return window.images * window.outputHeight * window.outputWidth; }
    constexpr std::int64_t products() const { return window.kernelHeight * window.kernelWidth * window.channels; }
};

/// Where the tensors of one are.
struct QuantizedTensors {
    const std::uint8_t* x;
    const float* range; ///< of x
    const float* w; ///< [products, filters]
    const float* bias; ///< may be null
    const float* written; ///< the range of y's codes; null: y is f32
    void* y; ///< [pixels, filters]
};

/// `scales` has room for a number per filter. Exact: the sums are of whole numbers.
void quantizedProduct(Stream& stream, const QuantizedShape& shape, const QuantizedTensors& tensors, bool rectify, float* scales);

/// Where the tensors of a product are whose rows have steps of their own.
struct DynamicTensors {
    const float* x; ///< [rows, inputs]
    const float* w; ///< [inputs, units]
    const float* bias; ///< may be null
    float* y; ///< [rows, units]
};

/// `scales` has room for a number per unit and per row.
void dynamicProduct(Stream& stream, const DynamicTensors& tensors, std::int64_t rows, std::int64_t inputs, std::int64_t units,
                    bool rectify, float* scales);

} // namespace netsmith::cuda::kernels
