#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"

#include <algorithm>

namespace netsmith::interop {
namespace {

/// A flow, and which of its port's axes a model's axis is.
struct AlongAxis {
    Flow flow{};
    int place = 0;
    bool isSequence = false; ///< the port has the axis and channels, nothing else
};

void requireSampleAxis(const Flow& flow, int axis)
{
    if (flow.layout.holdsBatch(axis))
        refuseBatchAxis(axis);
}

/// The flow as an image or a sequence in which the axis is one of the positions.
AlongAxis alongAxis(NodeCall& call, const Flow& flow, int axis)
{
    requireSampleAxis(flow, axis);
    const std::vector<int> order = flow.layout.storedOrder();
    bool separate = static_cast<int>(order.size()) == flow.shape.rank();
    for (std::size_t i = 0; separate && i < order.size(); ++i)
        separate = flow.layout.size(order[i]) == flow.shape[static_cast<int>(i)];
    const auto place = static_cast<int>(std::ranges::find(order, axis) - order.begin());
    if (separate && (flow.shape.rank() == 3 || flow.shape.rank() == 2) && place < flow.shape.rank() - 1)
        return {flow, place, flow.shape.rank() == 2};
    return {call.network().aroundAxis(flow, axis), 1, false};
}

Flow withAxis(const Flow& flow, const NetworkBuilder::Placed& placed, int axis, std::int64_t size)
{
    Flow result = NetworkBuilder::made(flow, placed);
    result.layout = flow.layout.resized(axis, size);
    return result;
}

/// Adds to the list of a layer of this kind that just made the flow, as if both were one; false: there is none.
bool extends(NodeCall& call, const Flow& flow, std::string_view layer, std::string_view parameter,
             const std::vector<std::int64_t>& amounts, Flow& origin, std::vector<std::int64_t>& joined)
{
    Node* producer = call.network().soleProducer(flow);
    if (!producer || producer->layer != layer)
        return false;
    const auto* list = std::get_if<std::vector<std::int64_t>>(&producer->parameters.find(parameter)->second);
    if (!list || list->size() != amounts.size())
        return false;
    joined = *list;
    for (std::size_t i = 0; i < amounts.size(); ++i) {
        if (joined[i] != 0 && amounts[i] != 0)
            return false;
        joined[i] += amounts[i];
    }
    origin = call.network().inputOf(flow);
    return true;
}

Flow bordered(NodeCall& call, const Flow& flow, int axis, std::int64_t before, std::int64_t after, bool cuts)
{
    if (before == 0 && after == 0)
        return flow;
    const AlongAxis along = alongAxis(call, flow, axis);
    const std::string kind = cuts ? "cropping" : "zero_padding", parameter = cuts ? "cropping" : "padding";
    std::vector<std::int64_t> amounts(along.isSequence ? 2 : 4, 0);
    amounts[static_cast<std::size_t>(2 * along.place)] = before;
    amounts[static_cast<std::size_t>(2 * along.place + 1)] = after;
    const std::string layer = kind + (along.isSequence ? "1d" : "2d");
    Flow origin = along.flow;
    std::vector<std::int64_t> joined;
    if (extends(call, along.flow, layer, parameter, amounts, origin, joined))
        amounts = joined;
    const auto placed = call.network().add(layer, {{parameter, amounts}}, std::span(&origin, 1), call.name());
    const std::int64_t size = along.flow.layout.size(axis) + (cuts ? -before - after : before + after);
    return withAxis(along.flow, placed, axis, size);
}

} // namespace

void refuseBatchAxis(int axis)
{
    throw Error(ErrorKind::input,
                NS_MESSAGE("onnx.import.batch_axis",
                           "it works along axis {0}, which counts the samples of a batch; a layer sees each sample by itself"),
                axis);
}

void refuseIndex(std::int64_t index, std::int64_t size)
{
    throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.index", "its index {0} is outside of an axis of {1}"), index, size);
}

void requireSameBatchAxis(std::span<const Flow> flows)
{
    const AxisLayout& first = flows[0].layout;
    for (const Flow& flow : flows)
        if (first.batchAxis() < 0 || flow.layout.batchAxis() != first.batchAxis() || flow.layout.rank() != first.rank())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("onnx.import.batch_places", "its inputs have their samples along different axes"));
}

Flow padded(NodeCall& call, const Flow& flow, int axis, std::int64_t before, std::int64_t after)
{
    const Flow cropped = bordered(call, flow, axis, std::max<std::int64_t>(-before, 0), std::max<std::int64_t>(-after, 0), true);
    return bordered(call, cropped, axis, std::max<std::int64_t>(before, 0), std::max<std::int64_t>(after, 0), false);
}

