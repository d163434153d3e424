#pragma once

#include "engine/ops/activation.h"

namespace netsmith {

/// The cell of a recurrent layer. Gates are concatenated in the order of Keras: i, f, c, o and z, r, h.
enum class Cell : std::uint8_t {
    simple, ///< h = activation(x·w + h·u + b): Elman 1990
    lstm, ///< Hochreiter and Schmidhuber 1997, with the forget gate of Gers et al. 2000
    gru ///< Cho et al. 2014; the reset gate is applied to the product with u, as in cuDNN and Keras's `reset_after`
};
std::string_view nameOf(Cell cell);
/// How many products a unit of the cell has: 1, 4 or 3.
constexpr std::int64_t gatesOf(Cell cell)
{
    return cell == Cell::simple ? 1 : cell == Cell::lstm ? 4 : 3;
}

/// A recurrent layer over sequences of equal length [N,T,C]. A sample whose mask is 0 at a step keeps its state there.
struct RecurrenceAttributes : Attributes {
    Cell cell = Cell::lstm;
    Activation activation = Activation::tanh; ///< of the simple cell, tanh or relu; the others have theirs
    bool reversed = false; ///< from the last step to the first; results are still at the step they belong to
    bool sequences = false; ///< returns the state after every step, else after the last one computed
    bool bias = true;
    bool inputGradient = false; ///< whether the gradient gives dx too
    bool multiplied = false; ///< x is already x·w; set by fusion
    /// The product with u takes each sample's state as multiples of the `gridScale` of its largest number; u consists of such
    /// multiples for each of its columns, so that the sums are of integers. A gradient passes as if nothing was rounded.
    bool rounded = false;
    std::string text() const override;

    // The outputs of `recurrence` after y; the simple cell has no gates.
    bool hasGates() const { return cell != Cell::simple; }
    std::size_t statesAt() const { return sequences ? 0 : 1; }
    std::size_t gatesAt() const { return statesAt() + 1; }
    std::size_t carryAt() const { return statesAt() + 2; }
};

/// The sizes of one.
struct RecurrenceSizes {
    RecurrenceSizes(Cell cell, const Shape& x, const Shape& u)
        : samples(x[0])
        , steps(x[1])
        , inputs(x[2])
        , units(u[0])
        , gates(gatesOf(cell))
    {
    }
    std::int64_t rows() const { return samples * steps; }
    std::int64_t width() const { return gates * units; } ///< of a row of gates
    Shape bias() const { return gates == 3 ? Shape{2, width()} : Shape{width()}; }

    std::int64_t samples;
    std::int64_t steps;
    std::int64_t inputs;
    std::int64_t units;
    std::int64_t gates;
};

namespace ops {

/// x [N,T,C], w [C,G·H], u [H,G·H], b [G·H] or GRU's [2,G·H], mask [N,T], h0 [N,H], c0 [N,H] → y [N,T,H] or [N,H], the states
/// [N,T,H] if y is only the last, and in f32 what the gradient needs: the gates after their activations [N,T,G·H] and the carry
/// [N,T,H]: LSTM's cell, GRU's product of the candidate with u. GRU has one bias for x·w and one for the product with u. Absent are
/// b without `bias`, a mask of full sequences, initial states of 0, and c0 of all but LSTM. x, w and y have the same type,
/// everything else is f32. `multiplied`: x [N,T,G·H] in f32 is the product, and w absent.
extern const OpSpec recurrence;
/// dy, w, u, states, gates, carry, mask, h0, c0 → dz [N,T,G·H], the gradient before the gates' activations; GRU's [N,T,H] of the
/// candidate's product with u; dx, if `inputGradient`. `multiplied`: w is absent, and dz is what arrives at x.
extern const OpSpec recurrenceBackward;
/// x, states, dz, GRU's gradient of the product or none, h0 → dw, du[, db], in f32. `multiplied`: x is absent, and there is no dw.
extern const OpSpec recurrenceBackwardWeights;

} // namespace ops
} // namespace netsmith
