#include "engine/ops/quantized_product.h"

#include "engine/reference/activation.h"
#include "engine/reference/quantization.h"

namespace netsmith::reference {
namespace {

/// Runs the kernel of the product of floats on whole numbers, whose sums are exact in double, then scales them.
template <class A>
void multiply(const Call& call, const OpSpec& product)
{
    const auto& attributes = call.as<QuantizedAttributes<A>>();
    const QuantizationGrid grid = gridOf(call.in(1));
    const QuantizedWeights weights(call.in(2));
    const std::int64_t channels = call.in(2).shape()[-1];
    std::vector<float> factors;
    for (const float scale : weights.scales)
        factors.push_back(grid.step * scale);

    std::vector<double> x(call.in(0).values.begin(), call.in(0).values.end());
    for (double& code : x)
        code -= grid.zero; // so that the padding is 0
    std::vector<double> w = weights.steps, b;
    if (attributes.product.bias)
        for (std::int64_t c = 0; c < channels; ++c)
            b.push_back(biasSteps(static_cast<float>(call.in(3)[c]), factors[static_cast<std::size_t>(c)]));
    const Tensor tensors[] = {
        {call.in(0).info, x, {}}, {call.in(2).info, w, {}}, {call.in(attributes.product.bias ? 3 : 2).info, b, {}}, call.out(0)};
    auto plain = std::make_shared<A>(attributes.product);
    plain->activation = Activation::none;
    Op op;
    op.spec = &product;
    op.attributes = plain;
    op.inputs = attributes.product.bias ? std::vector<TensorId>{0, 1, 2} : std::vector<TensorId>{0, 1};
    op.outputs = {3};
    kernelNamed(product.name)(Call(op, tensors, nullptr));

    for (std::int64_t i = 0; i < call.out(0).size(); ++i) {
        double& value = call.out(0)[i];
        value =
            activate(attributes.product.activation, static_cast<float>(value) * factors[static_cast<std::size_t>(i % channels)]);
        if (attributes.codes)
            value = gridOf(call.in(call.inputCount() - 1)).code(static_cast<float>(value));
    }
}

} // namespace

template <>
void compute<ops::quantize>(const Call& call)
{
    const QuantizationGrid grid = gridOf(call.in(1));
    for (std::int64_t i = 0; i < call.in(0).size(); ++i)
        call.out(0)[i] = grid.code(static_cast<float>(call.in(0)[i]));
}

template <>
void compute<ops::quantizedConv2d>(const Call& call)
{
    multiply<Conv2dAttributes>(call, ops::conv2d);
}

template <>
void compute<ops::quantizedDense>(const Call& call)
{
    multiply<DenseAttributes>(call, ops::dense);
}

template <>
void compute<ops::dynamicDense>(const Call& call)
{
    const auto& attributes = call.as<DenseAttributes>();
    const QuantizedWeights weights(call.in(1));
    const auto inputs = static_cast<std::size_t>(call.in(1).shape()[0]), units = static_cast<std::size_t>(call.in(1).shape()[1]);
    const std::span<const double> x(call.in(0).values);
    for (std::size_t row = 0; row < x.size() / inputs; ++row) {
        const RoundedRow rounded(x.subspan(row * inputs, inputs));
        for (std::size_t unit = 0; unit < units; ++unit) {
            double sum = 0.0; // of whole numbers
            for (std::size_t k = 0; k < inputs; ++k)
                sum += rounded.codes[k] * weights.steps[k * units + unit];
            float value = static_cast<float>(sum) * weights.scales[unit];
            value *= rounded.step;
            if (attributes.bias)
                value += static_cast<float>(call.in(2)[static_cast<std::int64_t>(unit)]);
            call.out(0)[static_cast<std::int64_t>(row * units + unit)] = activate(attributes.activation, value);
        }
    }
}

} // namespace netsmith::reference
