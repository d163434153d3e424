#include "engine/ops/conv2d.h"
#include "engine/ops/pool2d.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

struct Conv {
    Shape x;
    Shape w;
    Window2d window;
    std::int64_t groups = 1;
    bool bias = true;
};

OpCase convCase(const std::string& name, const Conv& conv, bool small = true)
{
    auto attributes = std::make_shared<Conv2dAttributes>();
    attributes->window = conv.window;
    attributes->window.kernel = {conv.w[0], conv.w[1]};
    attributes->groups = conv.groups;
    attributes->bias = conv.bias;
    attributes->inputShape = conv.x;
    attributes->kernelShape = conv.w;
    OpCase made{name,
                &ops::conv2d,
                attributes,
                {activationInput(conv.x, uniform(conv.x.elements(), 1, -1.0, 1.0)),
                 activationInput(conv.w, uniform(conv.w.elements(), 2, -0.5, 0.5))}};
    if (conv.bias)
        made.inputs.push_back(parameterInput({conv.w[3]}, uniform(conv.w[3], 3, -1.0, 1.0)));
    made.differences = small;
    return made;
}

OpCase poolCase(const std::string& name, const OpSpec& spec, const Shape& x, const Window2d& window, bool small = true,
                Activation activation = Activation::none)
{
    auto attributes = std::make_shared<Pool2dAttributes>();
    attributes->window = window;
    attributes->inputShape = x;
    attributes->activation = activation;
    OpCase made{name, &spec, attributes, {activationInput(x, spread(x.elements(), 4))}};
    made.differences = small;
    return made;
}

/// A window with padding top, bottom, left, right.
Window2d window(Size2 kernel, Size2 stride, Size2 dilation = {1, 1}, std::int64_t top = 0, std::int64_t bottom = 0,
                std::int64_t left = 0, std::int64_t right = 0)
{
    return {kernel, stride, dilation, top, bottom, left, right};
}

} // namespace

void addImageCases(std::vector<OpCase>& cases)
{
    cases.push_back(convCase("conv2d", {{2, 5, 4, 3}, {3, 3, 3, 2}, window({}, {1, 1})}));
    cases.push_back(
        convCase("conv2d, batch 1, odd, padded unevenly", {{1, 5, 7, 2}, {3, 2, 2, 3}, window({}, {1, 1}, {1, 1}, 0, 1, 1, 0)}));
    cases.push_back(convCase("conv2d, stride 2×3", {{2, 7, 8, 2}, {3, 3, 2, 2}, window({}, {2, 3}, {1, 1}, 1, 1, 0, 1)}));
    cases.push_back(convCase("conv2d, stride beyond the kernel", {{1, 7, 7, 1}, {2, 2, 1, 2}, window({}, {3, 3})}));
    cases.push_back(convCase("conv2d, dilated", {{1, 7, 6, 2}, {3, 2, 2, 2}, window({}, {1, 1}, {2, 3}, 2, 1, 0, 3)}));
    cases.push_back(convCase("conv2d, dilated and strided", {{1, 9, 9, 1}, {3, 3, 1, 2}, window({}, {2, 2}, {2, 2}, 1, 2, 1, 2)}));
    cases.push_back(convCase("conv2d, two groups", {{2, 4, 4, 4}, {3, 3, 2, 6}, window({}, {1, 1}, {1, 1}, 1, 1, 1, 1), 2}));
    cases.push_back(convCase("conv2d, depthwise", {{1, 4, 5, 3}, {2, 2, 1, 3}, window({}, {1, 1}), 3}));
    cases.push_back(convCase("conv2d without bias, 1×1", {{2, 3, 3, 4}, {1, 1, 4, 5}, window({}, {1, 1}), 1, false}));
    cases.push_back(convCase("conv2d without bias, 1×1, strided over few channels",
                             {{8, 14, 14, 4}, {1, 1, 4, 6}, window({}, {2, 2}), 1, false}, false));
    cases.push_back(convCase("conv2d, kernel as large as the image", {{2, 3, 4, 2}, {3, 4, 2, 3}, window({}, {1, 1})}));
    cases.push_back(convCase("conv2d, five images", {{5, 6, 6, 2}, {3, 3, 2, 3}, window({}, {1, 1}, {1, 1}, 1, 1, 1, 1)}, false));
    cases.push_back(convCase("conv2d, first layer", {{4, 28, 28, 1}, {3, 3, 1, 32}, window({}, {1, 1})}, false));
    cases.push_back(
        convCase("conv2d, middle layer", {{3, 13, 13, 32}, {3, 3, 32, 64}, window({}, {1, 1}, {1, 1}, 1, 1, 1, 1)}, false));
    cases.push_back(
        convCase("conv2d, many channels", {{2, 9, 10, 64}, {3, 3, 64, 80}, window({}, {1, 1}, {1, 1}, 1, 1, 1, 1)}, false));
    cases.push_back(convCase("conv2d, many channels, padded unevenly",
                             {{2, 8, 8, 48}, {3, 3, 48, 49}, window({}, {1, 1}, {1, 1}, 2, 0, 0, 2)}, false));
    cases.push_back(convCase("conv2d, downsampling",
                             {{2, 15, 16, 16}, {3, 3, 16, 33}, window({}, {2, 2}, {1, 1}, 0, 1, 0, 1), 1, false}, false));

    cases.push_back(poolCase("max pooling", ops::maxPool2d, {2, 4, 6, 3}, window({2, 2}, {2, 2})));
    cases.push_back(poolCase("max pooling, batch 1, overlapping", ops::maxPool2d, {1, 7, 5, 2}, window({3, 3}, {2, 1})));
    cases.push_back(
        poolCase("max pooling, padded unevenly", ops::maxPool2d, {1, 5, 5, 2}, window({3, 2}, {2, 2}, {1, 1}, 1, 0, 0, 1)));
    cases.push_back(poolCase("max pooling, dilated", ops::maxPool2d, {1, 7, 7, 1}, window({2, 2}, {1, 2}, {3, 2})));
    cases.push_back(poolCase("max pooling, window of 256", ops::maxPool2d, {1, 17, 16, 1}, window({16, 16}, {1, 1})));
    cases.push_back(poolCase("max pooling of eight channels, overlapping and padded", ops::maxPool2d, {2, 7, 5, 8},
                             window({3, 3}, {2, 1}, {1, 1}, 1, 0, 0, 1)));
    cases.push_back(
        poolCase("max pooling of four channels, dilated", ops::maxPool2d, {1, 7, 7, 4}, window({2, 2}, {1, 2}, {3, 2})));
    cases.push_back(poolCase("max pooling, odd and large", ops::maxPool2d, {5, 27, 25, 33}, window({2, 2}, {2, 2}), false));
    cases.push_back(poolCase("average pooling", ops::avgPool2d, {2, 4, 6, 3}, window({2, 2}, {2, 2})));
    cases.push_back(
        poolCase("average pooling, padded unevenly", ops::avgPool2d, {1, 5, 5, 2}, window({3, 2}, {2, 2}, {1, 1}, 1, 1, 0, 1)));
    cases.push_back(
        poolCase("average pooling, overlapping and dilated", ops::avgPool2d, {1, 7, 6, 2}, window({2, 3}, {1, 2}, {2, 1})));
    cases.push_back(poolCase("average over the whole image", ops::avgPool2d, {2, 3, 5, 4}, window({3, 5}, {1, 1})));
    cases.push_back(poolCase("average pooling, large", ops::avgPool2d, {3, 14, 14, 40}, window({2, 2}, {2, 2}), false));
}

} // namespace netsmith::test
