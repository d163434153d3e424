#include "engine/compress/structure/channel_walk.h"

#include "engine/ops/activation.h"
#include "engine/ops/add.h"
#include "engine/ops/add_bias.h"
#include "engine/ops/affine.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/cast.h"
#include "engine/ops/concat.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "engine/ops/copy.h"
#include "engine/ops/dense.h"
#include "engine/ops/fake_quantize.h"
#include "engine/ops/mask_steps.h"
#include "engine/ops/merge.h"
#include "engine/ops/pad.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/prelu.h"
#include "engine/ops/recurrence.h"
#include "engine/ops/reshape.h"
#include "engine/ops/round.h"
#include "engine/ops/scale.h"
#include "engine/ops/stop_gradient.h"
#include "engine/ops/upsample.h"
#include "engine/plan/batch_fields.h"
#include "engine/plan/checks/project_nodes.h"

#include <algorithm>

namespace netsmith::compress {
namespace {

/// The parameter that counts the groups of a convolution.
constexpr std::string_view groupsParameter = "groups";

const Message& inputReason()
{
    static const Message words(NS_MESSAGE("compress.kept_input", "they are joined with an input of the network"));
    return words;
}

/// Whether an op leaves each channel of its input where it is, whatever it does to the numbers in it.
bool keepsChannels(const Op& op, const LogicalPlan& plan)
{
    const OpSpec* spec = op.spec;
    const int rank = plan.tensor(op.inputs[0]).shape.rank();
    if (spec == &ops::affine) {
        const auto& affine = op.as<AffineAttributes>();
        return affine.factors.size() == 1 && affine.offsets.size() == 1;
    }
    if (spec == &ops::pad) {
        const auto& pad = op.as<PadAttributes>();
        return pad.before.back() == 0 && pad.after.back() == 0;
    }
    if (spec == &ops::slice)
        return op.as<SliceAttributes>().axis != rank - 1;
    if (spec == &ops::maskSteps)
        return rank > 2;
    const OpSpec* simple[] = {&ops::activation, &ops::upsample,     &ops::scale,           &ops::cast,
                              &ops::copy,       &ops::round,        &ops::stopGradient,    &ops::maxPool2d,
                              &ops::avgPool2d,  &ops::fakeQuantize, &ops::fakeQuantizeRows};
    return std::ranges::find(simple, spec) != std::end(simple);
}

/// The value of an integer parameter; nothing for another type.
std::optional<std::int64_t> integerOf(const Node& node, const LayerSpec& layer, std::string_view name)
{
    const ParameterSpec* spec = layer.parameter(name);
    if (!spec)
        return std::nullopt;
    const auto given = node.parameters.find(name);
    const ParameterValue value = normalised(*spec, given == node.parameters.end() ? spec->defaultValue : given->second);
    const auto* integer = std::get_if<std::int64_t>(&value);
    return integer ? std::optional(*integer) : std::nullopt;
}

} // namespace

ChannelWalk::ChannelWalk(const CheckedProject& project)
    : m_project(project)
    , m_graph(project.flat().graph)
{
    project.requireOk();
}

Structure ChannelWalk::run()
{
    lower();
    for (const Op& op : m_plan.programs.back().ops)
        visit(op);
    keepOutputs();
    return result();
}

/// The whole network for one sample in evaluation, op by op.
void ChannelWalk::lower()
{
    const Project& project = m_project.flat();
    const PlanOptions options{.batch = 1};
    m_plan.batch = 1;
    NetworkLowering network(m_plan, project.graph, m_project.catalog(), m_project.shapes());
    BatchFields fields(m_plan, project, m_project.catalog(), m_project.fields(), options, m_project.shapes());
    m_plan.programs.push_back({std::string(programs::predict), {}});
    Emitter emitter(m_plan.tensors, m_plan.programs.back());
    std::vector<TensorId> given;
    const auto inputs = fields.givenInputs(emitter, programs::predict, given);
    m_outputs = network.lower(emitter, inputs, noTensor, false);
    seeThroughRounding();
    for (const Op& op : m_plan.programs.back().ops)
        for (const TensorId output : op.outputs)
            m_makers[output] = op.origin.empty() ? std::string() : op.origin.front();
}

/// Products read the arrays that their rounded weights are made of.
void ChannelWalk::seeThroughRounding()
{
    std::vector<Op>& all = m_plan.programs.back().ops;
    std::map<TensorId, TensorId> arrays;
    for (Op& op : all) {
        for (TensorId& input : op.inputs)
            if (const auto array = arrays.find(input); array != arrays.end())
                input = array->second;
        if (op.spec == &ops::fakeQuantizeWeights && isArray(op.inputs[0]))
            arrays[op.outputs[0]] = op.inputs[0];
    }
    std::erase_if(all, [&](const Op& op) { return arrays.contains(op.outputs[0]); });
}

void ChannelWalk::keepOutputs()
{
    const Project& project = m_project.flat();
    for (const Node* node : outputNodes(project.graph))
        m_ends.insert(node->id);
    for (const Objective& objective : project.training.objectives) {
        if (const Node* node = objectiveNode(project.graph, objective))
            m_ends.insert(node->id);
        m_ends.insert(objective.targetLayer);
    }
    for (const auto& [port, tensor] : m_outputs)
        if (m_ends.contains(port.first) && tensor != noTensor)
            m_sets.keep(channelsOf(tensor), outputReason());
}

Message ChannelWalk::outputReason()
{
    return Message(NS_MESSAGE("compress.kept_output", "they are an output of the network"));
}

std::string ChannelWalk::idOf(TensorId array) const
{
    const TensorInfo& info = m_plan.tensor(array);
    const SegmentTable& table = info.arena == Arena::weights ? m_plan.parameters : m_plan.statistics;
    return table.segments[static_cast<std::size_t>(info.segment)].id;
}

const Node* ChannelWalk::nodeOf(const Op& op) const
{
    return op.origin.empty() ? nullptr : m_graph.find(op.origin.front());
}

Message ChannelWalk::named(MessageTemplate sentence, const Op& op) const
{
    const Node* node = nodeOf(op);
    return Message(sentence, node ? node->label() : std::string(op.spec->name));
}

const Channels& ChannelWalk::channelsOf(TensorId tensor)
{
    const auto [entry, isNew] = m_channels.try_emplace(tensor);
    if (isNew && shape(tensor).rank() > 1) {
        entry->second = m_sets.add(static_cast<std::size_t>(shape(tensor)[-1]));
        m_sets.keep(entry->second, inputReason());
    }
    return entry->second;
}

void ChannelWalk::visit(const Op& op)
{
    if (op.inputs.empty())
        return;
    const OpSpec* spec = op.spec;
    if (spec == &ops::add || spec == &ops::merge)
        join(op);
    else if (spec == &ops::concat)
        concatenate(op);
    else if (spec == &ops::reshape)
        reshape(op);
    else if (spec == &ops::conv2d && isArray(op.inputs[1]))
        convolve(op, op.as<Conv2dAttributes>().groups);
    else if (spec == &ops::conv3d && isArray(op.inputs[1]))
        convolve(op, op.as<Conv3dAttributes>().groups);
    else if (spec == &ops::conv2dBackwardData && isArray(op.inputs[1]) && op.as<Conv2dAttributes>().groups == 1)
        convolveBack(op);
    else if (spec == &ops::dense && isArray(op.inputs[1]))
        multiply(op);
    else if (spec == &ops::addBias && isArray(op.inputs[1]))
        addBias(op);
    else if (spec == &ops::batchNormInference && isArray(op.inputs[1]) && isArray(op.inputs[2]))
        normalize(op);
    else if (spec == &ops::prelu && isArray(op.inputs[1]))
        slope(op);
    else if (spec == &ops::recurrence && isArray(op.inputs[1]))
        recur(op);
    else if (keepsChannels(op, m_plan))
        pass(op);
    else
        keepAll(op);
}

void ChannelWalk::pass(const Op& op)
{
    set(op.outputs[0], channelsOf(op.inputs[0]));
}

void ChannelWalk::join(const Op& op)
{
    Channels channels = channelsOf(op.inputs[0]);
    const Channels& others = channelsOf(op.inputs[1]);
    m_sets.tie(channels, others);
    for (std::size_t i = 0; i < channels.size(); ++i)
        if (channels[i] == anyChannel)
            channels[i] = others[i];
    set(op.outputs[0], std::move(channels));
}

void ChannelWalk::concatenate(const Op& op)
{
    Channels channels = channelsOf(op.inputs[0]);
    const bool joinsChannels = op.as<ConcatAttributes>().axis == shape(op.inputs[0]).rank() - 1;
    for (std::size_t i = 1; i < op.inputs.size(); ++i) {
        const Channels& others = channelsOf(op.inputs[i]);
        if (joinsChannels)
            channels.insert(channels.end(), others.begin(), others.end());
        else
            m_sets.tie(channels, others);
    }
    set(op.outputs[0], std::move(channels));
}

/// Whether a layer is this op and nothing else.
bool ChannelWalk::isWholeLayer(const Op& op) const
{
    const auto maker = m_makers.find(op.inputs[0]);
    if (op.origin.empty() || (maker != m_makers.end() && maker->second == op.origin.front()))
        return false;
    return std::ranges::any_of(
        m_outputs, [&](const auto& output) { return output.first.first == op.origin.front() && output.second == op.outputs[0]; });
}

/// Whether the shape that a layer of one input gives follows the number of its input channels.
bool ChannelWalk::adapts(const Op& op) const
{
    const Shape from = shape(op.inputs[0]).withoutBatch(), to = shape(op.outputs[0]).withoutBatch();
    if (from[-1] < 2)
        return false;
    std::vector<std::int64_t> fewer(from.sizes().begin(), from.sizes().end()), expected(to.sizes().begin(), to.sizes().end());
    --fewer.back();
    expected.back() -= to[-1] / from[-1];
    const Node& node = *nodeOf(op);
    const Shape input(fewer);
    try {
        return m_project.catalog().layers->find(node.layer)->shapes(node.parameters, std::span(&input, 1)).front()
            == Shape(expected);
    } catch (const Error&) {
        return false;
    }
}

/// The values keep their order, so that value i of a row belongs to channel i mod C.
void ChannelWalk::reshape(const Op& op)
{
    const Channels from = channelsOf(op.inputs[0]);
    const auto before = from.size(),
               after = static_cast<std::size_t>(shape(op.outputs[0]).rank() > 1 ? shape(op.outputs[0])[-1] : 0);
    const bool whole = isWholeLayer(op);
    if (before == 0 || after == 0)
        return keepAll(op);
    if (after % before == 0 && (!whole || adapts(op))) {
        if (before == 1 && after > 1) { // repeated for each channel of something else
            m_sets.keep(from, named(NS_MESSAGE("compress.kept_mixed", "{0} uses all of them together"), op));
            return set(op.outputs[0], Channels(after, anyChannel));
        }
        Channels to(after);
        for (std::size_t i = 0; i < after; ++i)
            to[i] = from[i % before];
        return set(op.outputs[0], std::move(to));
    }
    bool repeats = !whole && before % after == 0;
    for (std::size_t i = after; i < before && repeats; ++i)
        repeats = from[i] == from[i % after];
    if (repeats)
        return set(op.outputs[0], Channels(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(after)));
    const Message reason = named(NS_MESSAGE("compress.kept_shape", "{0} gives them a fixed shape"), op);
    m_sets.keep(from, reason);
    Channels to = m_sets.add(after);
    m_sets.keep(to, reason);
    set(op.outputs[0], std::move(to));
}

void ChannelWalk::convolve(const Op& op, std::int64_t groups)
{
    const Channels from = channelsOf(op.inputs[0]);
    const Shape kernel = shape(op.inputs[1]);
    const auto filters = static_cast<std::size_t>(kernel[-1]), perGroup = static_cast<std::size_t>(kernel[-2]);
    const std::size_t filtersOfGroup = filters / static_cast<std::size_t>(groups);
    if (groups > 1 && std::ranges::find(from, anyChannel) != from.end())
        return keepAll(op);
    const Channels made = m_sets.add(filters);
    const bool separate = groups > 1 && perGroup == 1;
    for (std::size_t i = 0; i < filters && groups > 1; ++i)
        m_sets.tie(made[i], separate ? from[i / filtersOfGroup] : made[i % filtersOfGroup]);
    for (std::size_t i = 0; i < from.size() && groups > 1 && !separate; ++i)
        m_sets.tie(from[i], from[i % perGroup]);

    std::vector<ArrayUse> axes{{1, made}};
    if (!separate)
        axes.push_back({kernel[-1], Channels(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(perGroup))});
    use(op.inputs[1], std::move(axes));
    const Node* node = nodeOf(op);
    if (!separate || (node && m_project.catalog().layers->find(node->layer)->parameter(groupsParameter)))
        produce(op, op.inputs[1], 1, made, separate ? from : Channels());
    if (op.inputs.size() > 2 && isArray(op.inputs[2])) {
        use(op.inputs[2], {{1, made}});
        if (!m_producers.empty() && m_producers.back().channels == made)
            m_producers.back().layer.bias = idOf(op.inputs[2]);
    }
    set(op.outputs[0], made);
}

/// A transposed convolution, with kernels of kh,kw,filters,C.
void ChannelWalk::convolveBack(const Op& op)
{
    const Channels from = channelsOf(op.inputs[0]);
    const Shape kernel = shape(op.inputs[1]);
    const Channels made = m_sets.add(static_cast<std::size_t>(kernel[-2]));
    use(op.inputs[1], {{kernel[-1], made}, {1, from}});
    produce(op, op.inputs[1], kernel[-1], made, {});
    set(op.outputs[0], made);
}

void ChannelWalk::multiply(const Op& op)
{
    const Channels from = channelsOf(op.inputs[0]);
    const Shape kernel = shape(op.inputs[1]);
    const Channels made = m_sets.add(static_cast<std::size_t>(kernel[1]));
    use(op.inputs[1], {{1, made}, {kernel[1], from}});
    produce(op, op.inputs[1], 1, made, {});
    if (op.inputs.size() > 2 && isArray(op.inputs[2])) {
        use(op.inputs[2], {{1, made}});
        if (!m_producers.empty() && m_producers.back().channels == made)
            m_producers.back().layer.bias = idOf(op.inputs[2]);
    }
    set(op.outputs[0], made);
}

void ChannelWalk::addBias(const Op& op)
{
    const Channels& channels = channelsOf(op.inputs[0]);
    use(op.inputs[1], {{1, channels}});
    if (!m_producers.empty() && m_producers.back().channels == channels && m_producers.back().layer.bias.empty())
        m_producers.back().layer.bias = idOf(op.inputs[1]);
    pass(op);
}

void ChannelWalk::normalize(const Op& op)
{
    const Channels& channels = channelsOf(op.inputs[0]);
    for (std::size_t i = 1; i < 5; ++i)
        use(op.inputs[i], {{1, channels}});
    m_scales.push_back({{op.origin.front(), idOf(op.inputs[1]), idOf(op.inputs[2]), {}}, channels});
    pass(op);
}

void ChannelWalk::slope(const Op& op)
{
    use(op.inputs[1], {{1, channelsOf(op.inputs[0])}});
    pass(op);
}

/// The rows of the kernel go with the channels of the input; the units stay.
void ChannelWalk::recur(const Op& op)
{
    use(op.inputs[1], {{shape(op.inputs[1])[-1], channelsOf(op.inputs[0])}});
    keepMade(op, named(NS_MESSAGE("compress.kept_kind", "{0} is a layer whose channels can't be removed one by one"), op));
}

/// An op that reads all of its inputs' channels together, or nothing is known about.
void ChannelWalk::keepAll(const Op& op)
{
    const Message reason = named(NS_MESSAGE("compress.kept_mixed", "{0} uses all of them together"), op);
    for (const TensorId input : op.inputs) {
        if (input == noTensor)
            continue;
        if (isArray(input))
            m_fixed.insert(idOf(input));
        else
            m_sets.keep(channelsOf(input), reason);
    }
    keepMade(op, reason);
}

void ChannelWalk::keepMade(const Op& op, const Message& reason)
{
    for (const TensorId output : op.outputs) {
        Channels channels = m_sets.add(shape(output).rank() > 1 ? static_cast<std::size_t>(shape(output)[-1]) : 0);
        m_sets.keep(channels, reason);
        set(output, std::move(channels));
    }
}

void ChannelWalk::use(TensorId array, std::vector<ArrayUse> axes)
{
    const std::string id = idOf(array);
    const auto [entry, isNew] = m_arrays.try_emplace(id, axes);
    if (isNew)
        return;
    const bool same = std::ranges::equal(entry->second, axes, [](const ArrayUse& a, const ArrayUse& b) {
        return a.stride == b.stride && a.channels.size() == b.channels.size();
    });
    for (std::size_t i = 0; i < axes.size() && same; ++i)
        m_sets.tie(entry->second[i].channels, axes[i].channels);
    if (same)
        return;
    m_fixed.insert(id);
    std::ranges::move(axes, std::back_inserter(entry->second));
}

void ChannelWalk::produce(const Op& op, TensorId kernel, std::int64_t stride, const Channels& made, const Channels& ownFilters)
{
    const Node* node = nodeOf(op);
    const LayerSpec* layer = node ? m_project.catalog().layers->find(node->layer) : nullptr;
    const auto width = layer && !layer->width.empty() ? integerOf(*node, *layer, layer->width) : std::nullopt;
    if (width != static_cast<std::int64_t>(made.size())) {
        m_sets.keep(made, named(NS_MESSAGE("compress.kept_kind", "{0} is a layer whose channels can't be removed one by one"), op));
        return;
    }
    m_producers.push_back({{node->id, layer->width, idOf(kernel), {stride, {}}, {}, {}}, made, ownFilters});
}

} // namespace netsmith::compress
