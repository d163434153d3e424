#include "engine/core/error.h"
#include "engine/interop/onnx/import/operators.h"

#include <algorithm>
#include <numeric>

namespace netsmith::interop {
namespace {

using Dims = std::vector<std::int64_t>;

void requireUnitAxis(const Flow& x, int axis)
{
    if (x.layout.size(axis) != 1)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.squeeze", "it removes axis {0}, which has {1:number|numbers}"), axis,
                    x.layout.size(axis));
}

} // namespace

void importReshape(NodeCall& call)
{
    Flow x = call.flow(0);
    const std::string& op = call.node().op;
    const Dims sizes = x.dims();
    if (op == "Flatten") {
        const std::int64_t axis = call.integer("axis", 1) < 0 ? call.integer("axis", 1) + x.layout.rank() : call.integer("axis", 1);
        if (axis < 0 || axis > x.layout.rank())
            (void)axisOf(axis, x.layout.rank());
        const auto parts = std::span(sizes);
        const Dims dims{elementsOf(parts.first(static_cast<std::size_t>(axis))),
                        elementsOf(parts.subspan(static_cast<std::size_t>(axis)))};
        call.setFlow(call.network().reshapedAxes(x, dims));
        return;
    }
    if (op == "Squeeze" || op == "Unsqueeze") {
        const Dims given = call.listAt(1, "axes");
        const int rank = x.layout.rank() + (op == "Unsqueeze" ? static_cast<int>(given.size()) : 0);
        std::vector<int> axes;
        for (const std::int64_t axis : given)
            axes.push_back(axisOf(axis, rank));
        if (op == "Squeeze" && given.empty())
            for (int axis = 0; axis < rank; ++axis)
                if (x.layout.size(axis) == 1 && axis != x.layout.batchAxis())
                    axes.push_back(axis);
        std::ranges::sort(axes);
        if (op == "Unsqueeze") {
            for (const int axis : axes)
                x.layout = x.layout.withOne(axis);
        } else {
            for (std::size_t i = axes.size(); i-- > 0;) {
                requireUnitAxis(x, axes[i]);
                if (x.layout.holdsBatch(axes[i]))
                    refuseBatchAxis(axes[i]);
                x.layout = x.layout.without(axes[i]);
            }
        }
        call.setFlow(x);
        return;
    }
    Dims dims = call.listAt(1, "shape");
    std::int64_t known = 1;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (dims[i] == 0 && call.integer("allowzero", 0) == 0 && i < sizes.size())
            dims[i] = sizes[i];
        known *= dims[i] == -1 ? 1 : dims[i];
    }
    const std::int64_t all = elementsOf(sizes);
    if (known > 0 && all % known == 0)
        std::ranges::replace(dims, -1, all / known);
    if (std::ranges::any_of(dims, [](std::int64_t size) { return size < 1; }) || elementsOf(dims) != all)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.reshape_flow", "a tensor of {0} can't become one of {1}"),
                    dimsText(sizes), dimsText(dims));
    call.setFlow(call.network().reshapedAxes(x, dims));
}

void importTranspose(NodeCall& call)
{
    Flow x = call.flow(0);
    x.layout = x.layout.transposed(permutationOf(call.integers("perm"), x.layout.rank()));
    call.setFlow(x);
}

void importConcat(NodeCall& call)
{
    std::vector<Flow> flows;
    for (int input = 0; input < call.inputs(); ++input) {
        if (call.isConstant(input) && call.constant(input).elements() == 0)
            continue;
        flows.push_back(call.flow(input));
    }
    if (flows.size() == 1) {
        call.setFlow(flows[0]);
        return;
    }
    const int axis = axisOf(call.integer("axis", 0), flows[0].layout.rank());
    requireSameBatchAxis(flows);
    if (axis == flows[0].layout.batchAxis())
        refuseBatchAxis(axis);
    AxisLayout::Groups groups;
    for (const int one : flows[0].layout.storedOrder())
        groups.push_back({one});
    std::int64_t total = 0;
    for (Flow& flow : flows) {
        flow = call.network().arranged(flow, groups);
        total += flow.layout.size(axis);
    }
    const auto place = std::ranges::find(groups, std::vector<int>{axis}) - groups.begin();
    const auto placed = call.network().add("concatenate", {{"axis", static_cast<std::int64_t>(place + 1)}}, flows, call.name());
    std::vector<int> places(static_cast<std::size_t>(flows[0].layout.rank()), AxisLayout::batchFactor);
    for (std::size_t i = 0; i < groups.size(); ++i)
        places[static_cast<std::size_t>(groups[i][0])] = static_cast<int>(i);
    call.setFlow(Flow::of(placed.port, placed.shape, call.network().batch(), places));
}

