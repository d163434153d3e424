#include "engine/plan/cached_features.h"

#include "engine/ops/control.h"
#include "engine/ops/copy.h"
#include "engine/ops/gather.h"
#include "engine/plan/batch_fields.h"
#include "engine/plan/network_lowering.h"
#include "engine/plan/trained_parameters.h"

#include <algorithm>
#include <set>

namespace netsmith {
namespace {

/// How a tensor of a training step depends on what is not in its sample.
enum class Change : std::uint8_t { none, draws, statistics, training };

/// Looks for the frozen part of one network.
class FrozenSearch {
public:
    explicit FrozenSearch(const CheckedProject& checked)
        : m_project(checked.flat())
        , m_catalog(checked.catalog())
        , m_shapes(checked.shapes())
        , m_options{.batch = 1, .seed = static_cast<std::uint64_t>(m_project.training.seed)}
        , m_graph(m_project.graph)
        , m_network(m_plan, m_project.graph, m_catalog, m_shapes)
        , m_fields(m_plan, m_project, m_catalog, checked.fields(), m_options, m_shapes)
    {
        m_plan.batch = m_options.batch;
        m_plan.seed = m_options.seed;
        for (const Objective& objective : m_project.training.objectives) {
            if (const Node* judged = objectiveNode(m_project.graph, objective))
                m_judged.insert(judged->id);
            if (!objective.targetLayer.empty())
                m_taught.insert(objective.targetLayer);
        }
    }

    FrozenPart find()
    {
        m_plan.tensors.push_back({"train/counters", {control::counterCount}, DataType::i64, Role::control, Arena::none, -1});
        for (std::size_t phase = 0; phase < phaseCount(m_project.training); ++phase)
            lowerPhase(phase);
        FrozenPart part;
        for (const std::string& id : m_shapes.order)
            addFeatures(part, id);
        if (part.features.empty())
            part.obstacle = obstacle();
        return part;
    }

private:
    /// What the search knows of a tensor in the program of a phase.
    struct Known {
        Change change = Change::none;
        bool isWorthKeeping = false; ///< frozen weights took part in computing it
    };

    void lowerPhase(std::size_t phase)
    {
        constexpr TensorId counters = 0;
        Program program;
        Emitter emitter(m_plan.tensors, program);
        m_network.setPhase(layersOfPhase(m_project, m_catalog, phase));
        const auto inputs = m_fields.inputs(emitter, "train", counters, true);
        const NetworkLowering::Outputs outputs = m_network.lower(emitter, inputs, counters, true);
        treatGroups(m_plan.parameters, m_project.training);
        m_known.resize(m_plan.tensors.size());
        findMoved(program);
        for (const Op& op : program.ops)
            follow(op);
        for (const auto& [port, tensor] : outputs) {
            const auto [place, isNew] = m_outputs.try_emplace(port, at(tensor));
            if (place->second.change == Change::none)
                place->second = at(tensor);
        }
    }

    Known& at(TensorId id) { return m_known[static_cast<std::size_t>(id)]; }
    const TensorInfo& info(TensorId id) const { return m_plan.tensors[static_cast<std::size_t>(id)]; }

    bool isTrainedEver(int segment) const
    {
        for (int phase = 0; phase < static_cast<int>(phaseCount(m_project.training)); ++phase)
            if (isTrained(m_plan.parameters.segments[static_cast<std::size_t>(segment)], m_project.training, phase))
                return true;
        return false;
    }

    /// The statistics that a step changes.
    void findMoved(const Program& program)
    {
        for (const Op& op : program.ops)
            for (const TensorId output : op.outputs)
                if (info(output).arena == Arena::staged && op.spec != &ops::copy) // a copy keeps them as they are
                    m_moved.insert(info(output).segment);
    }

    Change changeBy(const Op& op, const TensorInfo& input) const
    {
        if (input.role == Role::control)
            return op.spec == &ops::gather ? Change::none : Change::draws; // the sample's place in the order
        if (input.arena == Arena::weights && isTrainedEver(input.segment))
            return Change::training;
        if (input.arena == Arena::statistics && m_moved.contains(input.segment))
            return Change::statistics;
        return Change::none;
    }

    void follow(const Op& op)
    {
        Known result;
        bool readsWeights = false;
        for (const TensorId input : op.inputs) {
            if (input == noTensor)
                continue;
            const Known before = at(input);
            if (result.change == Change::none)
                result.change = before.change != Change::none ? before.change : changeBy(op, info(input));
            result.isWorthKeeping = result.isWorthKeeping || before.isWorthKeeping;
            readsWeights = readsWeights || info(input).arena == Arena::weights;
        }
        if (readsWeights && costOf(op, m_plan.tensors).flops > 0.0) // which a lookup of rows has not
            result.isWorthKeeping = true;
        for (const TensorId output : op.outputs)
            if (info(output).role == Role::activation)
                at(output) = result;
    }

