#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"
#include "engine/interop/onnx/import/window.h"

#include <algorithm>

namespace netsmith::interop {
namespace {

constexpr double defaultEpsilon = 1e-5;

std::vector<float> channelNumbers(const Constant& constant, std::int64_t channels)
{
    if (constant.elements() != channels)
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("onnx.import.channel_numbers", "its constant of {0} has not one number for each of {1:channel|channels}"),
            dimsText(constant.dims()), channels);
    return constant.floats();
}

void fillChannels(NodeCall& call, const NetworkBuilder::Placed& placed, std::string_view weight, int input)
{
    const std::int64_t channels = placed.shape[-1];
    call.network().fill(placed.id, weight, Shape{channels}, channelNumbers(call.constant(input), channels));
}

} // namespace

void importBatchNormalization(NodeCall& call)
{
    if (call.integer("training_mode", 0) != 0 || (call.opset() < 14 && (call.isRead(1) || call.isRead(3))))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.training_mode", "it is in training mode; export the model for inference"));
    const Flow x = channelsLast(call, call.flow(0));
    const auto placed = call.network().add(
        "batch_normalization", {{"epsilon", call.number("epsilon", defaultEpsilon)}, {"momentum", call.number("momentum", 0.9)}},
        std::span(&x, 1), layerName(call, 1));
    static constexpr std::array weights{"gamma", "beta", "moving_mean", "moving_variance"};
    for (int i = 0; i < 4; ++i)
        fillChannels(call, placed, weights[static_cast<std::size_t>(i)], i + 1);
    call.setFlow(NetworkBuilder::made(x, placed));
}

void importInstanceNormalization(NodeCall& call)
{
    const Flow x = channelsLast(call, call.flow(0));
    const auto placed = call.network().add("group_normalization",
                                           {{"groups", std::int64_t{-1}}, {"epsilon", call.number("epsilon", defaultEpsilon)}},
                                           std::span(&x, 1), layerName(call, 1));
    fillChannels(call, placed, "gamma", 1);
    fillChannels(call, placed, "beta", 2);
    call.setFlow(NetworkBuilder::made(x, placed));
}

void importGroupNormalization(NodeCall& call)
{
    const Flow x = channelsLast(call, call.flow(0));
    const std::int64_t groups = call.integer("num_groups", 1), channels = x.shape[-1];
    const auto placed =
        call.network().add("group_normalization", {{"groups", groups}, {"epsilon", call.number("epsilon", defaultEpsilon)}},
                           std::span(&x, 1), layerName(call, 1));
    static constexpr std::array weights{"gamma", "beta"};
    for (int i = 0; i < 2; ++i) {
        const std::vector<float> given = call.constant(i + 1).floats();
        std::vector<float> numbers(static_cast<std::size_t>(channels));
        // Before opset 21 there is a number for each group.
        for (std::size_t channel = 0; channel < numbers.size(); ++channel)
            numbers[channel] = given.empty() ? 0.0f : given[channel * given.size() / numbers.size()];
        call.network().fill(placed.id, weights[static_cast<std::size_t>(i)], Shape{channels}, std::move(numbers));
    }
    call.setFlow(NetworkBuilder::made(x, placed));
}

void importLayerNormalization(NodeCall& call)
{
    if (call.isRead(1) || call.isRead(2))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.normalization_outputs", "its mean and deviation are no outputs of a layer"));
    const Flow given = call.flow(0);
    const int axis = axisOf(call.integer("axis", -1), given.layout.rank());
    if (axis <= given.layout.batchAxis())
        refuseBatchAxis(axis);
    AxisLayout::Groups groups;
    for (int one = 0; one < axis; ++one)
        if (one != given.layout.batchAxis())
            groups.push_back({one});
    groups.emplace_back();
    for (int one = axis; one < given.layout.rank(); ++one)
        groups.back().push_back(one);
    const Flow x = call.network().arranged(given, groups);
    const bool rms = call.node().op == "RMSNormalization" || call.node().op == "SimplifiedLayerNormalization";
    const double epsilon = call.number("epsilon", defaultEpsilon);
    std::vector<std::int64_t> normalized = given.dims();
    normalized.erase(normalized.begin(), normalized.begin() + axis);
    ParameterMap parameters{{"epsilon", epsilon}};
    if (!rms)
        parameters["center"] = call.has(2);
    const auto placed =
        call.network().add(rms ? "rms_normalization" : "layer_normalization", parameters, std::span(&x, 1), layerName(call, 1));
    const auto fillAt = [&](std::string_view weight, int input) {
        const std::vector<double> numbers = call.constant(input).broadcast(normalized).numbers();
        call.network().fill(placed.id, weight, Shape{placed.shape[-1]}, std::vector<float>(numbers.begin(), numbers.end()));
    };
    fillAt(rms ? "scale" : "gamma", 1);
    if (!rms && call.has(2))
        fillAt("beta", 2);
    call.setFlow(NetworkBuilder::made(x, placed));
}

} // namespace netsmith::interop
