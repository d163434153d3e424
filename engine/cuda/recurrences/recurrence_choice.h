#pragma once

#include "engine/cuda/recurrences/planned_recurrence.h"
#include "engine/cuda/recurrences/sequence_tiles.h"

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

/// How a layer is computed: by one of the library's algorithms, or by our own: the sequence in one launch, or step by step where
/// there are no tiles either.
struct RecurrenceAlgorithm {
    SharedRecurrencePlan plan;
    std::optional<SequenceTiles> tiles;

    /// "own", "own:sequence:4x32", or the library's name for it.
    std::string name() const;
    Lowered forward(const LoweringContext& context, const Op& op) const;
    Lowered backward(const LoweringContext& context, const Op& op) const;
    Lowered backwardWeights(const LoweringContext& context, const Op& op) const;
};

/// The algorithm that the options name for a layer, else the fastest on this GPU: timed once, forward and backward together,
/// against our own steps, whose results the others must reproduce; after that it comes from the tuning cache and stays the same
/// for the life of the process. Where the options don't allow timing, the library's first algorithm is used for a layer that is
/// not in the cache.
RecurrenceAlgorithm chooseRecurrence(const LoweringContext& context, const RecurrentLayer& layer);

/// What the choice is valid for: the GPU, the library and the layer. Empty where the library is not installed.
std::string tuningKey(const RecurrenceSetting& setting);

} // namespace netsmith::cuda
