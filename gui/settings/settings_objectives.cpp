#include "gui/settings/settings_panel.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/form_row.h"
#include "gui/widgets/forms/parameter_row.h"
#include "gui/widgets/labels/elided_check_box.h"

#include "engine/losses/registry.h"
#include "engine/train/project_checks.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

ParameterSpec choiceOf(const std::string& name, const QString& title, const QString& doc, std::vector<Choice> choices,
                       const std::string& chosen)
{
    ParameterSpec spec;
    spec.name = name;
    spec.title = title.toStdString();
    spec.doc = doc.toStdString();
    spec.type = ParameterType::choice;
    spec.defaultValue = choices.empty() ? std::string() : choices.front().id;
    if (std::ranges::find(choices, chosen, &Choice::id) == choices.end())
        choices.push_back({chosen, chosen});
    spec.choices = std::move(choices);
    return spec;
}

Objective& objectiveAt(TrainingSettings& settings, std::size_t index)
{
    return settings.objectives[index];
}

// Not valid as names of fields.
constexpr const char* layerTarget = "\tlayer";
constexpr const char* valueTarget = "\tvalue";

/// The position of a metric in an objective, or the end.
auto findMetric(Objective& objective, const std::string& id)
{
    return std::ranges::find(objective.metrics, id, &Component::id);
}

} // namespace

void TrainingSettingsPanel::buildObjectives(QVBoxLayout& form)
{
    const Project& project = m_document.project();
    const std::size_t count = project.training.objectives.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Node* node = objectiveNode(project.graph, project.training.objectives[i]);
        const QString title = count == 1 || !node ? tr("Loss") : tr("Loss of %1").arg(fromStd(node->label()));
        buildObjective(addSection(form, title), i);
    }
    if (outputNodes(project.graph).size() <= count)
        return;
    auto* add = new QPushButton(tr("Add a loss"), m_form);
    add->setObjectName(u"addLossButton"_s);
    add->setProperty("class", u"link"_s);
    add->setToolTip(tr("Compute a loss for another output of the network too"));
    connect(add, &QPushButton::clicked, this, [this] {
        edit(tr("Add a loss"), [this](TrainingSettings& settings) {
            // With several outputs each loss has to name its own: those without a name get the first output that has no loss.
            settings.objectives.emplace_back();
            const std::vector<const Node*> outputs = outputNodes(m_document.project().graph);
            for (Objective& objective : settings.objectives) {
                if (!objective.output.empty())
                    continue;
                const auto isFree = [&](const Node* node) {
                    return std::ranges::find(settings.objectives, node->id, &Objective::output) == settings.objectives.end();
                };
                if (const auto found = std::ranges::find_if(outputs, isFree); found != outputs.end())
                    objective.output = (*found)->id;
            }
        });
    });
    form.addWidget(add, 0, Qt::AlignLeading);
}