void importSlice(NodeCall& call)
{
    Flow x = call.flow(0);
    const Dims starts = call.listAt(1, "starts"), ends = call.listAt(2, "ends");
    Dims axes = call.listAt(3, "axes");
    const Dims steps = call.has(4) ? call.constant(4).integers() : Dims();
    if (axes.empty()) {
        axes.resize(starts.size());
        std::iota(axes.begin(), axes.end(), 0);
    }
    for (std::size_t i = 0; i < starts.size() && i < ends.size() && i < axes.size(); ++i) {
        const int axis = axisOf(axes[i], x.layout.rank());
        const std::int64_t size = x.layout.size(axis), step = i < steps.size() ? steps[i] : 1;
        if (step < 1)
            throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.reversed", "it reverses an axis"));
        const auto bound = [&](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + size : at, 0, size); };
        const std::int64_t first = bound(starts[i]), end = bound(ends[i]);
        x = sliced(call, x, axis, first, end > first ? (end - first - 1) / step + 1 : 0, step);
    }
    call.setFlow(x);
}

void importSplit(NodeCall& call)
{
    const Flow x = call.flow(0);
    const int axis = axisOf(call.integer("axis", 0), x.layout.rank());
    const std::int64_t size = x.layout.size(axis);
    Dims parts = call.listAt(1, "split");
    if (parts.empty()) {
        const std::int64_t share = (size + call.outputs() - 1) / std::max(1, call.outputs());
        for (int i = 0; i < call.outputs(); ++i)
            parts.push_back(std::clamp<std::int64_t>(size - i * share, 0, share));
    }
    std::int64_t first = 0;
    for (int output = 0; output < call.outputs() && output < static_cast<int>(parts.size()); ++output) {
        const std::int64_t count = parts[static_cast<std::size_t>(output)];
        if (call.isRead(output)) {
            if (first + count > size)
                throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.split", "its parts are longer than the axis of {0}"), size);
            Flow part = x;
            part.exclusive = false; // each part reads it
            call.setOutput(output, sliced(call, part, axis, first, count));
        }
        first += count;
    }
}

void importPad(NodeCall& call)
{
    Flow x = call.flow(0);
    const std::string mode = call.text("mode", "constant");
    if (mode != "constant")
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.pad_mode", "it pads with copies of the input (mode {0}); only zeros are supported"),
                    mode);
    const double value = call.numberAt(2, "value").value_or(0.0);
    Dims pads = call.listAt(1, call.opset() < 2 ? "paddings" : "pads");
    Dims axes = call.has(3) ? call.constant(3).integers() : Dims();
    if (axes.empty()) {
        axes.resize(pads.size() / 2);
        std::iota(axes.begin(), axes.end(), 0);
    }
    if (pads.size() != 2 * axes.size())
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.pads", "it has {0:number|numbers} of padding for {1:axis|axes}"),
                    pads.size(), axes.size());
    // A number other than 0 around everything: less that number, padded with zeros, and added again.
    const Flow centred = value == 0.0 ? x : rescaled(call, x, 1, -value);
    x = centred;
    for (std::size_t i = 0; i < axes.size(); ++i)
        x = padded(call, x, axisOf(axes[i], x.layout.rank()), pads[i], pads[i + axes.size()]);
    call.setFlow(value == 0.0 ? x : rescaled(call, x, 1, value));
}

