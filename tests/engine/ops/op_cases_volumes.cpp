#include "engine/ops/conv3d.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

struct Volume {
    std::string name;
    Shape x; ///< N,D,H,W,C
    Shape w; ///< kd,kh,kw,C/groups,filters
    Window3d window{}; ///< with the kernel of w
    std::int64_t groups = 1;
    bool bias = true;
    Activation activation = Activation::none;
    bool small = true;
};

OpCase caseOf(const Volume& volume)
{
    auto attributes = std::make_shared<Conv3dAttributes>();
    attributes->window = volume.window;
    for (int axis = 0; axis < 3; ++axis)
        attributes->window.axes[static_cast<std::size_t>(axis)].kernel = volume.w[axis];
    attributes->groups = volume.groups;
    attributes->bias = volume.bias;
    attributes->activation = volume.activation;
    attributes->inputShape = volume.x;
    attributes->kernelShape = volume.w;
    OpCase made{"conv3d" + volume.name,
                &ops::conv3d,
                attributes,
                {activationInput(volume.x, uniform(volume.x.elements(), 1, -1.0, 1.0)),
                 activationInput(volume.w, uniform(volume.w.elements(), 2, -0.5, 0.5))}};
    if (volume.bias)
        made.inputs.push_back(parameterInput({volume.w[4]}, uniform(volume.w[4], 3, -1.0, 1.0)));
    for (OpInput& input : made.inputs)
        input.wanted = volume.activation == Activation::none; // a fused op has no gradient
    made.differences = volume.small;
    return made;
}

/// The gradient with respect to the data by itself: a second derivative goes through it.
OpCase backwardOf(const Volume& volume)
{
    OpCase forward = caseOf(volume);
    auto attributes = std::make_shared<Conv3dAttributes>(static_cast<const Conv3dAttributes&>(*forward.attributes));
    attributes->bias = false;
    const Shape y = attributes->outputShape();
    OpCase made{"conv3d_backward_data" + volume.name,
                &ops::conv3dBackwardData,
                attributes,
                {activationInput(y, uniform(y.elements(), 4, -1.0, 1.0)), forward.inputs[1]}};
    made.differences = volume.small;
    return made;
}

/// A window by its strides and dilations, and its padding before and after along each axis.
Window3d window(const Size3& strides, const Size3& dilations, const Size3& before, const Size3& after)
{
    Window3d made;
    for (std::size_t i = 0; i < made.axes.size(); ++i)
        made.axes[i] = {1, strides[i], dilations[i], before[i], after[i]};
    return made;
}

} // namespace

void addVolumeCases(std::vector<OpCase>& cases)
{
    const Window3d plain, same = window({1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1});
    for (const Volume& each : std::vector<Volume>{
             {"", {2, 3, 4, 3, 2}, {2, 3, 2, 2, 3}},
             {", same", {1, 3, 4, 5, 2}, {3, 3, 3, 2, 2}, same},
             {", same, even kernel", {1, 3, 4, 3, 1}, {2, 4, 2, 1, 2}, window({1, 1, 1}, {1, 1, 1}, {0, 1, 0}, {1, 2, 1})},
             {", stride 2×1×3", {2, 5, 4, 7, 1}, {3, 2, 3, 1, 2}, window({2, 1, 3}, {1, 1, 1}, {1, 0, 1}, {1, 1, 0})},
             {", stride beyond the kernel", {1, 7, 5, 4, 2}, {1, 2, 2, 2, 2}, window({3, 3, 3}, {1, 1, 1}, {0, 0, 0}, {0, 0, 0})},
             {", dilated", {1, 6, 5, 7, 2}, {3, 2, 2, 2, 2}, window({1, 1, 1}, {2, 1, 3}, {1, 0, 2}, {2, 1, 0})},
             {", dilated and strided", {1, 7, 6, 5, 1}, {2, 2, 2, 1, 3}, window({2, 2, 1}, {3, 2, 2}, {2, 1, 0}, {0, 1, 1})},
             {", groups", {2, 3, 3, 4, 4}, {2, 2, 3, 2, 6}, same, 2},
             {", a group for each channel", {1, 4, 3, 3, 3}, {3, 3, 3, 1, 6}, same, 3},
             {", slice by slice", {2, 3, 4, 4, 2}, {1, 3, 3, 2, 2}, window({1, 1, 1}, {1, 1, 1}, {0, 1, 1}, {0, 1, 1})},
             {", voxel by voxel, without bias", {2, 2, 3, 3, 3}, {1, 1, 1, 3, 4}, plain, 1, false},
             {", in padding alone", {1, 1, 2, 2, 1}, {2, 1, 1, 1, 1}, window({1, 1, 1}, {1, 1, 1}, {3, 0, 0}, {2, 0, 0})},
             {", then relu", {1, 3, 4, 5, 8}, {3, 3, 3, 8, 5}, same, 1, true, Activation::relu},
             {", then tanh", {1, 3, 4, 5, 8}, {3, 3, 3, 8, 5}, same, 1, true, Activation::tanh},
             {", then mish, without bias", {1, 3, 4, 5, 8}, {3, 3, 3, 8, 5}, same, 1, false, Activation::mish},
             {", large", {2, 9, 14, 13, 16}, {3, 3, 3, 16, 33}, same, 1, true, Activation::none, false},
             {", large and strided",
              {2, 11, 14, 15, 7},
              {3, 3, 3, 7, 24},
              window({2, 2, 2}, {1, 1, 1}, {1, 0, 1}, {1, 1, 1}),
              1,
              true,
              Activation::none,
              false},
             {", large, groups", {2, 8, 9, 10, 16}, {3, 3, 3, 4, 32}, same, 4, true, Activation::none, false}})
        cases.push_back(caseOf(each));

    cases.push_back(backwardOf({"", {2, 3, 4, 3, 2}, {2, 3, 2, 2, 3}}));
    cases.push_back(backwardOf(
        {", strided and dilated", {1, 7, 6, 5, 1}, {2, 2, 2, 1, 3}, window({2, 2, 1}, {3, 2, 2}, {2, 1, 0}, {0, 1, 1})}));
    cases.push_back(backwardOf({", groups", {2, 3, 3, 4, 4}, {2, 2, 3, 2, 6}, same, 2}));
}

} // namespace netsmith::test
