#include "engine/ops/group_norm.h"
#include "engine/ops/layer_norm.h"
#include "tests/engine/ops/op_cases.h"

namespace netsmith::test {
namespace {

/// x, gamma, beta; the latter two may be absent.
std::vector<OpInput> inputsOf(const Shape& x, bool scale, bool center)
{
    const std::int64_t c = x[-1];
    std::vector<OpInput> inputs{activationInput(x, spread(x.elements(), 1, 3.0)), parameterInput({c}, uniform(c, 2, 0.5, 1.5)),
                                parameterInput({c}, uniform(c, 3, -0.5, 0.5))};
    inputs[1].absent = !scale;
    inputs[2].absent = !center;
    for (OpInput& input : inputs)
        input.wanted = !input.absent;
    return inputs;
}

OpCase layerCase(const std::string& name, const Shape& x, bool small = true, bool centred = true, bool scale = true,
                 bool center = true)
{
    OpCase made{name, &ops::layerNorm, std::make_shared<LayerNormAttributes>(1e-2, centred), inputsOf(x, scale, center)};
    made.differences = small;
    return made;
}

OpCase groupCase(const std::string& name, const Shape& x, std::int64_t groups, bool small = true, bool scale = true,
                 bool center = true)
{
    OpCase made{name, &ops::groupNorm, std::make_shared<GroupNormAttributes>(groups, 1e-2), inputsOf(x, scale, center)};
    made.differences = small;
    return made;
}

} // namespace

void addSampleNormCases(std::vector<OpCase>& cases)
{
    cases.push_back(layerCase("layer_norm of vectors", {6, 5}));
    cases.push_back(layerCase("layer_norm of sequences", {2, 3, 7}));
    cases.push_back(layerCase("layer_norm without gamma", {5, 6}, true, true, false, true));
    cases.push_back(layerCase("layer_norm without either", {5, 6}, true, true, false, false));
    cases.push_back(layerCase("layer_norm, uncentred", {4, 9}, true, false, true, false));
    cases.push_back(layerCase("layer_norm, many rows", {3, 67, 130}, false));
    cases.push_back(layerCase("layer_norm, long rows", {5, 9001}, false));
    cases.push_back(layerCase("layer_norm, uncentred, many rows", {259, 70}, false, false, true, false));

    cases.push_back(groupCase("group_norm of images", {2, 3, 2, 6}, 3));
    cases.push_back(groupCase("group_norm of sequences", {3, 4, 4}, 2));
    cases.push_back(groupCase("group_norm of vectors", {3, 8}, 2));
    cases.push_back(groupCase("group_norm, one group", {2, 3, 3, 2}, 1));
    cases.push_back(groupCase("group_norm, a group a channel", {2, 5, 3}, 3));
    cases.push_back(groupCase("group_norm without gamma", {2, 5, 4}, 2, true, false, true));
    cases.push_back(groupCase("group_norm without either", {2, 5, 4}, 2, true, false, false));
    cases.push_back(groupCase("group_norm, large", {5, 13, 11, 48}, 8, false));
}

} // namespace netsmith::test
