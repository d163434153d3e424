#include "engine/compress/shrink/shrunk.h"

#include "engine/graph/blocks/layer_setting.h"
#include "engine/core/error.h"
#include "engine/layers/quantization.h"
#include "engine/ops/fake_quantize.h"
#include "engine/plan/build_plan.h"
#include "engine/store/compact_arrays.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <set>

namespace netsmith::compress {
namespace {

constexpr std::string_view averageOf = "/average";

LogicalPlan predictionPlan(const CheckedProject& project)
{
    return buildPlan(project, {.batch = 1, .fuse = false, .programs = {programs::predict}});
}

/// The arrays that layers round, channel by channel.
std::set<std::string> roundedArrays(const LogicalPlan& plan)
{
    std::set<std::string> arrays;
    for (const Op& op : plan.program(programs::predict).ops)
        if (op.spec == &ops::fakeQuantizeWeights && plan.tensor(op.inputs[0]).role == Role::segment)
            arrays.insert(plan.parameters.segments[static_cast<std::size_t>(plan.tensor(op.inputs[0]).segment)].id);
    return arrays;
}

/// Rounded weights once more: the largest one of a channel, which its step is of, may have gone.
void roundAgain(std::vector<std::byte>& bytes, const Shape& shape)
{
    WeightArray kernel{shape, std::vector<float>(bytes.size() / sizeof(float))};
    std::memcpy(kernel.values.data(), bytes.data(), bytes.size());
    kernel = layer::roundedKernel(std::move(kernel), "weights");
    std::memcpy(bytes.data(), kernel.values.data(), bytes.size());
}

} // namespace

std::vector<bool> stayingElements(const std::vector<ChannelAxis>& axes, const std::vector<bool>& removed, std::size_t elements)
{
    std::vector<bool> stays;
    const auto isRemoved = [&](int group) { return group >= 0 && removed[static_cast<std::size_t>(group)]; };
    for (const ChannelAxis& axis : axes) {
        if (std::ranges::none_of(axis.groups, isRemoved))
            continue;
        stays.resize(elements, true);
        const std::size_t stride = static_cast<std::size_t>(axis.stride), channels = axis.groups.size();
        for (std::size_t i = 0; i < elements; ++i)
            if (isRemoved(axis.groups[i / stride % channels]))
                stays[i] = false;
    }
    return stays;
}

std::int64_t channelsLeft(const std::vector<int>& groups, const std::vector<bool>& removed)
{
    return std::ranges::count_if(groups, [&](int group) { return group < 0 || !removed[static_cast<std::size_t>(group)]; });
}

Project shrunkProject(const CheckedProject& project, const Structure& structure, const std::vector<bool>& removed)
{
    Project shrunk = project.project();
    for (const ProducingLayer& layer : structure.layers) {
        const std::int64_t left = channelsLeft(layer.channels.groups, removed);
        if (left < std::ssize(layer.channels.groups))
            setLayerParameter(shrunk.graph, layer.node, layer.parameter, left);
        if (const std::int64_t own = channelsLeft(layer.ownFilters, removed); own < std::ssize(layer.ownFilters))
            setLayerParameter(shrunk.graph, layer.node, "groups", own);
    }
    return shrunk;
}

std::vector<std::byte> shrunkWeights(const CheckedProject& shrunk, const Structure& structure, const std::vector<bool>& removed,
                                     const SafetensorsFile& weights)
{
    const LogicalPlan plan = predictionPlan(shrunk);
    const std::set<std::string> rounded = roundedArrays(plan);
    std::deque<std::vector<std::byte>> cut;
    std::vector<TensorView> arrays;
    for (const TensorView& array : weights.tensors) {
        const std::string id =
            array.name.ends_with(averageOf) ? array.name.substr(0, array.name.size() - averageOf.size()) : array.name;
        const auto axes = structure.arrays.find(id);
        arrays.push_back(array);
        if (axes == structure.arrays.end())
            continue;
        const auto elements = static_cast<std::size_t>(array.shape.elements());
        const std::size_t size = sizeOf(array.type);
        const std::vector<bool> stays = stayingElements(axes->second, removed, elements);
        std::vector<std::byte>& bytes = cut.emplace_back();
        for (std::size_t i = 0; i < elements; ++i)
            if (stays.empty() || stays[i])
                bytes.insert(bytes.end(), array.bytes.begin() + static_cast<std::ptrdiff_t>(i * size),
                             array.bytes.begin() + static_cast<std::ptrdiff_t>((i + 1) * size));
        const Segment* segment = plan.parameters.find(id);
        if (!segment)
            segment = plan.statistics.find(id);
        if (!segment || static_cast<std::size_t>(segment->elements()) * size != bytes.size())
            throw Error(ErrorKind::failed,
                        NS_MESSAGE("compress.shape",
                                   "{0} of the smaller network has the shape {1}, and {2:number is|numbers are} left of it; leave "
                                   "out its layer with --layers, which names those to cut"),
                        id, segment ? segment->shape.text() : std::string("–"), bytes.size() / size);
        if (rounded.contains(id) && array.type == DataType::f32)
            roundAgain(bytes, segment->shape);
        arrays.back().shape = segment->shape;
        arrays.back().bytes = bytes;
    }
    return writeCompactSafetensors(arrays, {{"format", "netsmith"}});
}

NetworkSize networkSize(const CheckedProject& project)
{
    const LogicalPlan plan = predictionPlan(project);
    NetworkSize size{.parameters = plan.parameterCount()};
    for (const Op& op : plan.program(programs::predict).ops)
        if (!op.spec->name.starts_with("fake_quantize")) // predictions compute with integers instead
            size.flops += costOf(op, plan.tensors).flops;
    return size;
}

} // namespace netsmith::compress
