#include "engine/plan/checked_project.h"

#include "engine/core/name_list.h"
#include "engine/graph/blocks.h"
#include "engine/graph/checks/component.h"
#include "engine/graph/graph_index.h"
#include "engine/graph/nearest_name.h"
#include "engine/graph/settings.h"
#include "engine/plan/build_plan.h"
#include "engine/plan/image_chain.h"
#include "engine/plan/single_layer_lowering.h"
#include "engine/plan/metric_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace netsmith {
namespace {

/// Collects what is wrong with the settings around a graph that was checked already.
class ProjectCheck {
public:
    ProjectCheck(const Project& project, const Catalog& catalog, std::span<const FieldType> fields, Validation& out)
        : m_project(project)
        , m_catalog(catalog)
        , m_fields(fields)
        , m_graph(project.graph)
        , m_out(out)
    {
    }

    void run()
    {
        for (Problem& problem : settingsProblems(m_project))
            m_out.problems.push_back(std::move(problem));
        checkTransforms();
        checkFields();
        checkInputs();
        checkClassesTaken();
        checkSharedWeights();
        checkStates();
        for (std::size_t i = 0; i < m_project.training.objectives.size(); ++i)
            checkObjective(m_project.training.objectives[i], fmt::format("/training/objectives/{}", i));
        checkMonitor();
        checkOutputs();
        checkComponent(ComponentKind::optimizer, m_project.training.optimizer, *m_catalog.optimizers, "/training/optimizer");
        for (std::size_t i = 0; i < m_project.training.groups.size(); ++i)
            if (const Component& own = m_project.training.groups[i].optimizer; !own.id.empty())
                checkComponent(ComponentKind::optimizer, own, *m_catalog.optimizers,
                               fmt::format("/training/groups/{}/optimizer", i));
    }

private:
    template <class... Arguments>
    void report(const std::string& node, MessageTemplate sentence, Arguments&&... arguments)
    {
        m_out.problems.push_back(
            {Severity::error, node, {}, Message(sentence, std::forward<Arguments>(arguments)...), std::nullopt});
    }

    const FieldType* field(std::string_view name) const
    {
        const auto found = std::ranges::find(m_fields, name, &FieldType::name);
        return found == m_fields.end() ? nullptr : &*found;
    }

    Message fieldNames() const
    {
        std::string names;
        for (const FieldType& entry : m_fields)
            names += (names.empty() ? "" : ", ") + entry.name;
        return nameList(std::move(names));
    }

    /// What the data says of the fields that are used: which tell their lengths, and which move with the picture.
    void checkFields()
    {
        std::set<std::string> given, learned;
        for (const Node& node : m_project.graph.nodes)
            if (const LayerSpec* spec = m_catalog.layers->find(node.layer); spec && readsField(*spec))
                given.insert(inputField(node, *spec));
        for (const Objective& objective : m_project.training.objectives)
            if (objective.learnsField())
                learned.insert(objective.target);
        const auto mixes = [&](const Component& transform) {
            const TransformSpec* spec = m_catalog.transforms->find(transform.id);
            return spec && spec->mixes;
        };
        const auto mixing = std::ranges::find_if(m_project.data.transforms, mixes);
        for (const FieldType& each : m_fields) {
            if (!given.contains(each.name) && !learned.contains(each.name))
                continue;
            const FieldType* lengths = each.lengths.empty() ? nullptr : field(each.lengths);
            if (!each.lengths.empty() && !lengths)
                report({},
                       NS_MESSAGE("field.lengths",
                                  "the field \"{0}\" of \"{1}\" has its lengths in \"{2}\", which is not there; it has: {3}"),
                       each.name, m_project.data.source, each.lengths, fieldNames());
            if (lengths && (lengths->shape.rank() > 0 || lengths->classes > 0 || each.shape.rank() == 0))
                report({},
                       NS_MESSAGE("field.lengths_shape",
                                  "the field \"{0}\" of \"{1}\" can't tell how many rows of \"{2}\" count: it takes one whole "
                                  "number a sample"),
                       lengths->name, m_project.data.source, each.name);
            if (!each.areBoxes)
                continue;
            if (each.lengths.empty() || each.shape.rank() != 2 || each.shape[1] < 4)
                report({},
                       NS_MESSAGE("field.boxes",
                                  "the field \"{0}\" of \"{1}\" holds no boxes: they are rows of left, top, right and bottom, and "
                                  "a field tells how many there are"),
                       each.name, m_project.data.source);
            if (given.contains(each.name))
                report({},
                       NS_MESSAGE("field.boxes_given",
                                  "the boxes \"{0}\" move with the picture and are to be learned; they can't be an input"),
                       each.name);
            if (mixing != m_project.data.transforms.end())
                report({},
                       NS_MESSAGE("transform.mixed_boxes",
                                  "transform \"{0}\" mixes pictures, and the boxes \"{1}\" can't be mixed; take the transform out"),
                       mixing->id, each.name);
        }
    }

