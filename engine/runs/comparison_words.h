#pragma once

#include "engine/runs/setting_results.h"

namespace netsmith::runs {

/// What to make of a comparison. Nothing is said but what was measured.
struct Conclusions {
    std::optional<Message> choice; ///< which setting to take, where two or more were trained to their end
    std::vector<Message>
        findings; ///< each setting against the first, what else was to be reached, what failed, and what else used the machine

    /// The choice first.
    std::vector<Message> all() const;
};

/// What each variant of a forecast is to be better than, see `train::persistenceErrors`: they have the same data.
NamedValues persistenceOf(std::span<const VariantResult> results);

/// Pure. A difference counts by the rule of `verdictOn`; of settings that can't be told apart the fastest is chosen, or else the
/// one that takes least memory.
Conclusions conclusionsOf(std::span<const VariantResult> results);

} // namespace netsmith::runs