    const Known& outputOf(const std::string& node, const std::string& port) const { return m_outputs.at({node, port}); }

    /// Of a layer's first output.
    Change change(const std::string& id) const { return m_outputs.lower_bound({id, ""})->second.change; }

    /// Whether a layer's outputs change; those that an objective is about are never read from a cache, because it may replace their
    /// activation.
    bool changes(const std::string& id) const
    {
        for (auto output = m_outputs.lower_bound({id, ""}); output != m_outputs.end() && output->first.first == id; ++output)
            if (output->second.change != Change::none)
                return true;
        return m_judged.contains(id);
    }

    void addFeatures(FrozenPart& part, const std::string& id) const
    {
        if (changes(id))
            return;
        const LayerSpec& spec = *m_catalog.layers->find(m_graph.find(id)->layer);
        for (const PortSpec& port : spec.outputs) {
            const auto readsIt = [&](const Edge& edge) {
                return edge.from.node == id && edge.from.port == port.name && changes(edge.to.node);
            };
            const bool isTarget = &port == &spec.outputs[0] && m_taught.contains(id);
            if (outputOf(id, port.name).isWorthKeeping && (isTarget || std::ranges::any_of(m_project.graph.edges, readsIt)))
                part.features.push_back({id, port.name, *m_shapes.at({id, port.name})});
        }
    }

    /// The layers that have weights of which none is ever trained.
    std::set<std::string> frozenLayers() const
    {
        std::set<std::string> frozen, trained;
        for (std::size_t i = 0; i < m_plan.parameters.segments.size(); ++i)
            (isTrainedEver(static_cast<int>(i)) ? trained : frozen).insert(layerOf(m_plan.parameters.segments[i]));
        std::erase_if(frozen, [&](const std::string& layer) { return trained.contains(layer); });
        return frozen;
    }

    /// The first layer on the way from the data to `id` whose outputs change although its inputs don't.
    const std::string& whereItBegins(const std::string& id) const
    {
        for (const Edge* edge : m_graph.into(id))
            if (outputOf(edge->from.node, edge->from.port).change != Change::none)
                return whereItBegins(edge->from.node);
        return id;
    }

    std::optional<Message> obstacle() const
    {
        const std::set<std::string> frozen = frozenLayers();
        const auto isHindered = [&](const std::string& id) {
            const Node& node = *m_graph.find(id);
            return frozen.contains(node.shares.empty() ? id : node.shares) && change(id) != Change::none;
        };
        const auto hindered = std::ranges::find_if(m_shapes.order, isHindered);
        if (hindered == m_shapes.order.end())
            return std::nullopt;
        const std::string& source = whereItBegins(*hindered);
        const Node& node = *m_graph.find(source);
        switch (change(source)) {
        case Change::training:
            return Message(NS_MESSAGE("feature_cache.trained",
                                      "the outputs of frozen layers are computed in each step, because {0} before them is trained"),
                           node.label());
        case Change::statistics:
            return Message(NS_MESSAGE("feature_cache.statistics",
                                      "the outputs of frozen layers are computed in each step, because {0} updates its statistics"),
                           node.label());
        case Change::draws:
        case Change::none: break;
        }
        if (const Component* transform = augmentation(node))
            return Message(NS_MESSAGE("feature_cache.transform",
                                      "the outputs of frozen layers are computed in each step, because the transform \"{0}\" "
                                      "changes the samples before them"),
                           transform->id);
        return Message(NS_MESSAGE("feature_cache.random",
                                  "the outputs of frozen layers are computed in each step, because {0} is random or keeps a "
                                  "state from batch to batch"),
                       node.label());
    }

    /// The first transform that changes an input's samples at random.
    const Component* augmentation(const Node& node) const
    {
        if (!readsField(*m_catalog.layers->find(node.layer)))
            return nullptr;
        const std::vector<Component>& all = m_project.data.transforms;
        const auto found = std::ranges::find_if(
            all, [&](const Component& transform) { return m_catalog.transforms->find(transform.id)->augments; });
        return found == all.end() ? nullptr : &*found;
    }

    const Project& m_project;
    const Catalog& m_catalog;
    const ShapeWalk& m_shapes;
    const PlanOptions m_options;
    const GraphIndex m_graph;
    LogicalPlan m_plan;
    NetworkLowering m_network;
    BatchFields m_fields;
    std::set<std::string> m_judged; ///< the layers that objectives are about
    std::set<std::string> m_taught; ///< those that objectives learn from
    std::vector<Known> m_known; ///< by tensor
    std::set<int> m_moved; ///< statistics, by segment
    std::map<std::pair<std::string, std::string>, Known> m_outputs; ///< the first phase that changes one decides
};

} // namespace

FieldType CachedFeature::field() const
{
    return {.name = "output of " + node + '.' + port, .shape = shape, .type = DataType::f32};
}

FrozenPart frozenPart(const CheckedProject& project)
{
    project.requireOk();
    return FrozenSearch(project).find();
}

} // namespace netsmith