    void checkTransforms()
    {
        const std::size_t before = m_out.problems.size();
        for (std::size_t i = 0; i < m_project.data.transforms.size(); ++i)
            checkComponent(ComponentKind::transform, m_project.data.transforms[i], *m_catalog.transforms,
                           fmt::format("/data/transforms/{}", i));
        m_transformsHold = m_out.problems.size() == before;
        for (const Component& transform : m_project.data.transforms)
            if (const TransformSpec* spec = m_catalog.transforms->find(transform.id); spec && spec->mixes)
                for (const Objective& objective : m_project.training.objectives)
                    if (const FieldType* target = field(objective.target);
                        objective.learnsField() && target && target->classes > 0 && target->shape.rank() > 0)
                        report({},
                               NS_MESSAGE("transform.mixed",
                                          "transform \"{0}\" mixes targets of one class a sample, and \"{1}\" has {2}; "
                                          "take the transform out"),
                               transform.id, objective.target, target->shape.text());
    }

    /// The shape of a field's samples as the network gets them; null where the transforms do not fit: `reason` says why, if asked.
    std::optional<Shape> shapeBehindTransforms(const FieldType& field, std::optional<Message>* reason = nullptr) const
    {
        if (!m_transformsHold)
            return std::nullopt;
        try {
            return transformedShape(m_project, m_catalog, field.shape);
        } catch (const Error& error) {
            if (reason)
                *reason = error.message();
            return std::nullopt;
        }
    }

    void checkInputs()
    {
        if (m_fields.empty())
            return; // nothing is known of the data set: whoever looked for it says why
        for (const Node& node : m_project.graph.nodes) {
            const LayerSpec* spec = m_catalog.layers->find(node.layer);
            if (!spec || !readsField(*spec))
                continue;
            const std::string name = inputField(node, *spec);
            const FieldType* found = field(name);
            if (!found) {
                report(node.id, NS_MESSAGE("input.field", "{0}: the data set \"{1}\" has no field \"{2}\"; it has: {3}"),
                       node.label(), m_project.data.source, name, fieldNames());
                continue;
            }
            const Shape* shape = m_out.shapes.at({node.id, spec->outputs[0].name});
            std::optional<Message> misfit;
            const std::optional<Shape> given = shapeBehindTransforms(*found, &misfit);
            if (misfit)
                report(node.id, NS_MESSAGE("transform.misfit", "{0}: the transforms of the data do not fit: {1}"), node.label(),
                       *misfit);
            if (shape && given && *shape != *given) {
                Problem problem{
                    Severity::error,
                    node.id,
                    {},
                    Message(NS_MESSAGE("input.shape", "{0}: the shape is {1}, but field \"{2}\" of \"{3}\" has samples of {4}"),
                            node.label(), shape->text(), name, m_project.data.source, given->text()),
                    QuickFix{QuickFix::Kind::setParameter,
                             {},
                             "shape",
                             std::vector<std::int64_t>(given->sizes().begin(), given->sizes().end())}};
                m_out.problems.push_back(std::move(problem));
            }
        }
    }

