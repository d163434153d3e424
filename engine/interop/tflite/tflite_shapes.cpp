#include "engine/interop/tflite/tflite_shapes.h"

#include "engine/core/checked.h"
#include "engine/core/error.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace netsmith::interop {

/// The first axis counts the samples where it does so before; else the sizes say where they go.
void translateReshape(TfliteCall& call)
{
    const TfliteDims& before = call.dims(0);
    TfliteDims after = call.outputTensor().dims;
    const bool isKnown = std::ranges::all_of(after, [](std::int64_t size) { return size > 0; });
    if ((!isKnown || after.empty()) && call.has(1) && call.isConstant(1))
        after = call.integers(1);
    if (!after.empty() && !before.empty()) {
        if (after[0] == before[0])
            after[0] = 0;
        else if (std::ranges::find(after, -1) == after.end())
            after[0] = -1;
    }
    call.set(call.network().add("Reshape", {call.value(0), call.network().integers(after)}));
}

void translateSqueeze(TfliteCall& call)
{
    const TfliteDims& dims = call.dims(0);
    TfliteDims axes = call.options().squeezed;
    for (std::int64_t& axis : axes)
        axis = fromFront(axis, dims);
    for (std::int64_t axis = 1; call.options().squeezed.empty() && axis < std::ssize(dims); ++axis)
        if (dims[static_cast<std::size_t>(axis)] == 1)
            axes.push_back(axis);
    call.set(axes.empty() ? call.value(0) : call.network().add("Squeeze", {call.value(0), call.network().integers(axes)}));
}

void translateExpandDims(TfliteCall& call)
{
    call.set(call.network().add("Unsqueeze", {call.value(0), call.network().integers(call.integers(1))}));
}

void translateTranspose(TfliteCall& call)
{
    call.set(call.network().add("Transpose", {call.value(0)}, {{"perm", call.integers(1)}}));
}

void translateSplit(TfliteCall& call)
{
    const bool hasSizes = call.op() == "SPLIT_V";
    const int data = hasSizes ? 0 : 1;
    const TfliteDims& dims = call.dims(data);
    const TfliteDims axes = call.integers(hasSizes ? 2 : 0);
    const std::int64_t axis = axes.empty() ? 0 : fromFront(axes[0], dims);
    TfliteDims sizes;
    if (hasSizes) {
        sizes = call.integers(1);
    } else if (axis >= 0 && axis < std::ssize(dims) && call.outputs() > 0) {
        sizes.assign(static_cast<std::size_t>(call.outputs()), dims[static_cast<std::size_t>(axis)] / call.outputs());
    }
    const std::vector<TfliteValue> parts = call.network().addSeveral("Split", {call.value(data), call.network().integers(sizes)},
                                                                     {{"axis", axis}}, static_cast<std::size_t>(call.outputs()));
    for (int i = 0; i < call.outputs(); ++i)
        call.set(parts[static_cast<std::size_t>(i)], i);
}

namespace {

/// A part of a tensor along the axes after that of the samples.
TfliteValue part(TfliteCall& call, const TfliteDims& begins, const TfliteDims& ends, const TfliteDims& steps)
{
    const TfliteDims& dims = call.dims(0);
    TfliteDims axes(begins.size()), first = begins, last = ends, step = steps;
    std::iota(axes.begin(), axes.end(), 0);
    if (!axes.empty() && first[0] == 0 && step[0] == 1 && !dims.empty() && last[0] >= dims[0]) { // all samples
        for (TfliteDims* list : {&axes, &first, &last, &step})
            list->erase(list->begin());
    }
    if (axes.empty())
        return call.value(0);
    OnnxTranslation& network = call.network();
    return network.add(
        "Slice", {call.value(0), network.integers(first), network.integers(last), network.integers(axes), network.integers(step)});
}

[[noreturn]] void refuseRange()
{
    refuse(NS_MESSAGE("tflite.import.range", "what it takes of its input does not fit the input's axes"));
}

} // namespace

void translateSlice(TfliteCall& call)
{
    const TfliteDims& dims = call.dims(0);
    const TfliteDims begins = call.integers(1), sizes = call.integers(2);
    if (begins.size() != dims.size() || sizes.size() != dims.size())
        refuseRange();
    TfliteDims ends;
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const std::optional<std::int64_t> end = checkedAdd(begins[axis], sizes[axis]);
        if (!end || begins[axis] < 0)
            refuseRange();
        ends.push_back(sizes[axis] < 0 ? dims[axis] : *end);
    }
    call.set(part(call, begins, ends, TfliteDims(dims.size(), 1)));
}