Flow sliced(NodeCall& call, const Flow& flow, int axis, std::int64_t first, std::int64_t count, std::int64_t step)
{
    const std::int64_t size = flow.layout.size(axis);
    if (count < 1)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.empty_slice", "it takes nothing of an axis of {0}"), size);
    if (first == 0 && step == 1 && count == size)
        return flow;
    const std::int64_t last = first + (count - 1) * step;
    // Where the next one would lie beyond the end, the rest may stay.
    const std::int64_t cut = last + step < size ? size - 1 - last : step == 1 ? size - 1 - last : 0;
    const Flow part = padded(call, flow, axis, -first, -cut);
    if (step == 1 || count == part.layout.size(axis))
        return part;
    const AlongAxis along = alongAxis(call, part, axis);
    std::vector<std::int64_t> strides(along.isSequence ? 1 : 2, 1);
    strides[static_cast<std::size_t>(along.place)] = step;
    const auto placed = call.network().add(along.isSequence ? "average_pooling1d" : "average_pooling2d",
                                           {{"pool_size", std::vector<std::int64_t>(strides.size(), 1)}, {"strides", strides}},
                                           std::span(&along.flow, 1), call.name());
    return withAxis(along.flow, placed, axis, count);
}

Flow reducedAxis(NodeCall& call, const Flow& flow, int axis, std::string_view pooling)
{
    requireSampleAxis(flow, axis);
    const std::int64_t size = flow.layout.size(axis);
    if (size == 1)
        return flow;
    const Flow image = call.network().aroundAxis(flow, axis);
    const std::vector<std::int64_t> window{1, size};
    const auto placed =
        call.network().add(pooling, {{"pool_size", window}, {"strides", window}}, std::span(&image, 1), call.name());
    return withAxis(image, placed, axis, 1);
}

Flow spread(NodeCall& call, const Flow& flow, std::span<const std::int64_t> dims)
{
    Flow result = flow;
    while (result.layout.rank() < static_cast<int>(dims.size()))
        result.layout = result.layout.withOne(0);
    for (int axis = 0; axis < result.layout.rank(); ++axis) {
        const std::int64_t size = result.layout.size(axis), wanted = dims[static_cast<std::size_t>(axis)];
        if (size == wanted || wanted == 1)
            continue;
        requireSampleAxis(result, axis);
        result = repeatedAlong(call, result, axis, wanted);
    }
    return result;
}

Flow repeatedAlong(NodeCall& call, const Flow& flow, int axis, std::int64_t times)
{
    const Flow image = call.network().aroundAxis(flow, axis);
    const auto placed =
        call.network().add("up_sampling2d", {{"size", std::vector<std::int64_t>{1, times}}}, std::span(&image, 1), call.name());
    return withAxis(image, placed, axis, image.layout.size(axis) * times);
}

Flow rescaled(NodeCall& call, const Flow& flow, double scale, double offset)
{
    if (scale == 1.0 && offset == 0.0)
        return flow;
    return call.network().apply("rescaling", {{"scale", scale}, {"offset", offset}}, flow, call.name());
}

Flow channelsLast(NodeCall& call, const Flow& flow)
{
    if (flow.layout.rank() < 2 || flow.layout.batchAxis() != 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.channels", "its input of {0} has no axis of channels after one of samples"),
                    dimsText(flow.dims()));
    AxisLayout::Groups groups;
    for (int axis = 2; axis < flow.layout.rank(); ++axis)
        groups.push_back({axis});
    groups.push_back({1});
    return call.network().arranged(flow, groups);
}

std::vector<Flow> aligned(NodeCall& call, std::vector<Flow> flows)
{
    int rank = 0;
    for (const Flow& flow : flows)
        rank = std::max(rank, flow.layout.rank());
    const Flow* largest = &flows[0];
    for (Flow& flow : flows) {
        while (flow.layout.rank() < rank)
            flow.layout = flow.layout.withOne(0);
        if (flow.layout.sampleElements() > largest->layout.sampleElements())
            largest = &flow;
    }
    const auto isAlike = [&](const Flow& flow) { return flow.shape == largest->shape && flow.layout == largest->layout; };
    if (std::ranges::all_of(flows, isAlike))
        return flows;
    requireSameBatchAxis(flows);
    AxisLayout::Groups groups;
    for (const int axis : largest->layout.storedOrder())
        groups.push_back({axis});
    if (groups.empty())
        groups.emplace_back();
    for (Flow& flow : flows)
        flow = call.network().arranged(flow, groups);
    return flows;
}

Flow applyActivationOf(NodeCall& call, const Flow& flow, std::string_view layer, ParameterMap parameters)
{
    Node* producer = call.network().soleProducer(flow);
    if (producer && parameters.empty() && call.network().takesActivation(*producer, layer)) {
        producer->parameters["activation"] = std::string(layer);
        return flow;
    }
    return call.network().apply(layer, std::move(parameters), flow, call.name());
}

} // namespace netsmith::interop
