#include "engine/ops/quantized_product.h"

#include "engine/cuda/kernel.h"
#include "engine/cuda/kernels/activation.h"
#include "engine/cuda/kernels/fake_quantize.h"
#include "engine/cuda/kernels/quantized_product.h"

namespace netsmith::cuda {
namespace {

template <class A>
Lowered lowerQuantized(const Op& op, const kernels::QuantizedShape& shape)
{
    const auto& attributes = op.as<QuantizedAttributes<A>>();
    return lowerTo(
        [shape, biased = attributes.product.bias, codes = attributes.codes,
         activation = attributes.product.activation](const Addresses& at, Stream& stream) {
            const kernels::QuantizedTensors tensors{at.in<std::uint8_t>(0),
                                                    at.in<float>(1),
                                                    at.in<float>(2),
                                                    biased ? at.in<float>(3) : nullptr,
                                                    codes ? at.in<float>(biased ? 4 : 3) : nullptr,
                                                    at.out<void>(0)};
            kernels::quantizedProduct(stream, shape, tensors, activation == Activation::relu, static_cast<float*>(at.workspace));
            if (activation != Activation::relu && activation != Activation::none)
                kernels::activate(stream, activation, defaultAlpha(activation), at.out<float>(0), at.out<float>(0),
                                  shape.pixels() * shape.filters);
        },
        {shape.filters * static_cast<std::int64_t>(sizeof(float)), {}});
}

} // namespace

template <>
Lowered lower<ops::quantize>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.output(op, 0).shape.elements()](const Addresses& at, Stream& stream) {
        kernels::quantize(stream, at.in<float>(0), at.in<float>(1), at.out<std::uint8_t>(0), count);
    });
}

template <>
Lowered lower<ops::quantizedConv2d>(const LoweringContext&, const Op& op)
{
    const Conv2dAttributes& conv = op.as<QuantizedConv2dAttributes>().product;
    return lowerQuantized<Conv2dAttributes>(op, {windowShape(conv.window, conv.inputShape), conv.kernelShape[3]});
}

template <>
Lowered lower<ops::quantizedDense>(const LoweringContext& context, const Op& op)
{
    const Shape& x = context.input(op, 0).shape;
    const WindowShape rows{.images = x.elements() / x[-1], .channels = x[-1]};
    return lowerQuantized<DenseAttributes>(op, {rows, context.input(op, 2).shape[1]});
}

template <>
Lowered lower<ops::dynamicDense>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<DenseAttributes>();
    const Shape &x = context.input(op, 0).shape, &w = context.input(op, 1).shape;
    const std::int64_t inputs = w[0], units = w[1], rows = x.elements() / inputs;
    return lowerTo(
        [=, biased = attributes.bias, activation = attributes.activation](const Addresses& at, Stream& stream) {
            const kernels::DynamicTensors tensors{at.in<float>(0), at.in<float>(1), biased ? at.in<float>(2) : nullptr,
                                                  at.out<float>(0)};
            kernels::dynamicProduct(stream, tensors, rows, inputs, units, activation == Activation::relu,
                                    static_cast<float*>(at.workspace));
            if (activation != Activation::relu && activation != Activation::none)
                kernels::activate(stream, activation, defaultAlpha(activation), at.out<float>(0), at.out<float>(0), rows * units);
        },
        {(units + rows) * static_cast<std::int64_t>(sizeof(float)), {}});
}

} // namespace netsmith::cuda
