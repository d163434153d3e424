#include "gui/settings/fresh_name.h"
#include "gui/settings/settings_panel.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/parameter_row.h"

#include "engine/graph/project/settings.h"
#include "engine/optimizers/registry.h"
#include "engine/schedules/registry.h"

#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// A group's choices of a kind, the first being none of its own.
template <class Registry>
std::vector<const Spec*> orThatOfOthers(const Registry& registry)
{
    static const Spec others = [] {
        Spec spec;
        spec.title = NS_TEXT("group", "Same as the others");
        return spec;
    }();
    std::vector<const Spec*> specs{&others};
    for (const auto& spec : registry)
        specs.push_back(&spec);
    return specs;
}

} // namespace

void TrainingSettingsPanel::buildGroups(QVBoxLayout& form)
{
    const std::vector<ParameterGroup>& groups = m_document.project().training.groups;
    for (std::size_t i = 0; i < groups.size(); ++i)
        buildGroup(addSection(form, tr("Parameter group %1").arg(i + 1)), i);
    addLink(form, tr("Add a parameter group"), u"addGroupButton"_s, [this] {
        addGroup();
    })->setToolTip(tr("Train some layers with their own learning rate or optimizer"));
}

QPushButton* TrainingSettingsPanel::addLink(QVBoxLayout& section, const QString& text, const QString& name,
                                            const std::function<void()>& work)
{
    auto* link = new QPushButton(text, m_form);
    link->setObjectName(name);
    link->setProperty("class", u"link"_s);
    connect(link, &QPushButton::clicked, this, work);
    section.addWidget(link, 0, Qt::AlignLeading);
    return link;
}

/// The choices of a row that names parameter groups: the groups, or none for all.
void TrainingSettingsPanel::offerGroups(ParameterRow* row)
{
    qobject_cast<QLineEdit*>(row->field())->setPlaceholderText(tr("All layers"));
    m_show.push_back([row](const TrainingSettings& settings) {
        QStringList names;
        for (const ParameterGroup& group : settings.groups)
            names << fromStd(group.name);
        row->setNames(names, true);
    });
}

/// With the selected layer, or else the first one with weights that is in no group: a group without layers is an error.
void TrainingSettingsPanel::addGroup()
{
    const Project& project = m_document.project();
    std::vector<std::string> free;
    for (const Node& node : project.graph.nodes) {
        const LayerSpec* layer = m_document.layers().of(node);
        const bool listed = std::ranges::any_of(project.training.groups, [&](const ParameterGroup& group) {
            return std::ranges::find(group.layers, node.id) != group.layers.end();
        });
        if (layer && layer->hasWeights() && !listed)
            free.push_back(node.id);
    }
    const auto selected = std::ranges::find_if(
        free, [this](const std::string& id) { return m_document.place().empty() && m_document.selection().nodes().contains(id); });
    ParameterGroup group{.name = freshName("group_", project.training.groups), .layers = {}};
    if (!free.empty())
        group.layers = {selected == free.end() ? free.front() : *selected};
    edit(tr("Add a parameter group"), [&](TrainingSettings& settings) { settings.groups.push_back(group); });
}

void TrainingSettingsPanel::buildGroup(QVBoxLayout& section, std::size_t index)
{
    for (std::size_t i = 0; i < groupSettings().specs().size(); ++i) {
        const ParameterSpec& spec = groupSettings().specs()[i];
        ParameterRow* row = addRow(
            section, spec,
            [index, i](const TrainingSettings& settings) { return groupSettings().values(settings.groups[index])[i]; },
            [index, &spec](TrainingSettings& settings, const ParameterValue& value) {
                ParameterGroup& group = settings.groups[index];
                const std::string before = group.name;
                groupSettings().assign(group, spec.name, value);
                for (Objective& objective : settings.objectives) // which refer to it
                    std::ranges::replace(objective.groups, before, group.name);
                for (TrainingPhase& phase : settings.phases)
                    std::ranges::replace(phase.groups, before, group.name);
            });
        row->field()->setObjectName(u"%1Field%2"_s.arg(camelCase(spec.name)).arg(index + 1));
        if (spec.type == ParameterType::names)
            showLayerNames(row, &LayerSpec::hasWeights);
    }
    const std::string number = std::to_string(index + 1);
    addComponent(section, "groupOptimizer" + number, tr("Optimizer"), tr("How the gradients change the weights of these layers."),
                 orThatOfOthers(optimizers()), {},
                 [index](TrainingSettings& settings) -> Component& { return settings.groups[index].optimizer; });
    addComponent(section, "groupSchedule" + number, tr("Schedule"), tr("How the learning rate of these layers changes."),
                 orThatOfOthers(schedules()), {},
                 [index](TrainingSettings& settings) -> Component& { return settings.groups[index].schedule; });
    addLink(section, tr("Remove this group"), u"removeGroupButton%1"_s.arg(index + 1), [this, index] {
        edit(tr("Remove a parameter group"), [index](TrainingSettings& settings) {
            const auto group = settings.groups.begin() + static_cast<std::ptrdiff_t>(index);
            for (Objective& objective : settings.objectives) // which refer to it
                std::erase(objective.groups, group->name);
            for (TrainingPhase& phase : settings.phases)
                std::erase(phase.groups, group->name);
            settings.groups.erase(group);
        });
    });
}

} // namespace netsmith::gui
