#pragma once

#include "engine/inspect/attribution/attribution.h"

namespace netsmith::train {
class LiveRun;
}

namespace netsmith::inspect {

/// A copy of a run's network between two launches, which can be asked on another thread while the run trains on.
NetworkCopy copyOfLiveRun(train::LiveRun& run);

} // namespace netsmith::inspect
