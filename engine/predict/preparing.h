#pragma once

#include "engine/core/message.h"

#include <cstdint>
#include <functional>
#include <stop_token>

namespace netsmith {

/// What comes before a run's first step.
enum class PreparingStage {
    reading, ///< data, or the checkpoint to resume from
    planning, ///< the network lowered to operations, its memory estimated
    compiling, ///< kernels chosen, memory taken
    measuring, ///< a few steps timed, before a run alone
};

/// How far a preparation has come.
struct PreparingEvent {
    PreparingStage stage = PreparingStage::reading;
    Message words{}; ///< "Reading MNIST", "Planning"
    std::int64_t done = 0;
    std::int64_t total = 0; ///< 0: not known
};

/// How a caller follows and ends a preparation. Both are optional; `report` is called on the thread that prepares.
struct PreparingWatch {
    std::function<void(const PreparingEvent&)> report{};
    std::stop_token stop{};

    /// Throws `data.cancelled` once a stop was asked for, else reports.
    void tell(PreparingStage stage, const Message& words, std::int64_t done = 0, std::int64_t total = 0) const;
    /// Throws `data.cancelled` once a stop was requested.
    void throwIfStopped() const;
};

} // namespace netsmith
