#include "engine/plan/network_lowering.h"

#include "engine/graph/specs/kept_zeros.h"
#include "engine/ops/begin_state.h"
#include "engine/ops/copy.h"

#include <algorithm>

namespace netsmith {
namespace {

/// How a layer computes in a program.
struct LayerMode {
    bool commits = false; ///< the program is a training step, whose statistics are committed
    bool training = false; ///< the layer draws, and normalizes by the batch
    bool frozen = false; ///< the program leaves the layer's statistics alone
};

/// One node's view of the network being lowered.
class NodeCall : public LayerCall {
public:
    NodeCall(NetworkLowering& network, Emitter& emitter, const Node& node, const Node& owner, const LayerSpec& spec,
             std::vector<TensorId> inputs, NetworkLowering::Masks& masks, TensorId counters, LayerMode mode)
        : m_network(network)
        , m_emitter(emitter)
        , m_node(node)
        , m_owner(owner)
        , m_inputs(std::move(inputs))
        , m_masks(masks)
        , m_outputs(spec.outputs.size(), noTensor)
        , m_counters(counters)
        , m_mode(mode)
        , m_options(weightOptionsOf(owner.parameters))
    {
    }

    Emitter& emitter() override { return m_emitter; }
    const std::string& node() const override { return m_node.id; }
    std::span<const TensorId> inputs() const override { return m_inputs; }
    void setOutput(std::size_t index, TensorId tensor) override { m_outputs.at(index) = tensor; }
    TensorId counters() override { return m_counters; }
    std::uint64_t seed() const override { return m_network.seed(); }
    std::int64_t batch() const override { return m_network.batch(); }
    BatchPart batchPart() const override { return m_network.batchPart(); }
    bool training() const override { return m_mode.training; }
    bool updatesStatistics() const override { return m_mode.training && !m_mode.frozen && m_options.trainable; }
    TensorId weight(WeightKind kind, const std::string& name, const Shape& shape, bool unitForget) override
    {
        Segment segment;
        segment.id = (kind == WeightKind::range ? m_node : m_owner).id + "." + name; // inputs are never shared
        segment.shape = shape;
        segment.initializer = initializerOf(kind, m_owner.parameters, shape);
        segment.initializer.unitForget = unitForget;
        segment.trainable = m_options.trainable;
        segment.decay = segment.isKernel = decays(kind);
        segment.penalty = penaltyOf(kind, m_owner.parameters);
        if (segment.decay)
            segment.maxNorm = m_options.maxNorm;
        segment.keepsZeros = segment.isKernel && keepsZeros(m_owner.parameters);
        return m_network.weight(segment, &m_owner == &m_node);
    }
    Statistic statistic(const std::string& name, const Shape& shape, float initial) override
    {
        m_statistics.push_back(m_network.statistic(m_node.id + "." + name, shape, initial));
        return m_statistics.back();
    }

    /// The state of the validation is where a training step leaves nothing: beside the statistics that are staged.
    Statistic recurrentState(const std::string& name, const Shape& shape) override
    {
        const std::string id = m_node.id + "." + name;
        const Statistic trained = m_network.statistic(id, shape, 0.0f, Kept::ofBatch);
        const Statistic judged = m_network.statistic(id + "/evaluated", shape, 0.0f, Kept::never);
        if (m_counters == noTensor)
            return {noTensor, noTensor};
        const TensorId before = m_mode.commits ? trained.current : judged.staged;
        return {m_emitter.emitOne(ops::beginState, noAttributes(), {before, m_counters}),
                m_mode.commits ? trained.staged : judged.staged};
    }

    TensorId mask() const override { return m_inputs.empty() ? noTensor : maskOf(m_inputs[0]); }
    void setMask(TensorId mask) override { m_masks[m_outputs[0]] = mask; }

    /// What is staged is committed, so where the layer stages nothing it must be what is there.
    void keepStatistics()
    {
        if (!m_mode.commits || updatesStatistics())
            return;
        for (const Statistic& each : m_statistics)
            m_emitter.emitInto(ops::copy, noAttributes(), {each.current}, {each.staged});
    }

    /// Where a layer keeps the steps of its inputs, the first mask among them is the output's.
    void keepMask()
    {
        const auto masked = std::ranges::find_if(m_inputs, [&](TensorId input) { return maskOf(input) != noTensor; });
        if (masked == m_inputs.end())
            return;
        const Shape& steps = m_emitter.shape(maskOf(*masked));
        const Shape& output = m_emitter.shape(m_outputs[0]);
        if (output.rank() >= 2 && output[0] == steps[0] && output[1] == steps[1]) // not so behind a join along the steps
            setMask(maskOf(*masked));
    }

