#include "engine/plan/checks/project_check.h"

#include "engine/plan/checks/image_chain.h"
#include "engine/plan/checks/project_nodes.h"

#include <fmt/format.h>
#include <set>

namespace netsmith {

/// Checks the fields in use against the data: those with lengths, and those that move with the picture.
void ProjectCheck::checkFields()
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
                              "the field \"{0}\" of \"{1}\" has its lengths in \"{2}\", which does not exist; it has: {3}"),
                   each.name, m_project.data.source, each.lengths, fieldNames());
        if (lengths && (lengths->shape.rank() > 0 || lengths->classes > 0 || each.shape.rank() == 0))
            report({},
                   NS_MESSAGE("field.lengths_shape",
                              "the field \"{0}\" of \"{1}\" can't be the number of valid rows of \"{2}\": it must be one whole "
                              "number per sample"),
                   lengths->name, m_project.data.source, each.name);
        if (!each.areBoxes)
            continue;
        if (each.lengths.empty() || each.shape.rank() != 2 || each.shape[1] < 4)
            report({},
                   NS_MESSAGE("field.boxes",
                              "the field \"{0}\" of \"{1}\" holds no boxes: they are rows of left, top, right and bottom, and "
                              "another field holds their number"),
                   each.name, m_project.data.source);
        if (given.contains(each.name))
            report(
                {},
                NS_MESSAGE("field.boxes_given", "the boxes \"{0}\" move with the picture and are targets; they can't be an input"),
                each.name);
        if (mixing != m_project.data.transforms.end())
            report({},
                   NS_MESSAGE("transform.mixed_boxes",
                              "transform \"{0}\" mixes pictures, and the boxes \"{1}\" can't be mixed; remove the transform"),
                   mixing->id, each.name);
    }
}

void ProjectCheck::checkTransforms()
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
                    report(
                        {},
                        NS_MESSAGE(
                            "transform.mixed",
                            "transform \"{0}\" mixes targets of one class per sample, but \"{1}\" has {2}; remove the transform"),
                        transform.id, objective.target, target->shape.text());
}

/// The shape of a field's samples as the network gets them; null if the transforms do not fit: `reason` says why, if requested.
std::optional<Shape> ProjectCheck::shapeBehindTransforms(const FieldType& field, std::optional<Message>* reason) const
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

void ProjectCheck::checkInputs()
{
    if (m_fields.empty())
        return; // nothing is known about the data set: the search for it reports why
    for (const Node& node : m_project.graph.nodes) {
        const LayerSpec* spec = m_catalog.layers->find(node.layer);
        if (!spec || !readsField(*spec))
            continue;
        const std::string name = inputField(node, *spec);
        const FieldType* found = field(name);
        if (!found) {
            report(node.id, NS_MESSAGE("input.field", "{0}: the data set \"{1}\" has no field \"{2}\"; it has: {3}"), node.label(),
                   m_project.data.source, name, fieldNames());
            continue;
        }
        const Shape* shape = m_out.shapes.at({node.id, spec->outputs[0].name});
        std::optional<Message> misfit;
        const std::optional<Shape> given = shapeBehindTransforms(*found, &misfit);
        if (misfit)
            report(node.id, NS_MESSAGE("transform.misfit", "{0}: the transforms of the data do not fit: {1}"), node.label(),
                   *misfit);
        const Shape entering = given && given->rank() == 0 ? Shape{1} : given.value_or(Shape());
        if (shape && given && *shape != entering) {
            Problem problem{
                Severity::error,
                node.id,
                {},
                Message(NS_MESSAGE("input.shape", "{0}: the shape is {1}, but field \"{2}\" of \"{3}\" has samples of {4}"),
                        node.label(), shape->text(), name, m_project.data.source, entering.text()),
                QuickFix{QuickFix::Kind::setParameter,
                         {},
                         "shape",
                         std::vector<std::int64_t>(entering.sizes().begin(), entering.sizes().end())}};
            m_out.problems.push_back(std::move(problem));
        }
    }
}

/// The field whose values reach a node unchanged, or null.
const FieldType* ProjectCheck::fieldBefore(const Node& node) const
{
    const Node* at = &node;
    for (std::size_t steps = 0; steps <= m_project.graph.nodes.size(); ++steps) { // a cycle was reported
        const LayerSpec* spec = m_catalog.layers->find(at->layer);
        if (!spec)
            return nullptr;
        if (spec->category == Category::input)
            return readsField(*spec) ? field(inputField(*at, *spec)) : nullptr;
        if (spec->neededInputs() != 1 || (at != &node && spec->activation(at->parameters) != LayerSpec::passed))
            return nullptr;
        const auto wires = m_graph.into(at->id, spec->inputs[0].name);
        at = wires.size() == 1 ? m_graph.find(wires[0]->from.node) : nullptr;
        if (!at)
            return nullptr;
    }
    return nullptr;
}

/// Checks that layers that look up class numbers, such as tokens, know as many as the field has.
void ProjectCheck::checkClassesTaken()
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
                                "{0}: it knows {1:class|classes} (\"{2}\"), but field \"{3}\" of \"{4}\" has {5}; set \"{2}\" to "
                                "at least {5}"),
                     node.label(), *taken, spec->classesTaken, found->name, m_project.data.source, found->classes),
             QuickFix{QuickFix::Kind::setParameter, {}, spec->classesTaken, std::int64_t{found->classes}}});
    }
}

} // namespace netsmith