    /// The field whose values come to a node unchanged, or null.
    const FieldType* fieldBefore(const Node& node) const
    {
        const Node* at = &node;
        for (std::size_t steps = 0; steps <= m_project.graph.nodes.size(); ++steps) { // a cycle was reported
            const LayerSpec* spec = m_catalog.layers->find(at->layer);
            if (!spec)
                return nullptr;
            if (spec->category == Category::input)
                return readsField(*spec) ? field(inputField(*at, *spec)) : nullptr;
            if (spec->inputs.size() != 1 || (at != &node && spec->activation(at->parameters) != LayerSpec::passed))
                return nullptr;
            const auto wires = m_graph.into(at->id, spec->inputs[0].name);
            at = wires.size() == 1 ? m_graph.find(wires[0]->from.node) : nullptr;
            if (!at)
                return nullptr;
        }
        return nullptr;
    }

    /// Layers that look numbers of classes up, such as tokens, know as many as the field has.
    void checkClassesTaken()
    {
        for (const Node& node : m_project.graph.nodes) {
            const LayerSpec* spec = m_catalog.layers->find(node.layer);
            const FieldType* found = !spec || spec->classesTaken.empty() ? nullptr : fieldBefore(node);
            if (!found)
                continue;
            if (found->classes == 0) {
                m_out.problems.push_back(
                    {Severity::warning,
                     node.id,
                     {},
                     Message(NS_MESSAGE("input.quantities",
                                        "{0}: it looks up numbers of classes, and field \"{1}\" of \"{2}\" holds quantities, which "
                                        "are cut to whole numbers; choose a field of classes"),
                             node.label(), found->name, m_project.data.source),
                     std::nullopt});
                continue;
            }
            const auto set = node.parameters.find(spec->classesTaken);
            const ParameterValue& value =
                set != node.parameters.end() ? set->second : spec->parameter(spec->classesTaken)->defaultValue;
            const auto* taken = std::get_if<std::int64_t>(&value);
            if (!taken || *taken >= found->classes)
                continue;
            m_out.problems.push_back(
                {Severity::error,
                 node.id,
                 {},
                 Message(NS_MESSAGE("input.classes",
                                    "{0}: it knows {1:class|classes} (\"{2}\"), but field \"{3}\" of \"{4}\" has {5}; set \"{2}\" "
                                    "to {5} at least"),
                         node.label(), *taken, spec->classesTaken, found->name, m_project.data.source, found->classes),
                 QuickFix{QuickFix::Kind::setParameter, {}, spec->classesTaken, std::int64_t{found->classes}}});
        }
    }

    /// The weights that a layer asks for by itself; nothing where its inputs are not known.
    std::optional<std::map<std::string, Shape>> weightsOf(const Node& node, const LayerSpec& spec) const
    {
        std::vector<Shape> inputs;
        for (const PortSpec& port : spec.inputs)
            for (const Edge* edge : m_graph.into(node.id, port.name)) {
                const Shape* shape = m_out.shapes.at(edge->from);
                if (!shape)
                    return std::nullopt;
                inputs.push_back(*shape);
            }
        if (!m_out.shapes.at({node.id, spec.outputs[0].name}))
            return std::nullopt;
        SingleLayerLowering call(node.id, inputs);
        spec.lower(node.parameters, call);
        return call.weights();
    }

