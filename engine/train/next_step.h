#pragma once

#include <algorithm>
#include <cstdint>

namespace netsmith::train {

/// The batches of a step: full ones, and the size of a smaller last one, or 0.
struct NextStep {
    std::int64_t batches = 0;
    std::int64_t last = 0;

    std::int64_t samples(std::int64_t batch) const { return batches * batch + last; }
};

/// The next step, given the number of samples left in the epoch: `accumulate` full batches or, if the epoch ends first, the
/// remaining ones with a smaller last one.
inline NextStep nextStep(std::int64_t batch, std::int64_t accumulate, std::int64_t left)
{
    const std::int64_t batches = std::min(accumulate, left / batch);
    const bool whole = batches == accumulate || left % batch == 0;
    return {batches, whole ? 0 : left % batch};
}

} // namespace netsmith::train
