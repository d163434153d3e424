#pragma once

#include "engine/cuda/planned_recurrence.h"

#include <optional>
#include <string>

namespace netsmith::cuda {

/// A recurrent layer's ops where a library may compute them: an LSTM from a cell of 0 or a GRU, full sequences, and nothing but
/// these ops reads what they keep for each other. Of one that is not trained there is the forward op alone.
struct RecurrentLayer {
    const Op* forward = nullptr;
    const Op* backward = nullptr;
    const Op* backwardWeights = nullptr;
    RecurrenceSetting setting;

    /// The layer that gives these states.
    static std::optional<RecurrentLayer> find(const LoweringContext& context, TensorId states);
};

/// How a layer is computed: by one of the library's algorithms, or step by step by our own where the plan is null.
struct RecurrenceAlgorithm {
    SharedRecurrencePlan plan;

    /// "own", or the library's name for it.
    std::string name() const;
};

/// The algorithm that the options name for a layer, else the fastest on this GPU: timed once, forward and backward together,
/// against our own steps, whose results the library must reproduce; after that it comes from the tuning cache and stays the same
/// for the life of the process. Where the options don't allow timing, the library's first algorithm is used for a layer that is
/// not in the cache.
RecurrenceAlgorithm chooseRecurrence(const LoweringContext& context, const RecurrentLayer& layer);

/// What the choice is valid for: the GPU, the library and the layer. Empty where the library is not installed.
std::string tuningKey(const RecurrenceSetting& setting);

} // namespace netsmith::cuda
