#include "engine/inspect/profiler/machine_remedy.h"

namespace netsmith::inspect {

void applyRemedy(train::MachineSettings& settings, const MachineRemedy& remedy)
{
    settings.threads = remedy.threads.value_or(settings.threads);
    settings.fuse = remedy.fuse.value_or(settings.fuse);
    settings.placement = remedy.placement.value_or(settings.placement);
}

RemedyState stateOf(const MachineRemedy& remedy, const train::MachineSettings& settings)
{
    train::MachineSettings changed = settings;
    applyRemedy(changed, remedy);
    return changed == settings ? RemedyState::applied : RemedyState::open;
}

} // namespace netsmith::inspect
