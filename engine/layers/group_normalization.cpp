#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/group_norm.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    std::int64_t groups = 32;
    double epsilon = 1e-3;
    bool center = true;
    bool scale = true;
};

std::int64_t groupsOf(const Parameters& p, std::int64_t channels)
{
    return p.groups == -1 ? channels : p.groups;
}

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    requireAxes(inputs[0]);
    const std::int64_t channels = inputs[0][-1];
    const std::int64_t groups = groupsOf(p, channels);
    if (groups < 1 || channels % groups != 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("group_normalization.groups",
                               "expected groups that divide {0:channel|channels}, got {1}; choose a divisor, or −1 for as many "
                               "groups as channels"),
                    channels, p.groups);
    return {inputs[0]};
}

void lower(const Parameters& p, LayerCall& call)
{
    const std::int64_t channels = call.emitter().shape(call.input())[-1];
    const TensorId gamma = p.scale ? call.weight(WeightKind::gamma, "gamma", {channels}) : noTensor;
    const TensorId beta = p.center ? call.weight(WeightKind::beta, "beta", {channels}) : noTensor;
    const auto attributes = std::make_shared<GroupNormAttributes>(groupsOf(p, channels), p.epsilon);
    call.setOutput(0, call.emitter().emit(ops::groupNorm, attributes, {call.input(), gamma, beta})[0]);
}

/// An instance normalization of the groups: ONNX's own operator for groups has one factor a group before version 21.
void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const Shape& x = call.inputShape(0);
    const int positions = x.rank() - 1;
    const Shape groups{groupsOf(p, x[-1])};
    std::vector<std::int64_t> sizes{x[-1]}, perChannel{x[-1]};
    for (int axis = 0; axis < positions; ++axis) {
        sizes.push_back(x[axis]);
        perChannel.push_back(1);
    }
    OnnxCall::Value y = call.reshapeTo(call.channelsFirst(call.input(), positions), {groups[0], -1});
    y = call.add("InstanceNormalization", {y, call.numbers(filled(groups, 1.0f)), call.numbers(filled(groups, 0.0f))},
                 {{"epsilon", p.epsilon}});
    y = call.reshapeTo(y, sizes);
    if (p.scale)
        y = call.add("Mul", {y, call.parameter("gamma", reshaped(call.weight("gamma"), Shape(perChannel)))});
    if (p.center)
        y = call.add("Add", {y, call.parameter("beta", reshaped(call.weight("beta"), Shape(perChannel)))});
    call.setOutput(0, call.channelsLast(y, positions));
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    if (p.center != p.scale)
        return code.refuse(NS_MESSAGE("group_normalization.pytorch",
                                      "PyTorch's GroupNorm has both a scale and an offset or neither; set both \"scale\" and "
                                      "\"center\", or none"));
    code.order(AxisOrder::channelsFirst);
    code.torchModule("nn.GroupNorm",
                     {std::to_string(groupsOf(p, code.channels())), std::to_string(code.channels()),
                      keyword("eps", p.epsilon, 1e-5), keyword("affine", p.scale, true)});
}

} // namespace

LayerSpec groupNormalization()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .integer(
            "groups", &Parameters::groups, NS_TEXT("group_normalization", "Groups"),
            NS_TEXT("group_normalization",
                    "The number of groups that the channels are divided into; 1 for all in one group, −1 for as many as channels."))
        .range(-1, 65536)
        .usual(1, 32)
        .real("epsilon", &Parameters::epsilon, NS_TEXT("layer_normalization", "Epsilon"),
              NS_TEXT("layer_normalization", "Added to the variance, so that equal values are not divided by zero."))
        .hard({0.0, 1.0, true, false})
        .usual(1e-6, 1e-3)
        .boolean("center", &Parameters::center, NS_TEXT("layer_normalization", "Center"),
                 NS_TEXT("layer_normalization", "Whether a learned offset (beta) is added to the result."))
        .boolean("scale", &Parameters::scale, NS_TEXT("layer_normalization", "Scale"),
                 NS_TEXT("layer_normalization", "Whether the result is multiplied by a learned factor (gamma)."));
    return LayerBuilder<Parameters>("group_normalization", 1, Category::normalisation,
                                    NS_TEXT("group_normalization", "Group normalization"),
                                    NS_TEXT("group_normalization",
                                            "Normalizes each group of channels of a sample to mean 0 and standard deviation 1: for "
                                            "batches too small for batch normalization."))
        .alsoKnownAs(NS_TEXT("group_normalization", "groupnorm, gn, instance norm, normalize"))
        .shortTitle(NS_TEXT("group_normalization", "GroupNorm"))
        .parameters(parameters)
        .weights({WeightKind::gamma, WeightKind::beta})
        .shapes(shapes)
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([](const Parameters&, LayerCode& code) { code.kerasLayer("GroupNormalization"); })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
