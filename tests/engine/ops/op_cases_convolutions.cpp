#include "engine/ops/add_bias.h"
#include "engine/ops/conv2d.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

/// Each channel with `times` filters of its own.
OpCase depthwiseCase(const std::string& name, const Shape& x, std::int64_t times, const Window2d& window, bool small = true,
                     bool bias = true, Activation activation = Activation::none)
{
    auto attributes = std::make_shared<Conv2dAttributes>();
    const Shape w{window.kernel.height, window.kernel.width, 1, x[3] * times};
    attributes->window = window;
    attributes->groups = x[3];
    attributes->bias = bias;
    attributes->activation = activation;
    attributes->inputShape = x;
    attributes->kernelShape = w;
    OpCase made{name,
                &ops::conv2d,
                attributes,
                {activationInput(x, uniform(x.elements(), 1, -1.0, 1.0)), activationInput(w, uniform(w.elements(), 2, -0.5, 0.5))}};
    if (bias)
        made.inputs.push_back(parameterInput({x[3] * times}, uniform(x[3] * times, 3, -1.0, 1.0)));
    for (OpInput& input : made.inputs)
        input.wanted = activation == Activation::none; // a fused op has no gradient
    made.differences = small;
    return made;
}

/// A convolution's gradient with respect to its data, run forward: `grown` is the resulting image.
OpCase transposedCase(const std::string& name, const Shape& grown, const Shape& w, Window2d window, bool small = true)
{
    auto attributes = std::make_shared<Conv2dAttributes>();
    window.kernel = {w[0], w[1]};
    attributes->window = window;
    attributes->bias = false;
    attributes->inputShape = grown;
    attributes->kernelShape = w;
    const Size2 size = window.outputOf({grown[1], grown[2]});
    const Shape x{grown[0], size.height, size.width, w[3]};
    OpCase made{name,
                &ops::conv2dBackwardData,
                attributes,
                {activationInput(x, uniform(x.elements(), 1, -1.0, 1.0)), activationInput(w, uniform(w.elements(), 2, -0.5, 0.5))}};
    made.differences = small;
    return made;
}

OpCase biasCase(const std::string& name, const Shape& x, Activation activation = Activation::none, bool small = true)
{
    OpCase made{name,
                &ops::addBias,
                std::make_shared<AddBiasAttributes>(activation),
                {activationInput(x, spread(x.elements(), 1)), parameterInput({x[-1]}, uniform(x[-1], 2, -1.0, 1.0))}};
    for (OpInput& input : made.inputs)
        input.wanted = activation == Activation::none;
    made.differences = small;
    return made;
}

} // namespace

void addConvolutionCases(std::vector<OpCase>& cases)
{
    cases.push_back(depthwiseCase("depthwise", {2, 5, 4, 3}, 1, {{3, 3}, {1, 1}, {1, 1}, 1, 1, 1, 1}));
    cases.push_back(depthwiseCase("depthwise, two filters a channel", {2, 5, 4, 3}, 2, {{3, 2}, {1, 1}, {1, 1}, 1, 1, 0, 1}));
    cases.push_back(depthwiseCase("depthwise, stride 2×3, two filters", {1, 7, 8, 2}, 2, {{3, 3}, {2, 3}, {1, 1}, 0, 1, 1, 1}));
    cases.push_back(depthwiseCase("depthwise, dilated", {1, 7, 6, 5}, 1, {{3, 2}, {1, 1}, {2, 3}, 2, 1, 0, 3}));
    cases.push_back(depthwiseCase("depthwise, dilated and strided", {1, 9, 9, 2}, 1, {{3, 3}, {2, 2}, {2, 2}, 1, 2, 1, 2}));
    cases.push_back(
        depthwiseCase("depthwise, 5×5 without bias", {1, 6, 7, 3}, 1, {{5, 5}, {1, 1}, {1, 1}, 2, 2, 2, 2}, true, false));
    cases.push_back(depthwiseCase("depthwise, stride beyond the kernel", {1, 8, 7, 2}, 3, {{2, 2}, {3, 3}, {1, 1}}, true, false));
    cases.push_back(depthwiseCase("depthwise, large", {3, 16, 15, 33}, 1, {{3, 3}, {1, 1}, {1, 1}, 1, 1, 1, 1}, false));
    cases.push_back(depthwiseCase("depthwise, large and dilated", {5, 17, 18, 40}, 1, {{3, 3}, {1, 1}, {2, 2}, 2, 2, 2, 2}, false));
    cases.push_back(
        depthwiseCase("depthwise, large, 5×5, stride 2", {4, 19, 18, 24}, 1, {{5, 5}, {2, 2}, {1, 1}, 2, 2, 1, 2}, false));
    cases.push_back(
        depthwiseCase("depthwise, large, four filters", {3, 12, 13, 20}, 4, {{3, 3}, {1, 1}, {1, 1}, 1, 1, 1, 1}, false));
    for (const Activation kind : {Activation::relu, Activation::sigmoid, Activation::tanh})
        cases.push_back(depthwiseCase("depthwise, dilated, " + std::string(nameOf(kind)), {2, 9, 8, 17}, 1,
                                      {{3, 3}, {1, 1}, {2, 2}, 2, 2, 2, 2}, false, true, kind));

    cases.push_back(transposedCase("transposed conv2d", {2, 6, 8, 2}, {3, 3, 2, 3}, {{}, {2, 2}, {1, 1}, 0, 1, 0, 1}));
    cases.push_back(transposedCase("transposed conv2d, stride beyond the kernel", {1, 8, 9, 1}, {2, 2, 1, 2}, {{}, {3, 3}}));
    cases.push_back(transposedCase("transposed conv2d, dilated", {1, 7, 6, 2}, {3, 2, 2, 2}, {{}, {1, 1}, {2, 3}}));
    cases.push_back(
        transposedCase("transposed conv2d, large", {3, 28, 26, 16}, {3, 3, 16, 33}, {{}, {2, 2}, {1, 1}, 0, 1, 0, 1}, false));

    cases.push_back(biasCase("add_bias", {2, 3, 2, 5}));
    cases.push_back(biasCase("add_bias to one channel", {3, 4, 1}));
    cases.push_back(biasCase("add_bias, large", {5, 33, 31, 19}, Activation::none, false));
    for (const Activation kind : {Activation::relu, Activation::sigmoid, Activation::tanh})
        cases.push_back(biasCase("add_bias, then " + std::string(nameOf(kind)), {2, 7, 6, 17}, kind, false));
}

} // namespace netsmith::test
