#pragma once

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/on_device.h"
#include "engine/cuda/kernels/recurrence.h"
#include "engine/cuda/kernels/slopes.h"

namespace netsmith::cuda::kernels {

constexpr int mostGates = 4;

// One unit of one sample at one step of a recurrent layer, for the kernels that launch each step and those that run a sequence.

NS_DEVICE inline float sigmoid(float x)
{
    return activated(Activation::sigmoid, x);
}
NS_DEVICE inline float squashed(float x)
{
    return activated(Activation::tanh, x);
}
NS_DEVICE inline float slopeOf(Activation kind, float y)
{
    return slopeAt(kind, y, 0.0f);
}

/// Where a unit of a sample lies at a step.
struct UnitPlace {
    std::int64_t own; ///< in [samples, units]
    std::int64_t state; ///< in [samples, steps, units]
    std::int64_t before; ///< there, one step earlier
    std::int64_t gate; ///< in [samples, steps, width]
    std::int64_t unit;
    std::int64_t row;
};

/// A step, and how positions in it are computed: only sizes, so that a kernel needs nothing else.
struct StepPlaces {
    NS_DEVICE StepPlaces(const RecurrenceShape& shape, std::int64_t count)
        : steps(shape.steps)
        , units(shape.units)
        , width(shape.width())
        , step(shape.step(count))
        , before(count > 0 ? shape.step(count - 1) : 0)
        , isFirst(count == 0)
        , isLast(count == shape.steps - 1)
    {
    }
    NS_DEVICE UnitPlace place(std::int64_t sample, std::int64_t unit) const
    {
        const std::int64_t row = sample * steps + step;
        return {sample * units + unit, row * units + unit, (sample * steps + before) * units + unit, row * width + unit, unit, row};
    }

    std::int64_t steps;
    std::int64_t units;
    std::int64_t width;
    std::int64_t step;
    std::int64_t before;
    bool isFirst;
    bool isLast;
};

/// A step forward. `product` has what the state gives each gate of a unit where that is not added to the gates yet: always for
/// GRU's candidate.
template <class T>
struct CellForward {
    RecurrenceShape shape;
    RecurrenceStates<T> at;
    const float* bias;
    T* last; ///< null, or for the last state

    NS_DEVICE float biasOf(std::int64_t column) const { return bias ? bias[column] : 0.0f; }
    /// Returns the unit's state after the step.
    NS_DEVICE float operator()(const StepPlaces& steps, const UnitPlace& place, float before, const float* product) const
    {
        const std::int64_t units = steps.units;
        const bool counts = !at.mask || at.mask[place.row] != 0.0f;
        float* gate = at.gates + place.gate;
        const auto input = [&](int g) { return gate[g * units] + product[g] + biasOf(g * units + place.unit); };
        float h = 0.0f;
        if (shape.cell == Cell::simple) {
            h = activated(shape.rectifies ? Activation::relu : Activation::tanh, input(0));
        } else if (shape.cell == Cell::lstm) {
            const float in = sigmoid(input(0)), forget = sigmoid(input(1)), candidate = squashed(input(2)), out = sigmoid(input(3));
            const float cellBefore = steps.isFirst ? (at.c0 ? at.c0[place.own] : 0.0f) : at.carry[place.before];
            const float next = forget * cellBefore + in * candidate;
            h = out * squashed(next);
            gate[0] = in;
            gate[units] = forget;
            gate[2 * units] = candidate;
            gate[3 * units] = out;
            at.carry[place.state] = counts ? next : cellBefore;
        } else {
            const float keep = sigmoid(input(0) + biasOf(steps.width + place.unit));
            const float reset = sigmoid(input(1) + biasOf(steps.width + units + place.unit));
            const float ofState = product[2] + biasOf(steps.width + 2 * units + place.unit);
            const float candidate = squashed(gate[2 * units] + biasOf(2 * units + place.unit) + reset * ofState);
            h = keep * before + (1.0f - keep) * candidate;
            gate[0] = keep;
            gate[units] = reset;
            gate[2 * units] = candidate;
            at.carry[place.state] = ofState;
        }
        const T state(counts ? h : before);
        at.states[place.state] = state;
        if (last && steps.isLast)
            last[place.own] = state;
        return static_cast<float>(state);
    }
};

/// The gradients of a step. `direct` and `toCell` [samples, units] are passed from step to step.
template <class T>
struct CellBackward {
    RecurrenceShape shape;
    RecurrenceStates<const T> at;
    const T* dy;
    bool ofLast; ///< dy has the last step only
    float* direct;
    float* toCell;
    float* dz;
    float* dProduct;

    /// `arrived` is what has come through u from the following step; it is not read at the last.
    NS_DEVICE void operator()(const StepPlaces& steps, const UnitPlace& place, float arrived) const
    {
        const std::int64_t i = place.own, units = steps.units;
        const float* gate = at.gates + place.gate;
        float* gradient = dz + place.gate;
        float dh = steps.isLast ? 0.0f : arrived + direct[i];
        if (!ofLast)
            dh += static_cast<float>(dy[place.state]);
        else if (steps.isLast)
            dh += static_cast<float>(dy[i]);
        direct[i] = 0.0f;
        if (at.mask && at.mask[place.row] == 0.0f) {
            for (std::int64_t g = 0; g < steps.width / units; ++g)
                gradient[g * units] = 0.0f;
            if (shape.cell == Cell::gru)
                dProduct[place.state] = 0.0f;
            if (shape.cell == Cell::lstm && steps.isLast)
                toCell[i] = 0.0f;
            direct[i] = dh;
        } else if (shape.cell == Cell::simple) {
            const Activation activation = shape.rectifies ? Activation::relu : Activation::tanh;
            gradient[0] = dh * slopeOf(activation, static_cast<float>(at.states[place.state]));
        } else if (shape.cell == Cell::lstm) {
            const float in = gate[0], forget = gate[units], candidate = gate[2 * units], out = gate[3 * units];
            const float result = squashed(at.carry[place.state]);
            const float cellBefore = steps.isFirst ? (at.c0 ? at.c0[i] : 0.0f) : at.carry[place.before];
            const float toNext = (steps.isLast ? 0.0f : toCell[i]) + dh * out * (1.0f - result * result);
            gradient[0] = toNext * candidate * slopeOf(Activation::sigmoid, in);
            gradient[units] = toNext * cellBefore * slopeOf(Activation::sigmoid, forget);
            gradient[2 * units] = toNext * in * slopeOf(Activation::tanh, candidate);
            gradient[3 * units] = dh * result * slopeOf(Activation::sigmoid, out);
            toCell[i] = toNext * forget;
        } else {
            const float keep = gate[0], reset = gate[units], candidate = gate[2 * units];
            const float before = steps.isFirst ? (at.h0 ? at.h0[i] : 0.0f) : static_cast<float>(at.states[place.before]);
            const float toCandidate = dh * (1.0f - keep) * slopeOf(Activation::tanh, candidate);
            gradient[0] = dh * (before - candidate) * slopeOf(Activation::sigmoid, keep);
            gradient[units] = toCandidate * at.carry[place.state] * slopeOf(Activation::sigmoid, reset);
            gradient[2 * units] = toCandidate;
            dProduct[place.state] = toCandidate * reset;
            direct[i] = dh * keep;
        }
    }
};

} // namespace netsmith::cuda::kernels
