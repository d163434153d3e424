#pragma once

#include "engine/inspect/preflight.h"

#include <optional>

namespace netsmith::gui {

/// The content of the card before a run.
struct PreflightOutcome {
    inspect::Preflight look;
    std::int64_t folds = 0; ///< each trained like this; 0: one training
    bool complete = false; ///< false: only the memory is known, and steps are being timed
    std::optional<std::int64_t> goesOnFrom{}; ///< of a fork: its step
    std::optional<Message> startsOver{}; ///< of a fork: why only its weights are taken
};

} // namespace netsmith::gui
