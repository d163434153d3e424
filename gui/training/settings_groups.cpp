#include "gui/training/settings_panel.h"

#include "gui/widgets/controls/parameter_row.h"
#include "gui/widgets/engine_text.h"

#include "engine/graph/settings.h"

#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// "group_2": a name that no group has.
std::string freshName(const std::vector<ParameterGroup>& groups)
{
    for (std::size_t number = groups.size() + 1;; ++number) {
        std::string name = "group_" + std::to_string(number);
        if (std::ranges::find(groups, name, &ParameterGroup::name) == groups.end())
            return name;
    }
}

} // namespace

void TrainingSettingsPanel::buildGroups(QVBoxLayout& form)
{
    const std::vector<ParameterGroup>& groups = m_document.project().training.groups;
    for (std::size_t i = 0; i < groups.size(); ++i)
        buildGroup(addSection(form, tr("Parameter group %1").arg(i + 1)), i);
    auto* add = new QPushButton(tr("Add a parameter group"), m_form);
    add->setObjectName(u"addGroupButton"_s);
    add->setProperty("class", u"link"_s);
    add->setToolTip(tr("Train some layers with a learning rate of their own"));
    connect(add, &QPushButton::clicked, this, &TrainingSettingsPanel::addGroup);
    form.addWidget(add, 0, Qt::AlignLeading);
}

/// With the layer that is selected, or else the first with weights that is in no group: a group without layers is an error.
void TrainingSettingsPanel::addGroup()
{
    const Project& project = m_document.project();
    std::vector<std::string> free;
    for (const Node& node : project.graph.nodes) {
        const LayerSpec* layer = m_document.layers().of(node);
        const bool listed = std::ranges::any_of(project.training.groups, [&](const ParameterGroup& group) {
            return std::ranges::find(group.layers, node.id) != group.layers.end();
        });
        if (layer && layer->weights != LayerWeights::none && !listed)
            free.push_back(node.id);
    }
    const auto selected = std::ranges::find_if(
        free, [this](const std::string& id) { return m_document.place().empty() && m_document.selection().nodes().contains(id); });
    ParameterGroup group{.name = freshName(project.training.groups), .layers = {}};
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
                groupSettings().assign(settings.groups[index], spec.name, value);
            });
        row->field()->setObjectName(u"%1Field%2"_s.arg(camelCase(spec.name)).arg(index + 1));
        if (spec.type == ParameterType::names)
            showLayerNames(row, [](const LayerSpec& layer) { return layer.weights != LayerWeights::none; });
    }
    auto* remove = new QPushButton(tr("Remove this group"), m_form);
    remove->setObjectName(u"removeGroupButton%1"_s.arg(index + 1));
    remove->setProperty("class", u"link"_s);
    connect(remove, &QPushButton::clicked, this, [this, index] {
        edit(tr("Remove a parameter group"), [index](TrainingSettings& settings) {
            settings.groups.erase(settings.groups.begin() + static_cast<std::ptrdiff_t>(index));
        });
    });
    section.addWidget(remove, 0, Qt::AlignLeading);
}

} // namespace netsmith::gui
