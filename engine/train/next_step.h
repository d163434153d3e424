#pragma once

#include <algorithm>
#include <cstdint>

namespace netsmith::train {

/// What a step is made of: whole batches, and the samples of a smaller last one, or 0.
struct NextStep {
    std::int64_t batches = 0;
    std::int64_t last = 0;

    std::int64_t samples(std::int64_t batch) const { return batches * batch + last; }
};

/// The step that comes next, where so many of an epoch's samples are left: `accumulate` batches of the full size, and where the
/// epoch's end cuts it short one of what is left.
inline NextStep nextStep(std::int64_t batch, std::int64_t accumulate, std::int64_t left)
{
    const std::int64_t batches = std::min(accumulate, left / batch);
    const bool whole = batches == accumulate || left % batch == 0;
    return {batches, whole ? 0 : left % batch};
}

} // namespace netsmith::train