void importCenterCropPad(NodeCall& call)
{
    Flow x = call.flow(0);
    const Dims wanted = call.constant(1).integers();
    Dims axes = call.integers("axes");
    if (axes.empty()) {
        axes.resize(wanted.size());
        std::iota(axes.begin(), axes.end(), 0);
    }
    for (std::size_t i = 0; i < wanted.size() && i < axes.size(); ++i) {
        const int axis = axisOf(axes[i], x.layout.rank());
        const std::int64_t more = wanted[i] - x.layout.size(axis);
        const std::int64_t before = more < 0 ? -(-more / 2) : more / 2;
        if (wanted[i] < 1)
            refuseIndex(wanted[i], x.layout.size(axis));
        x = padded(call, x, axis, before, more - before);
    }
    call.setFlow(x);
}

void importExpand(NodeCall& call)
{
    const Flow x = call.flow(0);
    call.setFlow(spread(call, x, broadcastDims(x.dims(), call.constant(1).integers())));
}

void importTile(NodeCall& call)
{
    const Flow x = call.flow(0);
    const Dims repeats = repeatsOf(call.constant(1), x.layout.rank());
    Flow result = x;
    for (int axis = 0; axis < x.layout.rank(); ++axis) {
        const std::int64_t times = repeats[static_cast<std::size_t>(axis)];
        if (times == 1)
            continue;
        if (times < 1 || times > 64)
            throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.repeats", "it repeats {0:time|times}; 1 to {1} are supported"),
                        times, 64);
        if (result.layout.size(axis) == 1) {
            Dims dims = result.dims();
            dims[static_cast<std::size_t>(axis)] = times;
            result = spread(call, result, dims);
            continue;
        }
        if (result.layout.holdsBatch(axis))
            refuseBatchAxis(axis);
        const Flow image = call.network().aroundAxis(result, axis);
        const auto placed = call.network().add("concatenate", {{"axis", std::int64_t{2}}},
                                               std::vector<Flow>(static_cast<std::size_t>(times), image), call.name());
        const std::int64_t size = image.layout.size(axis) * times;
        result = NetworkBuilder::made(image, placed);
        result.layout = image.layout.resized(axis, size);
    }
    call.setFlow(result);
}

void importBlocks(NodeCall& call)
{
    Flow x = call.flow(0);
    const std::int64_t block = call.integer("blocksize", 1);
    const Dims dims = x.dims();
    const bool toDepth = call.node().op == "SpaceToDepth";
    const std::int64_t channels = dims.size() == 4 ? dims[1] : 0, height = dims.size() == 4 ? dims[2] : 0,
                       width = dims.size() == 4 ? dims[3] : 0;
    const bool fits = block >= 1 && block <= 65536 && dims.size() == 4
        && (toDepth ? height % block == 0 && width % block == 0 : channels % (block * block) == 0);
    if (!fits)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.blocks", "blocks of {0} do not fit a tensor of {1}"), block,
                    dimsText(dims));
    const bool columnsFirst = call.text("mode", "DCR") == "CRD";
    if (toDepth) {
        const Dims parts{dims[0], channels, height / block, block, width / block, block};
        const Dims merged{dims[0], channels * block * block, height / block, width / block};
        x = call.network().reshapedAxes(x, parts);
        x.layout = x.layout.transposed(columnsFirst ? std::vector<int>{0, 1, 3, 5, 2, 4} : std::vector<int>{0, 3, 5, 1, 2, 4});
        call.setFlow(call.network().reshapedAxes(x, merged));
        return;
    }
    const std::int64_t left = channels / (block * block);
    const Dims parts =
        columnsFirst ? Dims{dims[0], left, block, block, height, width} : Dims{dims[0], block, block, left, height, width};
    const Dims merged{dims[0], left, height * block, width * block};
    x = call.network().reshapedAxes(x, parts);
    x.layout = x.layout.transposed(columnsFirst ? std::vector<int>{0, 1, 4, 2, 5, 3} : std::vector<int>{0, 3, 4, 1, 5, 2});
    call.setFlow(call.network().reshapedAxes(x, merged));
}

} // namespace netsmith::interop