    const std::vector<TensorId>& outputs() const { return m_outputs; }

private:
    TensorId maskOf(TensorId tensor) const { return m_network.maskOf(tensor); }

    NetworkLowering& m_network;
    Emitter& m_emitter;
    const Node& m_node;
    const Node& m_owner; ///< of the weights
    std::vector<TensorId> m_inputs;
    NetworkLowering::Masks& m_masks;
    std::vector<TensorId> m_outputs;
    TensorId m_counters;
    LayerMode m_mode;
    std::vector<Statistic> m_statistics;
    WeightOptions m_options;
};

} // namespace

NetworkLowering::Outputs NetworkLowering::lower(Emitter& emitter, const std::map<std::string, BatchFields::Batch>& fields,
                                                TensorId counters, bool training, const Outputs& known)
{
    m_training = training;
    Outputs outputs;
    m_masks.clear();
    for (const std::string& id : m_shapes.order) {
        const Node& node = *m_graph.find(id);
        const LayerSpec& spec = *m_catalog.layers->find(node.layer);
        std::vector<TensorId> inputs;
        if (spec.category == Category::input) { // noise is drawn where nobody gives it
            const auto batch = fields.find(readsField(spec) ? inputField(node, spec) : noiseName(id));
            if (batch != fields.end())
                inputs.push_back(batch->second.values);
            if (batch != fields.end() && batch->second.mask != noTensor)
                m_masks[batch->second.values] = batch->second.mask;
        }
        for (const PortSpec& port : spec.inputs)
            for (const Edge* edge : m_graph.into(id, port.name))
                inputs.push_back(outputs.at({edge->from.node, edge->from.port}));
        emitter.setOrigin({id});
        const Node& owner = node.shares.empty() ? node : *m_graph.find(node.shares);
        const LayerMode mode{training, training && !m_phase.evaluated.contains(id), m_phase.frozen.contains(id)};
        NodeCall call(*this, emitter, node, owner, spec, std::move(inputs), m_masks, counters, mode);
        spec.lower(node.parameters, call);
        call.keepStatistics();
        if (spec.keepsSteps)
            call.keepMask();
        for (std::size_t i = 0; i < spec.outputs.size(); ++i) {
            TensorId& output = outputs[{id, spec.outputs[i].name}] = call.outputs()[i];
            const auto found = known.find({id, spec.outputs[i].name});
            if (found == known.end())
                continue;
            if (const TensorId mask = maskOf(output); mask != noTensor)
                m_masks[found->second] = mask;
            output = found->second;
        }
    }
    emitter.setOrigin({});
    return outputs;
}

TensorId NetworkLowering::addSegment(const Segment& segment, Arena arena, int index)
{
    m_plan.tensors.push_back({segment.id, segment.shape, DataType::f32, Role::segment, arena, index});
    return static_cast<TensorId>(m_plan.tensors.size()) - 1;
}

TensorId NetworkLowering::weight(const Segment& segment, bool byOwner)
{
    const auto [entry, isNew] = m_weights.try_emplace(segment.id);
    if (isNew) {
        m_plan.parameters.segments.push_back(segment);
        const int index = static_cast<int>(m_plan.parameters.segments.size()) - 1;
        entry->second.trained = addSegment(segment, Arena::weights, index);
        if (m_plan.averages)
            entry->second.average = addSegment(segment, Arena::average, index);
    }
    // A layer that uses the weights may come first; how they begin is their owner's.
    if (!isNew && byOwner)
        m_plan.parameters.segments[static_cast<std::size_t>(m_plan.tensor(entry->second.trained).segment)].initializer =
            segment.initializer;
    return m_plan.averages && !m_training ? entry->second.average : entry->second.trained;
}

LayerCall::Statistic NetworkLowering::statistic(const std::string& id, const Shape& shape, float initial, Kept kept)
{
    const auto [entry, isNew] = m_statistics.try_emplace(id, LayerCall::Statistic{noTensor, noTensor});
    if (isNew) {
        Segment segment;
        segment.id = id;
        segment.shape = shape;
        segment.constant = initial;
        segment.kept = kept;
        segment.trainable = false;
        m_plan.statistics.segments.push_back(segment);
        const int index = static_cast<int>(m_plan.statistics.segments.size()) - 1;
        entry->second = {addSegment(segment, Arena::statistics, index), addSegment(segment, Arena::staged, index)};
    }
    return entry->second;
}

} // namespace netsmith
