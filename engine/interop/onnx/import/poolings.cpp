#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"
#include "engine/interop/onnx/import/window.h"

#include <algorithm>

namespace netsmith::interop {
namespace {

std::string poolingName(std::string_view kind, int axes)
{
    return std::string(kind) + "_pooling" + std::to_string(axes) + "d";
}

Flow channelsFirstAgain(NodeCall& call, const Flow& input, const NetworkBuilder::Placed& placed)
{
    std::vector<int> places{AxisLayout::batchFactor, placed.shape.rank() - 1};
    for (int axis = 0; axis + 1 < placed.shape.rank(); ++axis)
        places.push_back(axis);
    Flow result = Flow::of(placed.port, placed.shape, call.network().batch(), places);
    result.isInteger = input.isInteger;
    return result;
}

/// Where the results are rounded up, the last windows reach beyond the padding.
void roundUp(NodeCall& call, SlidingWindow& window, const Shape& image)
{
    if (call.integer("ceil_mode", 0) == 0)
        return;
    for (std::size_t axis = 0; axis < window.kernel.size(); ++axis) {
        const std::int64_t size = image[static_cast<int>(axis)], stride = window.strides[axis];
        const std::int64_t free = size + window.begins[axis] + window.ends[axis] - window.kernel[axis];
        std::int64_t count = (free + stride - 1) / stride + 1;
        if ((count - 1) * stride >= size + window.begins[axis]) // a window must begin within the input
            --count;
        window.ends[axis] += std::max<std::int64_t>((count - 1) * stride - free, 0);
    }
}

void importPooling(NodeCall& call, std::string_view kind)
{
    Flow x = channelsLast(call, call.flow(0));
    const int axes = x.shape.rank() - 1;
    requireSlidingAxes(axes);
    SlidingWindow window = SlidingWindow::of(call, x.shape, call.integers("kernel_shape"));
    if (std::ranges::any_of(window.dilations, [](std::int64_t step) { return step != 1; }))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.dilated_pooling", "a pooling whose windows have gaps is not supported"));
    const bool isMean = kind == "average";
    if (isMean && call.integer("count_include_pad", 0) != 0 && !window.isUnpadded()) {
        const SlidingWindow given = window;
        roundUp(call, window, x.shape);
        if (window.ends != given.ends)
            throw Error(ErrorKind::input,
                        NS_MESSAGE("onnx.import.counted_padding", "an average that counts some of its padding is not supported"));
        for (int axis = 0; axis < axes; ++axis)
            x = padded(call, x, axis + 2, window.begins[static_cast<std::size_t>(axis)],
                       window.ends[static_cast<std::size_t>(axis)]);
        x = channelsLast(call, x);
        std::ranges::fill(window.begins, 0);
        std::ranges::fill(window.ends, 0);
    } else {
        roundUp(call, window, x.shape);
    }
    ParameterMap parameters{{"pool_size", window.kernel}, {"strides", window.strides}};
    window.describePadding(parameters, x.shape);
    const auto placed = call.network().add(poolingName(kind, axes), parameters, std::span(&x, 1), call.name());
    call.setFlow(channelsFirstAgain(call, x, placed));
}

/// All positions at once: a vector of channels, with axes of 1 behind it.
Flow pooledGlobally(NodeCall& call, const Flow& image, std::string_view kind)
{
    const int axes = image.shape.rank() - 1;
    const auto placed = call.network().add("global_" + poolingName(kind, axes), {}, std::span(&image, 1), call.name());
    Flow result = Flow::of(placed.port, placed.shape, call.network().batch(), std::vector<int>{AxisLayout::batchFactor, 0});
    for (int axis = 0; axis < axes; ++axis)
        result.layout = result.layout.withOne(2);
    return result;
}

std::vector<int> reducedAxes(NodeCall& call, const Flow& x)
{
    std::vector<int> axes;
    for (const std::int64_t axis : call.listAt(1, "axes"))
        axes.push_back(axisOf(axis, x.layout.rank()));
    if (axes.empty() && call.integer("noop_with_empty_axes", 0) == 0)
        for (int axis = 0; axis < x.layout.rank(); ++axis)
            axes.push_back(axis);
    std::ranges::sort(axes);
    axes.erase(std::ranges::unique(axes).begin(), axes.end());
    return axes;
}

Flow withoutAxes(NodeCall& call, Flow flow, const std::vector<int>& axes)
{
    if (call.integer("keepdims", 1) == 0)
        for (std::size_t i = axes.size(); i-- > 0;)
            flow.layout = flow.layout.without(axes[i]);
    return flow;
}

} // namespace

void importMaxPooling(NodeCall& call)
{
    if (call.isRead(1))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.pooling_places", "the places of the maxima are not an output of a pooling"));
    importPooling(call, "max");
}

void importAveragePooling(NodeCall& call)
{
    importPooling(call, "average");
}

void importGlobalPooling(NodeCall& call)
{
    const std::string kind = call.node().op == "GlobalMaxPool" ? "max" : "average";
    const Flow x = call.flow(0);
    if (x.layout.rank() < 3 || x.layout.rank() > 5)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.global", "it pools a tensor of {0}; 1 to 3 axes after the channels are supported"),
                    dimsText(x.dims()));
    call.setFlow(pooledGlobally(call, channelsLast(call, x), kind));
}

void importReduction(NodeCall& call)
{
    Flow x = call.flow(0);
    const std::string& op = call.node().op;
    const std::vector<int> axes = reducedAxes(call, x);
    if (op == "ReduceSumSquare") {
        x = merged(call, "multiply", {x, x});
    } else if (op == "ReduceL1") {
        x = merged(call, "maximum", {x, rescaled(call, x, -1, 0)});
    } else if (op == "ReduceMin") {
        x = rescaled(call, x, -1, 0);
    }
    const bool isMaximum = op == "ReduceMax" || op == "ReduceMin";
    std::int64_t count = 1;
    for (const int axis : axes)
        count *= x.layout.size(axis);
    // All positions after the channels: a global pooling.
    const bool isGlobal = x.layout.batchAxis() == 0 && x.layout.rank() >= 3 && x.layout.rank() <= 5
        && axes.size() + 2 == static_cast<std::size_t>(x.layout.rank()) && !axes.empty() && axes[0] == 2
        && x.layout.storedOrder().back() == 1;
    if (isGlobal) {
        x = pooledGlobally(call, channelsLast(call, x), isMaximum ? "max" : "average");
    } else {
        for (const int axis : axes)
            x = reducedAxis(call, x, axis, isMaximum ? "max_pooling2d" : "average_pooling2d");
    }
    const bool isSum = op == "ReduceSum" || op == "ReduceSumSquare" || op == "ReduceL1";
    x = rescaled(call, x, isSum ? static_cast<double>(count) : op == "ReduceMin" ? -1.0 : 1.0, 0);
    call.setFlow(withoutAxes(call, x, axes));
}

} // namespace netsmith::interop
