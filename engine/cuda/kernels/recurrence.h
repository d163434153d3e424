#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/recurrence.h"

#include <cstdint>
#include <type_traits>

namespace netsmith::cuda::kernels {

/// A recurrent layer over [samples, steps, …] as a step's kernels see it.
struct RecurrenceShape {
    std::int64_t samples = 0;
    std::int64_t steps = 0;
    std::int64_t units = 0;
    Cell cell = Cell::lstm;
    bool rectifies = false; ///< the simple cell's activation is relu, not tanh
    bool reversed = false; ///< from the last step to the first

    constexpr std::int64_t gates() const { return gatesOf(cell); }
    constexpr std::int64_t width() const { return gates() * units; } ///< of a row of gates
    /// Which step comes as the `count`-th.
    constexpr std::int64_t step(std::int64_t count) const { return reversed ? steps - 1 - count : count; }
};

/// What both directions read, null where it is absent: mask [samples, steps], initial states [samples, units], gates [samples,
/// steps, width], carry and states [samples, steps, units]. T is float, BFloat16 or Float16.
template <class T>
struct RecurrenceStates {
    using Kept = std::conditional_t<std::is_const_v<T>, const float, float>;
    const float* mask;
    const float* h0;
    const float* c0;
    T* states;
    Kept* gates;
    Kept* carry;
};

/// The `count`-th step of every sample. The gates hold x·w, with the state's product added to them if there is one, but for GRU's
/// candidate, of which it lies in the carry. `current` [samples, units] is the state before the step (h0 or 0 at the first) and
/// then after it, as it was rounded; `last` gets the last one, unless it is null.
template <class T>
void recurrenceStep(Stream& stream, const RecurrenceShape& shape, const RecurrenceStates<T>& at, std::int64_t count,
                    bool hasProduct, const float* bias, float* current, T* last);

/// The gradients of the `count`-th step. `arrived` [samples, units] is what has come through u from the following step, and is not
/// read at the last; `direct` and `toCell` [samples, units] are passed from step to step.
template <class T>
void recurrenceStepBackward(Stream& stream, const RecurrenceShape& shape, const RecurrenceStates<const T>& at, std::int64_t count,
                            const T* dy, bool ofLast, const float* arrived, float* direct, float* toCell, float* dz,
                            float* dProduct);

/// The state before each step [samples, steps, units].
template <class T>
void statesBefore(Stream& stream, const RecurrenceShape& shape, const T* states, const float* h0, T* before);

/// to = from, or 0 where that is null.
void startState(Stream& stream, const float* from, float* to, std::int64_t count);

} // namespace netsmith::cuda::kernels