    /// Nodes that use each other's weights need the same ones.
    void checkSharedWeights()
    {
        for (const Node& node : m_project.graph.nodes) {
            const Node* owner = node.shares.empty() ? nullptr : m_graph.find(node.shares);
            const LayerSpec* spec = m_catalog.layers->find(node.layer);
            if (!owner || !spec || owner->layer != node.layer)
                continue; // what is wrong with that was said
            const auto mine = weightsOf(node, *spec);
            const auto theirs = weightsOf(*owner, *spec);
            if (!mine || !theirs || *mine == *theirs)
                continue;
            const auto texts = [](const std::map<std::string, Shape>& weights) {
                std::string text;
                for (const auto& [name, shape] : weights)
                    text += (text.empty() ? "" : ", ") + name + " " + shape.text();
                return text;
            };
            report(node.id,
                   NS_MESSAGE("graph.shares_shape",
                              "{0}: it needs {1} and can't use the weights of {2}, which are {3}; let both have the same sizes"),
                   node.label(), texts(*mine), owner->label(), texts(*theirs));
        }
    }

    /// A layer that goes on from batch to batch needs samples of which one goes on where the other ended.
    void checkStates()
    {
        const Node* node = statefulNode(m_project.graph, *m_catalog.layers);
        if (!node)
            return;
        const DataSettings& data = m_project.data;
        if (data.shuffle)
            report(node->id,
                   NS_MESSAGE("state.shuffle",
                              "{0}: it goes on from batch to batch, so that batches must follow one another, and data.shuffle "
                              "shuffles the samples again in each epoch; set data.shuffle to false"),
                   node->label());
        if (data.validation != "test" && data.validation != "none")
            report(node->id,
                   NS_MESSAGE("state.validation",
                              "{0}: it goes on from batch to batch, so that batches must follow one another, and data.validation "
                              "\"{1}\" takes samples out of their midst; set data.validation to test or none"),
                   node->label(), data.validation);
        for (const Node& input : m_project.graph.nodes) {
            const LayerSpec* spec = m_catalog.layers->find(input.layer);
            const FieldType* found = spec && readsField(*spec) ? field(inputField(input, *spec)) : nullptr;
            if (found && found->stride > 0 && found->stride != found->shape.elements())
                report(node->id,
                       NS_MESSAGE("state.windows",
                                  "{0}: it goes on from batch to batch, so that a window must begin where the one before it ends, "
                                  "and those of \"{1}\" have {2:number|numbers} and begin {3} apart; set the data's step to the "
                                  "length of its window"),
                       node->label(), found->name, found->shape.elements(), found->stride);
        }
    }

    /// What it is, if all its parameters are right by themselves; `place` is where it stands in the file.
    template <class S>
    const S* checkComponent(ComponentKind kind, const Component& component, const Registry<S>& registry, const std::string& place)
    {
        std::vector<Problem> problems = componentProblems(kind, component, specsIn(registry), place);
        const bool sound = problems.empty();
        std::ranges::move(problems, std::back_inserter(m_out.problems));
        return sound ? registry.find(component.id) : nullptr;
    }

