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

/// How a layer is computed: by one of the library's ways, or step by step where that is null.
struct RecurrenceWay {
    SharedRecurrencePlan plan;

    /// "own", or the library's name of it.
    std::string name() const;
};

/// The way that the options name for a layer, else the fastest on this GPU: timed once, forward and backward together, against our
/// own steps, whose results the library's must be; then from the book of ways, and the same for the life of the process. Where the
/// options have nothing timed, the library's first way stands for what is not in the book.
RecurrenceWay chooseRecurrence(const LoweringContext& context, const RecurrentLayer& layer);

/// What the choice holds for: the GPU, the library and the layer. Empty where the library is not installed.
std::string choiceName(const RecurrenceSetting& setting);

} // namespace netsmith::cuda
