#include "engine/core/error.h"
#include "engine/inspect/weights/layer_weights.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "engine/ops/dense.h"
#include "engine/ops/embedding.h"
#include "engine/ops/recurrence.h"
#include "engine/plan/build_plan.h"
#include "engine/plan/checks/project_nodes.h"

#include <algorithm>
#include <unordered_map>

// What a network does with its weights, as the ops say that use them.

namespace netsmith::inspect {
namespace {

class WeightReader {
public:
    WeightReader(const CheckedProject& project, const LogicalPlan& plan)
        : m_project(project)
        , m_plan(plan)
    {
        for (const Op& op : plan.program(programs::predict).ops)
            for (const TensorId output : op.outputs)
                m_producers[output] = &op;
        for (const Op& op : plan.program(programs::predict).ops)
            for (std::size_t input = 0; input < op.inputs.size(); ++input)
                if (const TensorId root = rootOf(op.inputs[input]); root != noTensor && !op.spec->isView)
                    if (const TensorInfo& info = plan.tensor(root); isWeight(info))
                        m_uses.try_emplace(info.segment, Use{&op, input});
    }

    std::vector<WeighedLayer> layers() const
    {
        std::vector<WeighedLayer> layers;
        const auto layerOf = [&](const Segment& segment) -> WeighedLayer& {
            const std::string node = segment.id.substr(0, segment.id.rfind('.'));
            const auto known = std::ranges::find(layers, node, &WeighedLayer::node);
            return known == layers.end() ? layers.emplace_back(ofNode(node)) : *known;
        };
        for (std::size_t i = 0; i < m_plan.parameters.segments.size(); ++i) {
            const Segment& segment = m_plan.parameters.segments[i];
            WeighedLayer& layer = layerOf(segment);
            layer.arrays.push_back(factsOf(segment));
            if (const auto use = m_uses.find(static_cast<int>(i)); use != m_uses.end())
                describe(*use->second.op, use->second.input, layer, layer.arrays.back());
        }
        for (const Segment& segment : m_plan.statistics.segments)
            if (segment.kept != Kept::never) {
                WeightFacts facts = factsOf(segment);
                facts.use = WeightUse::statistic;
                facts.initializer.reset();
                facts.constant = segment.constant;
                layerOf(segment).arrays.push_back(std::move(facts));
            }
        return layers;
    }

private:
    struct Use {
        const Op* op = nullptr;
        std::size_t input = 0;
    };

    static bool isWeight(const TensorInfo& info)
    {
        return info.role == Role::segment && (info.arena == Arena::weights || info.arena == Arena::average);
    }

    /// The tensor that this one is a view of.
    TensorId rootOf(TensorId tensor) const
    {
        for (auto made = m_producers.find(tensor); made != m_producers.end() && made->second->spec->isView;
             made = m_producers.find(tensor))
            tensor = made->second->inputs[0];
        return tensor;
    }

    WeighedLayer ofNode(const std::string& node) const
    {
        WeighedLayer layer{.node = node, .seed = m_plan.seed};
        const Graph& graph = m_project.flat().graph;
        const Node* drawn = graph.find(node);
        if (!drawn)
            return layer;
        layer.layer = drawn->layer;
        if (const Node* source = inputBefore(*drawn))
            layer.field = inputField(*source, *m_project.catalog().layers->find(source->layer));
        return layer;
    }

    /// The input that a node's first wires lead back to, through layers without weights.
    const Node* inputBefore(const Node& node) const
    {
        const Graph& graph = m_project.flat().graph;
        const Node* at = &node;
        for (std::size_t steps = 0; at && steps <= graph.nodes.size(); ++steps) {
            const LayerSpec* spec = m_project.catalog().layers->find(at->layer);
            if (!spec)
                return nullptr;
            if (readsField(*spec))
                return at;
            if (at != &node && spec->hasWeights())
                return nullptr;
            const auto wire = std::ranges::find_if(graph.edges, [&](const Edge& edge) { return edge.to.node == at->id; });
            at = wire == graph.edges.end() ? nullptr : graph.find(wire->from.node);
        }
        return nullptr;
    }

