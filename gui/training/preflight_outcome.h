#pragma once

#include "engine/inspect/preflight.h"

namespace netsmith::gui {

/// What the card before a run says.
struct PreflightOutcome {
    inspect::Preflight look;
    std::int64_t folds = 0; ///< that each train so; 0: one training
    bool complete = false; ///< else only the memory is known, and steps are being timed
};

} // namespace netsmith::gui