void translateStridedSlice(TfliteCall& call)
{
    const TfliteOptions& options = call.options();
    const TfliteDims& dims = call.dims(0);
    const TfliteDims begins = call.integers(1), ends = call.integers(2), steps = call.integers(3);
    if (options.otherMasks != 0)
        refuse(NS_MESSAGE("tflite.import.masks", "it inserts axes or leaves some of them open, which is not supported"));
    if (begins.size() > dims.size() || ends.size() != begins.size() || steps.size() != begins.size())
        refuseRange();
    TfliteDims first, last, shrunk;
    for (std::size_t axis = 0; axis < begins.size(); ++axis) {
        const auto isSet = [&](std::int64_t mask) { return (mask >> axis & 1) != 0; };
        const std::int64_t size = dims[axis], begin = begins[axis] < 0 ? begins[axis] + size : begins[axis];
        if (begins[axis] < -size || begin > size || (isSet(options.shrinkMask) && axis == 0))
            refuseRange();
        first.push_back(isSet(options.beginMask) ? 0 : begin);
        last.push_back(isSet(options.shrinkMask) ? begin + 1 : isSet(options.endMask) ? size : ends[axis]);
        if (isSet(options.shrinkMask))
            shrunk.push_back(static_cast<std::int64_t>(axis));
    }
    const TfliteValue y = part(call, first, last, steps);
    call.set(shrunk.empty() ? y : call.network().add("Squeeze", {y, call.network().integers(shrunk)}));
}

void translateGather(TfliteCall& call)
{
    if (call.options().batchDims != 0)
        refuse(NS_MESSAGE("tflite.import.batch_dims", "it gathers with other indices for each sample, which is not supported"));
    const bool isTable = call.isConstant(0);
    const Shape table = isTable ? call.shape(0) : Shape();
    const TfliteValue data = isTable ? call.weight(0, "weight", {}, {table.sizes().begin(), table.sizes().end()}) : call.value(0);
    const TfliteValue places = call.isConstant(1) ? call.network().integers(call.integers(1)) : call.value(1);
    call.set(call.network().add("Gather", {data, places}, {{"axis", call.options().axis}}));
}

void translatePad(TfliteCall& call)
{
    const TfliteDims amounts = call.integers(1);
    TfliteDims pads;
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t axis = 0; 2 * axis + 1 < amounts.size(); ++axis)
            pads.push_back(amounts[2 * axis + side]);
    std::vector<TfliteValue> inputs{call.value(0), call.network().integers(pads)};
    if (call.has(2)) {
        const WeightArray value = call.array(2);
        inputs.push_back(call.network().number(value.values.empty() ? 0.0 : static_cast<double>(value.values[0])));
    }
    call.set(call.network().add("Pad", inputs, {{"mode", std::string(call.op() == "MIRROR_PAD" ? "reflect" : "constant")}}));
}

void translateResize(TfliteCall& call)
{
    const TfliteDims& image = call.imageDims(0);
    const TfliteDims sizes = call.integers(1);
    if (sizes.size() != 2)
        refuseRange();
    const bool isLinear = call.op() == "RESIZE_BILINEAR";
    const std::string places = call.options().alignsCorners ? "align_corners"
        : call.options().halfPixelCenters                   ? "half_pixel"
                                                            : "asymmetric";
    WeightArray scales{Shape{4}, {1, 1}};
    for (std::size_t axis = 0; axis < 2; ++axis)
        scales.values.push_back(static_cast<float>(sizes[axis]) / static_cast<float>(image[axis + 1]));
    const TfliteValue y =
        call.network().add("Resize", {call.network().channelsFirst(call.value(0)), {}, call.network().numbers(scales)},
                           {{"mode", std::string(isLinear ? "linear" : "nearest")},
                            {"coordinate_transformation_mode", places},
                            {"nearest_mode", std::string(call.options().halfPixelCenters ? "round_prefer_ceil" : "floor")}});
    call.set(call.network().channelsLast(y));
}

void translateBlocks(TfliteCall& call)
{
    call.imageDims(0);
    const TfliteValue y =
        call.network().add(call.op() == "DEPTH_TO_SPACE" ? "DepthToSpace" : "SpaceToDepth",
                           {call.network().channelsFirst(call.value(0))}, {{"blocksize", call.options().blockSize}});
    call.set(call.network().channelsLast(y));
}

} // namespace netsmith::interop
