#include "engine/cuda/kernels/quantized_product.h"

#include "engine/core/quantization_grid.h"
#include "engine/cuda/kernels/fake_quantize.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

struct QuantizedProduct {
    QuantizedShape shape;
    QuantizedTensors tensors;
    bool rectify;
    const float* scales;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t filter = i % shape.filters;
        const QuantizationGrid grid = QuantizationGrid::between(tensors.range[0], tensors.range[1]);
        const float factor = grid.step * scales[filter];
        std::int32_t sum = sumOf(i / shape.filters, filter, static_cast<std::int32_t>(grid.zero));
        if (tensors.bias)
            sum += static_cast<std::int32_t>(biasSteps(tensors.bias[filter], factor));
        float value = static_cast<float>(sum) * factor;
        if (rectify && value < 0.0f)
            value = 0.0f;
        if (tensors.written)
            static_cast<std::uint8_t*>(tensors.y)[i] =
                QuantizationGrid::between(tensors.written[0], tensors.written[1]).code(value);
        else
            static_cast<float*>(tensors.y)[i] = value;
    }

    NS_DEVICE std::int32_t sumOf(std::int64_t pixel, std::int64_t filter, std::int32_t zero) const
    {
        const WindowShape& w = shape.window;
        const std::int64_t row = pixel / w.outputWidth, image = row / w.outputHeight;
        const std::int64_t top = row % w.outputHeight * w.strideHeight - w.top;
        const std::int64_t left = pixel % w.outputWidth * w.strideWidth - w.left;
        const float inverse = 1.0f / scales[filter];
        std::int32_t sum = 0;
        for (std::int64_t ky = 0; ky < w.kernelHeight; ++ky)
            for (std::int64_t kx = 0; kx < w.kernelWidth; ++kx) {
                const std::int64_t y = top + ky * w.dilationHeight, x = left + kx * w.dilationWidth;
                if (y < 0 || y >= w.height || x < 0 || x >= w.width)
                    continue;
                const std::uint8_t* codes = tensors.x + ((image * w.height + y) * w.width + x) * w.channels;
                const float* weights = tensors.w + (ky * w.kernelWidth + kx) * w.channels * shape.filters + filter;
                for (std::int64_t c = 0; c < w.channels; ++c)
                    sum += (codes[c] - zero) * static_cast<std::int32_t>(weightSteps(weights[c * shape.filters], inverse));
            }
        return sum;
    }
};

struct DynamicProduct {
    DynamicTensors tensors;
    std::int64_t inputs;
    std::int64_t units;
    bool rectify;
    const float* rowScales;
    const float* scales;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t row = i / units, unit = i % units;
        const float step = rowScales[row];
        std::int32_t sum = 0;
        for (std::int64_t k = 0; k < inputs; ++k)
            sum += static_cast<std::int32_t>(weightSteps(tensors.x[row * inputs + k], 1.0f / step))
                * static_cast<std::int32_t>(weightSteps(tensors.w[k * units + unit], 1.0f / scales[unit]));
        float value = static_cast<float>(sum) * scales[unit];
        value = value * step;
        if (tensors.bias)
            value = value + tensors.bias[unit];
        tensors.y[i] = rectify && value < 0.0f ? 0.0f : value;
    }
};

} // namespace

void dynamicProduct(Stream& stream, const DynamicTensors& tensors, std::int64_t rows, std::int64_t inputs, std::int64_t units,
                    bool rectify, float* scales)
{
    weightScales(stream, tensors.w, inputs, units, scales);
    rowScales(stream, tensors.x, rows, inputs, scales + units);
    launchEach(stream, rows * units, DynamicProduct{tensors, inputs, units, rectify, scales + units, scales});
}

void quantizedProduct(Stream& stream, const QuantizedShape& shape, const QuantizedTensors& tensors, bool rectify, float* scales)
{
    weightScales(stream, tensors.w, shape.products(), shape.filters, scales);
    launchEach(stream, shape.pixels() * shape.filters, QuantizedProduct{shape, tensors, rectify, scales});
}

} // namespace netsmith::cuda::kernels