/// A field of the data, a layer or a number; a field can be typed if the data is not known yet.
void TrainingSettingsPanel::addTarget(QVBoxLayout& section, std::size_t index, std::vector<Choice> fields, bool known)
{
    const Objective& now = m_document.project().training.objectives[index];
    ParameterSpec spec;
    if (known || !now.learnsField()) {
        fields.push_back({layerTarget, tr("A layer's output").toStdString()});
        fields.push_back({valueTarget, tr("A number").toStdString()});
        const std::string field = now.learnsField() ? now.target : Objective().target;
        spec = choiceOf("target", tr("Target"),
                        tr("What the output should match: a field of the data, the output of a layer, or a number."),
                        std::move(fields), field);
    } else {
        spec = choiceOf("target", tr("Target"), tr("The field of the data that the output should match."), {}, now.target);
        spec.type = ParameterType::text;
        spec.defaultValue = Objective().target;
    }
    addRow(
        section, spec,
        [index](const TrainingSettings& settings) {
            const Objective& objective = settings.objectives[index];
            return ParameterValue(objective.learnsField()     ? objective.target
                                      : objective.targetValue ? std::string(valueTarget)
                                                              : std::string(layerTarget));
        },
        [this, index](TrainingSettings& settings, const ParameterValue& value) {
            Objective& objective = settings.objectives[index];
            const auto& chosen = std::get<std::string>(value);
            objective.targetLayer.clear();
            objective.targetValue.reset();
            objective.target = chosen == layerTarget || chosen == valueTarget ? Objective().target : chosen;
            if (chosen == valueTarget)
                objective.targetValue = 1.0;
            if (chosen != layerTarget)
                return;
            // Another output than the objective's own, or else any layer: it is chosen in the next row.
            const Graph& graph = m_document.project().graph;
            std::vector<const Node*> nodes = outputNodes(graph);
            for (const Node& node : graph.nodes)
                nodes.push_back(&node);
            const auto other =
                std::ranges::find_if(nodes, [&](const Node* node) { return node != objectiveNode(graph, objective); });
            objective.targetLayer = other == nodes.end() ? std::string("layer") : (*other)->id;
        });

    spec = {};
    spec.name = "target_layer";
    spec.title = tr("Layer").toStdString();
    spec.doc = tr("The layer whose output is the target; no gradient flows back through it.").toStdString();
    spec.type = ParameterType::text;
    spec.defaultValue = std::string();
    ParameterRow* layer = addRow(
        section, spec, [index](const TrainingSettings& settings) { return ParameterValue(settings.objectives[index].targetLayer); },
        [index](TrainingSettings& settings, const ParameterValue& value) {
            settings.objectives[index].targetLayer = std::get<std::string>(value);
        });
    spec.name = "target_value";
    spec.title = tr("Number").toStdString();
    spec.doc = tr("The target for every element of the output.").toStdString();
    spec.type = ParameterType::real;
    spec.defaultValue = 1.0;
    spec.hard = Range{-1e30, 1e30, false, false};
    spec.usual = Range{0.0, 1.0, false, false};
    ParameterRow* number = addRow(
        section, spec,
        [index](const TrainingSettings& settings) { return ParameterValue(settings.objectives[index].targetValue.value_or(1.0)); },
        [index](TrainingSettings& settings, const ParameterValue& value) {
            settings.objectives[index].targetValue = std::get<double>(value);
        });
    m_show.push_back([this, index, layer, number](const TrainingSettings& settings) {
        const Objective& objective = settings.objectives[index];
        layer->setVisible(!objective.targetLayer.empty());
        number->setVisible(objective.targetValue.has_value());
        QStringList names;
        for (const Node& node : m_document.project().graph.nodes)
            names << fromStd(node.id);
        layer->setNames(names, false);
    });
}