    /// Whether a layer's input is shaped like the network's, which leads to it.
    bool readsSample(const WeighedLayer& layer, const Shape& input) const
    {
        const Node* drawn = m_project.flat().graph.find(layer.node);
        const Node* source = drawn ? inputBefore(*drawn) : nullptr;
        const Shape* shape = source ? m_project.shapes().at({source->id, "output"}) : nullptr;
        return shape && *shape == input;
    }

    static WeightFacts factsOf(const Segment& segment)
    {
        return {.id = segment.id,
                .name = segment.id.substr(segment.id.rfind('.') + 1),
                .shape = segment.shape,
                .initializer = segment.initializer};
    }

    void describe(const Op& op, std::size_t input, WeighedLayer& layer, WeightFacts& facts) const
    {
        const Shape whole = m_plan.tensor(rootOf(op.inputs[0])).shape;
        if ((op.spec == &ops::conv2d || op.spec == &ops::conv2dBackwardData) && input == 1) {
            facts.use = WeightUse::convolution;
            facts.window = op.as<Conv2dAttributes>().kernelShape;
            facts.isTransposed = op.spec == &ops::conv2dBackwardData;
            layer.readsSample = readsSample(layer, whole.withoutBatch());
        } else if (op.spec == &ops::conv3d && input == 1) {
            facts.use = WeightUse::convolution;
            facts.window = op.as<Conv3dAttributes>().kernelShape;
        } else if (op.spec == &ops::dense && input == 1) {
            facts.use = WeightUse::product;
            const Shape& flat = m_plan.tensor(op.inputs[0]).shape;
            if (flat.rank() == 2 && whole.rank() == 4 && whole.withoutBatch().elements() == facts.shape[0])
                layer.image = whole.withoutBatch();
            layer.readsSample = readsSample(layer, whole.withoutBatch());
        } else if (op.spec == &ops::embedding && input == 0) {
            facts.use = WeightUse::table;
        } else if (op.spec == &ops::recurrence && input >= 1 && input <= 3) {
            facts.use = input == 3 ? WeightUse::other : WeightUse::gates;
            const Cell cell = op.as<RecurrenceAttributes>().cell;
            facts.gates = cell == Cell::lstm ? std::vector<std::string>{"i", "f", "c", "o"}
                : cell == Cell::gru          ? std::vector<std::string>{"z", "r", "h"}
                                             : std::vector<std::string>{};
        }
    }

    const CheckedProject& m_project;
    const LogicalPlan& m_plan;
    std::unordered_map<TensorId, const Op*> m_producers;
    std::unordered_map<int, Use> m_uses; ///< of each parameter the first
};

} // namespace

std::string_view idOf(WeightUse use)
{
    constexpr std::string_view ids[] = {"other", "product", "convolution", "gates", "table", "statistic"};
    return ids[static_cast<std::size_t>(use)];
}

std::vector<WeighedLayer> weighedLayers(const CheckedProject& project)
{
    project.requireOk();
    // Nothing fused, so that every op has its own layer's weights, and in FP32, so that none is cast before.
    const LogicalPlan plan = buildPlan(project,
                                       {.batch = 1,
                                        .fuse = false,
                                        .seed = static_cast<std::uint64_t>(project.project().training.seed),
                                        .programs = {programs::predict}});
    return WeightReader(project, plan).layers();
}

const WeighedLayer& weighedLayer(std::span<const WeighedLayer> layers, const CheckedProject& project, std::string_view node)
{
    const Node* drawn = project.flat().graph.find(node);
    const std::string_view owner = drawn && !drawn->shares.empty() ? std::string_view(drawn->shares) : node;
    const auto found = std::ranges::find(layers, owner, &WeighedLayer::node);
    if (found != layers.end())
        return *found;
    std::string names;
    for (const WeighedLayer& layer : layers)
        names += (names.empty() ? "" : ", ") + layer.node;
    if (names.empty())
        refuse(NS_MESSAGE("weights.none", "no layer of this network has weights"));
    if (drawn)
        refuse(NS_MESSAGE("weights.without", "the layer \"{0}\" has no weights; these have some: {1}"), std::string(node), names);
    refuse(NS_MESSAGE("weights.layer", "no layer \"{0}\"; name one of those with weights: {1}"), std::string(node), names);
}

} // namespace netsmith::inspect
