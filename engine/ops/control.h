#pragma once

#include <cstdint>

namespace netsmith {

/// The layout of the control tensors, through which a launch of K steps runs without the host.
namespace control {

/// `counters`, i64[count]
enum Counter : int {
    step, ///< optimizer steps committed, ever
    position, ///< where in the epoch's order the next batch begins
    samples, ///< samples drawn, ever: keys dropout and augmentation
    launch, ///< the step within this launch, 0 … K−1; the host resets it
    counterCount = 4
};

/// `status`, i32[1]: 0, or the latch that keeps the rest of a launch from committing.
enum Status : std::int32_t { good = 0, notFinite = 1 };

/// `held`, f32[1 + columns], where several batches make a step: see ops/gradient_steps.h.
/// `rates`, f32[maximumSteps]: the learning rate of each step of a launch.
/// `metrics`, f32[maximumSteps × columns]: what each step records: the loss's sum and the samples of each objective, then metrics.
inline constexpr int maximumSteps = 256;

} // namespace control
} // namespace netsmith
