#include "gui/settings/fresh_name.h"
#include "gui/settings/settings_panel.h"

#include "gui/widgets/engine_text.h"
#include "gui/widgets/forms/parameter_row.h"

#include "engine/graph/project/settings.h"

#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

/// Phases refer to groups, so there are none without them.
void TrainingSettingsPanel::buildPhases(QVBoxLayout& form)
{
    const TrainingSettings& training = m_document.project().training;
    for (std::size_t i = 0; i < training.phases.size(); ++i)
        buildPhase(addSection(form, tr("Phase %1").arg(i + 1)), i);
    if (!training.groups.empty() || !training.phases.empty())
        addLink(form, tr("Add a phase"), u"addPhaseButton"_s, [this] {
            addPhase();
        })->setToolTip(tr("Train some groups first and others later, or alternate between them"));
}

/// After the others: alternates with them, or follows them, the last of which lasted until the end.
void TrainingSettingsPanel::addPhase()
{
    edit(tr("Add a phase"), [](TrainingSettings& settings) {
        TrainingPhase phase{.name = freshName("phase_", settings.phases)};
        if (!settings.phases.empty()) {
            TrainingPhase& last = settings.phases.back();
            phase.steps = last.steps > 0 ? 1 : 0;
            if (last.steps == 0 && last.epochs == 0)
                last.epochs = 1;
        }
        settings.phases.push_back(std::move(phase));
    });
}

void TrainingSettingsPanel::buildPhase(QVBoxLayout& section, std::size_t index)
{
    for (std::size_t i = 0; i < phaseSettings().specs().size(); ++i) {
        const ParameterSpec& spec = phaseSettings().specs()[i];
        ParameterRow* row = addRow(
            section, spec,
            [index, i](const TrainingSettings& settings) { return phaseSettings().values(settings.phases[index])[i]; },
            [index, &spec](TrainingSettings& settings, const ParameterValue& value) {
                phaseSettings().assign(settings.phases[index], spec.name, value);
            });
        row->field()->setObjectName(u"%1Field%2"_s.arg(camelCase("phase_" + spec.name)).arg(index + 1));
        if (spec.type == ParameterType::names)
            offerGroups(row);
    }
    addLink(section, tr("Remove this phase"), u"removePhaseButton%1"_s.arg(index + 1), [this, index] {
        edit(tr("Remove a phase"), [index](TrainingSettings& settings) {
            settings.phases.erase(settings.phases.begin() + static_cast<std::ptrdiff_t>(index));
        });
    });
}

} // namespace netsmith::gui