    void checkObjective(const Objective& objective, const std::string& place)
    {
        const LossSpec* loss = checkComponent(ComponentKind::loss, objective.loss, *m_catalog.losses, place + "/loss");
        std::vector<const MetricSpec*> metrics;
        for (std::size_t i = 0; i < objective.metrics.size(); ++i)
            metrics.push_back(checkComponent(ComponentKind::metric, objective.metrics[i], *m_catalog.metrics,
                                             fmt::format("{}/metrics/{}", place, i)));
        const FieldType* target = field(objective.target);
        if (objective.learnsField() && !target && !m_fields.empty())
            report({}, NS_MESSAGE("training.target", "the data set \"{0}\" has no field \"{1}\" to learn; it has: {2}"),
                   m_project.data.source, objective.target, fieldNames());
        checkSampleWeight(objective);
        const Node* node = objectiveNode(m_project.graph, objective);
        if (!node) {
            constexpr auto unnamed = NS_MESSAGE("training.outputs",
                                                "the loss needs one output of the network, and there is not one but {1}; wire up "
                                                "the last layer or name the output in training.objectives");
            constexpr auto named =
                NS_MESSAGE("training.output",
                           "the loss needs one output of the network, and \"{0}\" names none of {1:output|outputs}; "
                           "wire up the last layer or name the output in training.objectives");
            report({}, objective.output.empty() ? unnamed : named, objective.output, outputNodes(m_project.graph).size());
            return;
        }
        if (loss)
            for (auto& warning : {doubledActivation(m_project.graph, *m_catalog.layers, *node, *loss),
                                  unsignedLogits(m_project.graph, *m_catalog.layers, *node, *loss)})
                if (warning)
                    m_out.problems.push_back(*warning);
        const LayerSpec* spec = m_catalog.layers->find(node->layer);
        const Shape* shape = spec ? m_out.shapes.at({node->id, spec->outputs[0].name}) : nullptr;
        FieldType told;
        told.name = objective.targetLayer;
        told.type = DataType::f32;
        told.shape = shape ? *shape : Shape();
        if (!objective.learnsField())
            target = isTold(objective, told) ? &told : nullptr;
        if (!target || !shape)
            return; // the reason is in the list already
        const std::optional<Shape> learned =
            objective.learnsField() && isGiven(*target) ? shapeBehindTransforms(*target) : target->shape;
        if (!learned)
            return; // likewise
        if (loss)
            reportMisfit(*node, loss->problem(objective.loss.parameters, *shape, *learned, target->classes), *target);
        for (std::size_t i = 0; i < metrics.size(); ++i)
            if (metrics[i])
                reportMisfit(*node, metrics[i]->problem(objective.metrics[i].parameters, *shape, *learned, target->classes),
                             *target);
    }

    /// Whether a layer or a number can be what an objective learns; `target` gets its shape.
    bool isTold(const Objective& objective, FieldType& target)
    {
        const bool namesField = objective.target != Objective().target, namesLayer = !objective.targetLayer.empty();
        if (namesLayer ? namesField || objective.targetValue : namesField) {
            report({},
                   NS_MESSAGE("training.targets", "a loss has several of target, target_layer and target_value; name one of them"));
            return false;
        }
        if (objective.targetValue && !(std::abs(*objective.targetValue) <= 1e30))
            report({}, NS_MESSAGE("training.target_value", "target_value is {0}; it must be a number of at most 1e30"),
                   *objective.targetValue);
        if (objective.targetLayer.empty())
            return true;
        const Node* node = m_graph.find(objective.targetLayer);
        const LayerSpec* spec = node ? m_catalog.layers->find(node->layer) : nullptr;
        const Shape* shape = spec ? m_out.shapes.at({node->id, spec->outputs[0].name}) : nullptr;
        if (shape)
            target.shape = *shape;
        return shape;
    }

    void checkMonitor()
    {
        const std::string& monitor = m_project.training.monitor;
        if (monitor.empty())
            return;
        const std::vector<std::string> names = measuredNames(m_project, *m_catalog.metrics);
        constexpr std::string_view prefix = "val_";
        const bool validates = m_project.data.validation != "none";
        const std::string plain = monitor.starts_with(prefix) && validates ? monitor.substr(prefix.size()) : monitor;
        if (std::ranges::find(names, plain) != names.end())
            return;
        std::vector<std::string> meant = names;
        for (const std::string& name : names)
            if (validates)
                meant.push_back(std::string(prefix) + name);
        if (const std::string nearest = nearestName(monitor, meant); !nearest.empty()) {
            report(
                {},
                NS_MESSAGE("training.monitor_meant", "training.monitor is \"{0}\", which nothing measures; did you mean \"{1}\"?"),
                monitor, nearest);
            m_out.problems.back().fix = QuickFix{QuickFix::Kind::changeSetting, {}, {}, {}, {}, "training.monitor=" + nearest};
        } else
            report({}, NS_MESSAGE("training.monitor", "training.monitor is \"{0}\", which nothing measures; choose from: {1}"),
                   monitor, fmt::format("{}", fmt::join(names, ", ")));
    }

