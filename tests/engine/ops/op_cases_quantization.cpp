#include "engine/ops/fake_quantize.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/quantized_product.h"
#include "tests/engine/ops/op_cases.h"

#include <cmath>

namespace netsmith::test {
namespace {

OpInput rangeInput(double low, double high)
{
    return givenInput({2}, {low, high});
}

std::vector<double> codes(std::int64_t count, std::uint64_t seed)
{
    std::vector<double> values = uniform(count, seed, 0.0, 256.0);
    for (double& value : values)
        value = std::floor(value);
    return values;
}

OpCase fakeCase(const std::string& name, std::int64_t count, double low, double high)
{
    OpCase made{
        name, &ops::fakeQuantize, noAttributes(), {parameterInput({count}, uniform(count, 1, -2.0, 2.0)), rangeInput(low, high)}};
    made.differences = false; // a step function
    return made;
}

OpCase rangeGradientCase(const std::string& name, std::int64_t count, double low, double high)
{
    return {name,
            &ops::fakeQuantizeRangeGradient,
            noAttributes(),
            {givenInput({count}, uniform(count, 1, -2.0, 2.0)), rangeInput(low, high),
             givenInput({count}, uniform(count, 2, -1.0, 3.0))}};
}

OpCase weightCase(const std::string& name, const Shape& w)
{
    OpCase made{name, &ops::fakeQuantizeWeights, noAttributes(), {parameterInput(w, uniform(w.elements(), 1, -1.0, 1.0))}};
    made.differences = false;
    return made;
}

/// Every code and, as weights near ±1 are 127 steps, sums as large as they get.
OpCase convolutionCase(const std::string& name, const Shape& x, std::int64_t filters, const Window2d& window, bool bias = true,
                       bool toCodes = false, Activation activation = Activation::none)
{
    Conv2dAttributes conv;
    const Shape w{window.kernel.height, window.kernel.width, x[3], filters};
    conv.window = window;
    conv.bias = bias;
    conv.activation = activation;
    conv.inputShape = x;
    conv.kernelShape = w;
    OpCase made{name,
                &ops::quantizedConv2d,
                std::make_shared<QuantizedConv2dAttributes>(conv, toCodes),
                {givenInput(x, codes(x.elements(), 1), DataType::u8), rangeInput(-0.7, 1.9),
                 givenInput(w, uniform(w.elements(), 2, -1.0, 1.0))}};
    if (bias)
        made.inputs.push_back(givenInput({filters}, uniform(filters, 3, -1.0, 1.0)));
    if (toCodes)
        made.inputs.push_back(rangeInput(-3.0, 5.0));
    return made;
}

OpCase denseCase(const std::string& name, const Shape& x, std::int64_t units, bool bias = true, bool toCodes = false,
                 Activation activation = Activation::none)
{
    DenseAttributes dense;
    dense.bias = bias;
    dense.activation = activation;
    OpCase made{name,
                &ops::quantizedDense,
                std::make_shared<QuantizedDenseAttributes>(dense, toCodes),
                {givenInput(x, codes(x.elements(), 1), DataType::u8), rangeInput(0.0, 4.0),
                 givenInput({x[-1], units}, uniform(x[-1] * units, 2, -1.0, 1.0))}};
    if (bias)
        made.inputs.push_back(givenInput({units}, uniform(units, 3, -1.0, 1.0)));
    if (toCodes)
        made.inputs.push_back(rangeInput(0.0, 9.0));
    return made;
}

OpCase rowCase(const std::string& name, const Shape& x)
{
    OpCase made{name, &ops::fakeQuantizeRows, noAttributes(), {parameterInput(x, uniform(x.elements(), 1, -1.0, 2.0))}};
    made.differences = false;
    return made;
}

OpCase dynamicCase(const std::string& name, const Shape& x, std::int64_t units, bool bias = true,
                   Activation activation = Activation::none)
{
    auto dense = std::make_shared<DenseAttributes>();
    dense->bias = bias;
    dense->activation = activation;
    OpCase made{
        name,
        &ops::dynamicDense,
        dense,
        {givenInput(x, uniform(x.elements(), 1, -2.0, 3.0)), givenInput({x[-1], units}, uniform(x[-1] * units, 2, -1.0, 1.0))}};
    if (bias)
        made.inputs.push_back(givenInput({units}, uniform(units, 3, -1.0, 1.0)));
    return made;
}

OpCase poolingCase(const std::string& name, const Shape& x, const Window2d& window)
{
    auto pooling = std::make_shared<Pool2dAttributes>();
    pooling->window = window;
    pooling->inputShape = x;
    return {name, &ops::maxPool2dCodes, pooling, {givenInput(x, codes(x.elements(), 1), DataType::u8)}};
}

} // namespace

void addQuantizationCases(std::vector<OpCase>& cases)
{
    cases.push_back(fakeCase("fake_quantize", 1003, -0.4, 1.2));
    cases.push_back(fakeCase("fake_quantize of positive numbers", 40001, 0.0, 1.5));
    cases.push_back(fakeCase("fake_quantize, range unknown", 17, 0.0, 0.0));
    cases.push_back(rangeGradientCase("fake_quantize_range_gradient", 1003, -0.4, 1.2));
    cases.push_back(rangeGradientCase("fake_quantize_range_gradient, large", 70001, -1.9, 0.3));
    cases.push_back(rangeGradientCase("fake_quantize_range_gradient, nothing cut off", 37, -3.0, 3.0));
    cases.push_back(weightCase("fake_quantize_weights of a kernel", {3, 3, 5, 19}));
    cases.push_back(weightCase("fake_quantize_weights, one channel", {7, 1}));
    cases.push_back(rowCase("fake_quantize_rows", {37, 131}));
    cases.push_back(rowCase("fake_quantize_rows of sequences", {2, 3, 5}));
    cases.push_back(rowCase("fake_quantize_rows of a number each", {9, 1}));
    cases.push_back(dynamicCase("dynamic_dense", {7, 70}, 35));
    cases.push_back(dynamicCase("dynamic_dense of a row", {1, 301}, 130, false, Activation::relu));
    cases.push_back(dynamicCase("dynamic_dense of sequences", {3, 4, 9}, 5, true, Activation::tanh));
    cases.push_back(dynamicCase("dynamic_dense, large", {65, 513}, 97, true, Activation::relu));
    cases.push_back({"observe_range first",
                     &ops::observeRange,
                     std::make_shared<ObserveRangeAttributes>(0.99),
                     {givenInput({70001}, uniform(70001, 1, -3.0, 2.0)), rangeInput(0.0, 0.0)}});
    cases.push_back({"observe_range later",
                     &ops::observeRange,
                     std::make_shared<ObserveRangeAttributes>(0.9),
                     {givenInput({5, 3}, uniform(15, 1, 0.5, 2.0)), rangeInput(-0.5, 4.0)}});
    cases.push_back(
        {"quantize", &ops::quantize, noAttributes(), {givenInput({1003}, uniform(1003, 1, -2.0, 2.0)), rangeInput(-0.4, 1.2)}});
    const Window2d same{.kernel = {3, 3}, .top = 1, .bottom = 1, .left = 1, .right = 1};
    cases.push_back(convolutionCase("quantized_conv2d", {2, 7, 6, 5}, 9, same));
    cases.push_back(convolutionCase("quantized_conv2d of one channel", {1, 9, 9, 1}, 40, same, true, false, Activation::relu));
    cases.push_back(convolutionCase("quantized_conv2d of many channels", {2, 5, 5, 36}, 33, same, false, false, Activation::relu));
    cases.push_back(convolutionCase("quantized_conv2d to codes", {3, 5, 4, 8}, 17, same, true, true, Activation::relu));
    cases.push_back(
        convolutionCase("quantized_conv2d, strides, dilation", {2, 11, 9, 3}, 6,
                        {.kernel = {3, 2}, .stride = {2, 3}, .dilation = {2, 2}, .top = 2, .bottom = 1, .left = 1, .right = 0},
                        true, false, Activation::tanh));
    cases.push_back(poolingCase("max_pool2d_codes", {2, 6, 8, 67}, {.kernel = {2, 2}, .stride = {2, 2}}));
    cases.push_back(poolingCase("max_pool2d_codes, overlapping, padded", {1, 7, 6, 3},
                                {.kernel = {3, 2}, .stride = {2, 1}, .top = 1, .bottom = 1, .left = 1, .right = 0}));
    cases.push_back(denseCase("quantized_dense", {7, 70}, 35));
    cases.push_back(denseCase("quantized_dense of a row", {1, 301}, 130, false, true, Activation::relu));
    cases.push_back(denseCase("quantized_dense of sequences", {3, 4, 9}, 5, true, true));
    cases.push_back(denseCase("quantized_dense, large", {65, 513}, 97, true, false, Activation::sigmoid));
}

} // namespace netsmith::test
