#pragma once

#include "engine/core/bfloat16.h"
#include "engine/cpu/kernels/quantized_product.h"

#include <cstdint>
#include <type_traits>

namespace netsmith::kernels {

/// The cell: the gates' functions and their number differ.
enum class RecurrentCell { tanh, relu, lstm, gru };
constexpr std::int64_t gatesOf(RecurrentCell cell)
{
    return cell == RecurrentCell::lstm ? 4 : cell == RecurrentCell::gru ? 3 : 1;
}

/// A recurrent layer over [samples, steps, …]. Samples go through the steps independently, so that threads share the samples
/// and never wait for each other; only if there are fewer samples than threads, forward, they share the units. Within a step each
/// sum goes from the first product to the last, whatever the threads.
struct RecurrenceShape {
    std::int64_t samples = 0;
    std::int64_t steps = 0;
    std::int64_t units = 0;
    RecurrentCell cell = RecurrentCell::lstm;
    bool reversed = false; ///< from the last step to the first

    std::int64_t width() const { return gatesOf(cell) * units; } ///< of a row of gates
    /// The row of [samples, steps] that comes as the `count`-th of a sample's, and which of its steps that is.
    std::int64_t step(std::int64_t count) const { return reversed ? steps - 1 - count : count; }
    std::int64_t row(std::int64_t sample, std::int64_t count) const { return sample * steps + step(count); }
};

/// u [units, width] as the forward kernel reads it: for each vector of units, row after row of u, the vectors of its gates. As the
/// backward kernel reads it: for each four vectors of units, row after row of uᵀ, these vectors.
std::int64_t packedFloats(const RecurrenceShape& shape);
void packForward(const RecurrenceShape& shape, const float* u, float* packed) noexcept;
void packBackward(const RecurrenceShape& shape, const float* u, float* packed) noexcept;

/// What both directions read; null where it is absent. T, of states and results, is float or BFloat16.
template <class T>
struct RecurrenceStates {
    using Kept = std::conditional_t<std::is_const_v<T>, const float, float>;
    const float* packed; ///< u
    const float* mask; ///< [samples, steps]: 0 where a sample keeps its state
    const float* h0; ///< [samples, units]: the states before the first step, else 0
    const float* c0; ///< of LSTM's cell
    T* states; ///< [samples, steps, units]
    Kept* gates; ///< [samples, steps, width]: x·w before the forward kernel, and the gates' activations after it
    Kept* carry; ///< [samples, steps, units]: LSTM's cell, GRU's product of the candidate with u
};

/// Each step's gates, carry and states. The bias may be null; GRU's, of the product with u, follows that of x·w. After the last
/// computed step the state is also written to `last` [samples, units], unless that is null.
template <class T>
void recurrence(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last) noexcept;

/// What a recurrence with rounded states needs besides: see `RecurrenceAttributes::rounded`.
struct RoundedStates {
    std::uint8_t* codes; ///< room for [samples, units]
    float* steps; ///< [samples]
    float* products; ///< [samples, width]
    std::int32_t* gathered; ///< of `roundedThreads`, each with `roundedProduct(…).gathered()`
};
/// The product of a step's rounded states with u.
QuantizedShape roundedProduct(const RecurrenceShape& shape);
int roundedThreads(const RecurrenceShape& shape);
/// The same with rounded states; `at.packed` is u as `packQuantized` packs it for `roundedProduct`, by `unitRange`.
template <class T>
void roundedRecurrence(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last,
                       const RoundedStates& rounded) noexcept;

/// dz [samples, steps, width] before the gates' activations, which may overwrite the gates, and GRU's gradient of the product
/// [samples, steps, units]. dy is of every step, or of the last one computed if `ofLast`. `scratch` has room for 2 · samples ·
/// units.
template <class T>
void recurrenceBackward(const RecurrenceShape& shape, const RecurrenceStates<const T>& at, const T* dy, bool ofLast, float* dz,
                        float* dProduct, float* scratch) noexcept;

/// The state before each step [samples, steps, units], in f32.
template <class T>
void statesBefore(const RecurrenceShape& shape, const T* states, const float* h0, float* before) noexcept;

} // namespace netsmith::kernels
