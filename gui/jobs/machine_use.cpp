#include "gui/jobs/machine_use.h"

namespace netsmith::gui {

MachineUse& MachineUse::instance()
{
    static MachineUse use;
    return use;
}

void MachineUse::set(const train::MachineSettings& settings)
{
    if (settings == m_settings)
        return;
    m_settings = settings;
    apply();
    Q_EMIT changed();
}

void MachineUse::apply() const
{
    train::useMachine(m_settings);
}

} // namespace netsmith::gui
