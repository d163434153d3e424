#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace netsmith {

/// The layout of the control tensors, through which a launch of K steps runs without the host.
namespace control {

/// `counters`, i64[count]
enum Counter : int {
    step, ///< optimizer steps committed in total
    position, ///< the position in the epoch's order where the next batch begins
    samples, ///< samples drawn in total: keys dropout and augmentation
    launch, ///< the step within this launch, 0 … K−1; the host resets it
    rate, ///< which of the launch's rates is next: a skipped step took none; the host resets it
    scaleShift, ///< the number of times the loss scale was doubled, minus the number of times it was halved
    goodSteps, ///< since the loss scale changed
    skipped, ///< steps skipped because their gradients overflowed, in total
    counterCount = 8
};

/// All steps, applied or skipped.
constexpr std::int64_t stepsTaken(std::span<const std::int64_t, counterCount> counters)
{
    return counters[step] + counters[skipped];
}

/// `status`, i32[1]: 0, the latch that keeps the rest of a launch from committing, or the reason why one step does not commit.
enum Status : std::int32_t { good = 0, notFinite = 1, skippedStep = 2 };

/// `accumulated_sums`, f32[1 + columns], if several batches make a step: see ops/gradient_steps.h.
/// `rates`, f32[maximumSteps] for each update group: the learning rates of a launch's steps, in order of applied steps.
/// `metrics`, f32[maximumSteps × columns]: what each step records: the loss's sum and the samples of each objective, then metrics.
inline constexpr int maximumSteps = 256;

/// Copies the learning rates of a launch, concatenated by group, to each group's place in `rates`.
template <class T>
void placeRates(std::span<const float> launched, std::span<T> rates)
{
    const std::size_t groups = rates.size() / maximumSteps, steps = launched.size() / groups;
    for (std::size_t group = 0; group < groups; ++group)
        std::ranges::copy(launched.subspan(group * steps, steps), rates.subspan(group * maximumSteps).begin());
}

} // namespace control
} // namespace netsmith