void TrainingSettingsPanel::buildObjective(QVBoxLayout& section, std::size_t index)
{
    const Project& project = m_document.project();
    const Objective& objective = project.training.objectives[index];
    const bool several = project.training.objectives.size() > 1;
    const bool known = !m_document.dataFacts().fields().empty(); // otherwise the future field's name can be typed
    const auto addChoice = [&](const std::string& name, const QString& title, const QString& doc, std::vector<Choice> choices,
                               std::string Objective::*member, bool typed = false) {
        ParameterSpec spec = choiceOf(name, title, doc, std::move(choices), objective.*member);
        if (typed) {
            spec.type = ParameterType::text;
            spec.defaultValue = Objective().*member;
        }
        addRow(
            section, spec,
            [index, member](const TrainingSettings& settings) { return ParameterValue(settings.objectives[index].*member); },
            [index, member](TrainingSettings& settings, const ParameterValue& value) {
                objectiveAt(settings, index).*member = std::get<std::string>(value);
            });
    };
    if (several || outputNodes(project.graph).size() > 1) {
        std::vector<Choice> outputs;
        for (const Node* node : outputNodes(project.graph))
            outputs.push_back({node->id, node->label()});
        addChoice("output", tr("Output"), tr("Which of the network's outputs the loss is computed from."), std::move(outputs),
                  &Objective::output);
    }
    addComponent(
        section, "loss", tr("Loss"), tr("The quantity that training minimizes."),
        [] {
            std::vector<const Spec*> specs;
            for (const LossSpec& loss : losses())
                specs.push_back(&loss);
            return specs;
        }(),
        Objective().loss.id, [index](TrainingSettings& settings) -> Component& { return objectiveAt(settings, index).loss; });

    std::vector<Choice> targets;
    for (const data::FieldSpec& field : m_document.dataFacts().contentFields())
        targets.push_back({field.name, field.name});
    std::ranges::stable_partition(targets, [](const Choice& choice) { return choice.id == Objective().target; });
    addTarget(section, index, std::move(targets), known);
    std::vector<Choice> weighing{{std::string(), tr("None").toStdString()}};
    for (const data::FieldSpec& field : m_document.dataFacts().contentFields())
        if (field.shape.rank() == 0 && field.classes == 0)
            weighing.push_back({field.name, field.name});
    if (weighing.size() > 1 || !objective.sampleWeight.empty() || !known)
        addChoice("sample_weight", tr("Sample weights"),
                  tr("The field of the data that says how much each sample counts in the loss."), std::move(weighing),
                  &Objective::sampleWeight, !known);
    if (!project.training.groups.empty() || !objective.groups.empty()) {
        ParameterSpec groups;
        groups.name = "groups";
        groups.title = tr("Trains").toStdString();
        groups.doc = tr("The parameter groups that this loss trains; leave empty for all weights.").toStdString();
        groups.type = ParameterType::names;
        groups.defaultValue = std::vector<std::string>();
        ParameterRow* row = addRow(
            section, groups,
            [index](const TrainingSettings& settings) { return ParameterValue(settings.objectives[index].groups); },
            [index](TrainingSettings& settings, const ParameterValue& value) {
                objectiveAt(settings, index).groups = std::get<std::vector<std::string>>(value);
            });
        offerGroups(row);
    }
    if (several) {
        ParameterSpec weight;
        weight.name = "weight";
        weight.title = tr("Weight").toStdString();
        weight.doc = tr("The weight of this loss in the total loss.").toStdString();
        weight.type = ParameterType::real;
        weight.defaultValue = 1.0;
        weight.hard = Range{0.0, 1e30, true, false};
        weight.usual = Range{0.1, 10.0, false, false};
        addRow(
            section, weight,
            [index](const TrainingSettings& settings) { return ParameterValue(settings.objectives[index].weight); },
            [index](TrainingSettings& settings, const ParameterValue& value) {
                objectiveAt(settings, index).weight = std::get<double>(value);
            });
    }
    buildMetrics(section, index);
    if (!several)
        return;
    auto* remove = new QPushButton(tr("Remove this loss"), m_form);
    remove->setObjectName(u"removeLossButton%1"_s.arg(index));
    remove->setProperty("class", u"link"_s);
    connect(remove, &QPushButton::clicked, this, [this, index] {
        edit(tr("Remove a loss"), [index](TrainingSettings& settings) {
            settings.objectives.erase(settings.objectives.begin() + static_cast<std::ptrdiff_t>(index));
        });
    });
    section.addWidget(remove, 0, Qt::AlignLeading);
}

void TrainingSettingsPanel::buildMetrics(QVBoxLayout& section, std::size_t index)
{
    auto* boxes = new QWidget;
    auto* column = new QVBoxLayout(boxes);
    column->setContentsMargins(0, 4, 0, 4);
    column->setSpacing(4);
    for (const MetricSpec& metric : metrics()) {
        auto* box = new ElidedCheckBox(engineText(metric.title, metric.id), boxes);
        box->setObjectName(u"%1Box"_s.arg(camelCase(metric.id)));
        box->setToolTip(engineText(metric.doc));
        connect(box, &QCheckBox::clicked, this, [this, index, id = metric.id, title = box->text()](bool on) {
            edit(on ? tr("Measure %1").arg(title) : tr("Don't measure %1").arg(title), [&](TrainingSettings& settings) {
                Objective& objective = objectiveAt(settings, index);
                if (const auto found = findMetric(objective, id); found != objective.metrics.end())
                    objective.metrics.erase(found);
                else
                    objective.metrics.push_back({id, {}});
            });
        });
        m_show.push_back([box, index, id = metric.id](TrainingSettings& settings) {
            Objective& objective = objectiveAt(settings, index);
            box->setChecked(findMetric(objective, id) != objective.metrics.end());
        });
        column->addWidget(box);
    }
    auto* row = new FormRow(tr("Metrics"), boxes, m_form);
    row->setExplanation(tr("What is measured besides the loss; metrics do not affect the gradients."));
    section.addWidget(row);
}

} // namespace netsmith::gui
