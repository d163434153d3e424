#pragma once

#include "engine/plan/checks/checked_project.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith {

/// An output of a frozen layer that training reads like a field of the data: the same for a sample in every step, it need not be
/// computed again.
struct CachedFeature {
    std::string node; ///< of the unfolded network
    std::string port;
    Shape shape; ///< of one sample

    /// The field of its numbers, f32; never the name of a data set's field.
    FieldType field() const;
    bool operator==(const CachedFeature&) const = default;
};

/// The part of a network that training leaves as it is: nothing in it is trained, draws random numbers, or depends on the other
/// samples of a batch, in any phase.
struct FrozenPart {
    std::vector<CachedFeature> features; ///< what the rest of the network reads of it; empty: nothing is worth keeping
    /// Why there are none although layers with weights are frozen: what before them, or among them, changes from step to step.
    std::optional<Message> obstacle;
};

/// Finds it by lowering the network of each phase. Throws the project's first error.
FrozenPart frozenPart(const CheckedProject& project);

/// The programs of a training that caches features: the frozen part as a training step computes it, and as evaluation does. Each
/// gathers a batch of its stream and keeps each feature, named "train_features/" or "evaluate_features/" and the field.
namespace programs {
inline constexpr std::string_view trainFeatures = "train_features";
inline constexpr std::string_view evaluateFeatures = "evaluate_features";
} // namespace programs

/// What a run's fingerprint calls it.
inline constexpr std::string_view featureCacheCondition = "feature_cache";

} // namespace netsmith
