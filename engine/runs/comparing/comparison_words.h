#pragma once

#include "engine/runs/comparing/setting_results.h"

namespace netsmith::runs {

/// The conclusions of a comparison, based only on measurements.
struct Conclusions {
    std::optional<Message> choice; ///< which setting to choose, if two or more completed training
    std::vector<Message>
        findings; ///< each setting compared with the first, the baseline to beat, failures, and other load on the machine

    /// The choice first.
    std::vector<Message> all() const;
};

/// The baseline that each variant of a forecast should beat, see `train::persistenceErrors`: they have the same data.
NamedValues persistenceOf(std::span<const VariantResult> results);

/// Pure. A difference counts by the rule of `verdictOn`; of indistinguishable settings the fastest is chosen, or else the one with
/// the least memory.
Conclusions conclusionsOf(std::span<const VariantResult> results);

} // namespace netsmith::runs
