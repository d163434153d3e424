#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace netsmith {

/// The layout of the control tensors, through which a launch of K steps runs without the host.
namespace control {

/// `counters`, i64[count]
enum Counter : int {
    step, ///< optimizer steps committed, ever
    position, ///< where in the epoch's order the next batch begins
    samples, ///< samples drawn, ever: keys dropout and augmentation
    launch, ///< the step within this launch, 0 … K−1; the host resets it
    rate, ///< which of the launch's rates is next: a step that was left out took none; the host resets it
    scaleShift, ///< how often the loss scale was doubled, less how often it was halved
    goodSteps, ///< since the loss scale changed
    skipped, ///< steps that were left out because their gradients overflowed, ever
    counterCount = 8
};

/// Steps that were taken, whether they counted or were skipped.
constexpr std::int64_t stepsTaken(std::span<const std::int64_t, counterCount> counters)
{
    return counters[step] + counters[skipped];
}

/// `status`, i32[1]: 0, the latch that keeps the rest of a launch from committing, or what keeps one step from it.
enum Status : std::int32_t { good = 0, notFinite = 1, skippedStep = 2 };

/// `accumulated_sums`, f32[1 + columns], where several batches make a step: see ops/gradient_steps.h.
/// `rates`, f32[maximumSteps] for each update group: the learning rates of a launch's steps, in the order in which they count.
/// `metrics`, f32[maximumSteps × columns]: what each step records: the loss's sum and the samples of each objective, then metrics.
inline constexpr int maximumSteps = 256;

/// Puts the learning rates of a launch, those of one group behind those of another, where `rates` has each group's.
template <class T>
void placeRates(std::span<const float> launched, std::span<T> rates)
{
    const std::size_t groups = rates.size() / maximumSteps, steps = launched.size() / groups;
    for (std::size_t group = 0; group < groups; ++group)
        std::ranges::copy(launched.subspan(group * steps, steps), rates.subspan(group * maximumSteps).begin());
}

} // namespace control
} // namespace netsmith