    /// Whether the network is given the field that it has to learn, as an autoencoder is.
    bool isGiven(const FieldType& target) const
    {
        return std::ranges::any_of(m_project.graph.nodes, [&](const Node& node) {
            const LayerSpec* spec = m_catalog.layers->find(node.layer);
            return spec && readsField(*spec) && inputField(node, *spec) == target.name;
        });
    }

    void checkSampleWeight(const Objective& objective)
    {
        if (objective.sampleWeight.empty())
            return;
        const FieldType* weight = field(objective.sampleWeight);
        if (!weight)
            report({},
                   NS_MESSAGE("training.sample_weight", "the data set \"{0}\" has no field \"{1}\" of sample weights; it has: {2}"),
                   m_project.data.source, objective.sampleWeight, fieldNames());
        else if (weight->shape.rank() != 0 || weight->classes > 0)
            report({},
                   NS_MESSAGE("training.sample_weight_kind",
                              "sample weights are one number a sample, and the field \"{0}\" holds {1}; choose another field"),
                   objective.sampleWeight,
                   weight->classes > 0 ? Message(NS_MESSAGE("training.class_numbers", "class numbers"))
                                       : Message(NS_MESSAGE("training.arrays", "arrays of {0}"), weight->shape.text()));
    }

    /// An output that a loss or a metric can't judge against its target.
    void reportMisfit(const Node& node, const std::optional<Message>& misfit, const FieldType& target)
    {
        if (!misfit)
            return;
        Problem problem{
            Severity::error, node.id, {}, Message(NS_MESSAGE("training.misfit", "{0}: {1}"), node.label(), *misfit), {}};
        if (std::ranges::find(m_out.problems, problem.message, &Problem::message) != m_out.problems.end())
            return; // what the loss said, the metric need not repeat
        if (target.classes > 0)
            problem.fix = fixWidth(m_project.graph, *m_catalog.layers, m_out.shapes, node, target.classes);
        m_out.problems.push_back(std::move(problem));
    }

    void checkOutputs()
    {
        const std::vector<const Node*> outputs = outputNodes(m_project.graph);
        std::set<const Node*> trained;
        for (const Objective& objective : m_project.training.objectives)
            for (const Node* node : {objectiveNode(m_project.graph, objective), m_graph.find(objective.targetLayer)})
                trained.insert(node);
        for (const Node* node : outputs)
            if (outputs.size() > 1 && !m_project.training.objectives.empty() && !trained.contains(node))
                m_out.problems.push_back(
                    {Severity::warning,
                     node->id,
                     {},
                     Message(NS_MESSAGE("training.untrained", "{0} leads to no loss; it will not be trained"), node->label()),
                     std::nullopt});
        if (m_project.training.objectives.empty())
            report({}, NS_MESSAGE("training.objectives", "training.objectives is empty; name at least one loss"));
    }

    const Project& m_project;
    const Catalog& m_catalog;
    std::span<const FieldType> m_fields;
    const GraphIndex m_graph;
    Validation& m_out;
    bool m_transformsHold = true;
};

} // namespace

CheckedProject::CheckedProject(Project project, const Catalog& catalog, std::span<const FieldType> fields)
    : m_project(std::move(project))
    , m_catalog(&catalog)
    , m_fields(fields.begin(), fields.end())
    , m_found(validate(m_project.graph, *catalog.layers))
{
    const bool folded = hasBlocks(m_project.graph);
    if (folded)
        m_flat = unfolded(m_project, *catalog.layers);
    ProjectCheck(flat(), catalog, m_fields, m_found).run();
    if (folded)
        unfoldBlocks(m_project.graph, *catalog.layers).showOnBlocks(m_found.shapes);
}

void CheckedProject::requireOk() const
{
    for (const Problem& problem : problems())
        if (problem.severity == Severity::error)
            throw Error(ErrorKind::input, problem.message);
}

} // namespace netsmith
