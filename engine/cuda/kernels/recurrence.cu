#include "engine/cuda/kernels/recurrence.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/slopes.h"

namespace netsmith::cuda::kernels {
namespace {

NS_DEVICE inline float sigmoid(float x)
{
    return activated(Activation::sigmoid, x);
}
NS_DEVICE inline float squashed(float x)
{
    return activated(Activation::tanh, x);
}

/// One unit of one sample at one step.
struct Place {
    std::int64_t own; ///< in [samples, units]
    std::int64_t state; ///< in [samples, steps, units]
    std::int64_t before; ///< there, one step earlier
    std::int64_t gate; ///< in [samples, steps, width]
    std::int64_t unit;
    std::int64_t row;
};

/// How a step's positions are computed: only sizes, so that a kernel needs nothing else.
struct Steps {
    Steps(const RecurrenceShape& shape, std::int64_t count)
        : steps(shape.steps)
        , units(shape.units)
        , width(shape.width())
        , step(shape.step(count))
        , before(count > 0 ? shape.step(count - 1) : 0)
        , isFirst(count == 0)
        , isLast(count == shape.steps - 1)
    {
    }
    NS_DEVICE Place place(std::int64_t i) const
    {
        const std::int64_t sample = i / units, unit = i % units, row = sample * steps + step;
        return {i, row * units + unit, (sample * steps + before) * units + unit, row * width + unit, unit, row};
    }

    std::int64_t steps;
    std::int64_t units;
    std::int64_t width;
    std::int64_t step;
    std::int64_t before;
    bool isFirst;
    bool isLast;
};

template <class T>
struct Step {
    Steps steps;
    Cell cell;
    bool rectifies;
    RecurrenceStates<T> at;
    bool hasProduct;
    const float* bias;
    float* current;
    T* last;

    NS_DEVICE float biasOf(const float* from, std::int64_t column) const { return from ? from[column] : 0.0f; }
    NS_DEVICE float input(const Place& place, int gate) const
    {
        const std::int64_t column = gate * steps.units;
        return at.gates[place.gate + column] + biasOf(bias, column + place.unit);
    }

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const Place place = steps.place(i);
        const std::int64_t units = steps.units;
        const bool counts = !at.mask || at.mask[place.row] != 0.0f;
        const float before = current[i];
        float* gate = at.gates + place.gate;
        float h = 0.0f;
        if (cell == Cell::simple) {
            const float sum = input(place, 0);
            h = activated(rectifies ? Activation::relu : Activation::tanh, sum);
        } else if (cell == Cell::lstm) {
            const float in = sigmoid(input(place, 0)), forget = sigmoid(input(place, 1)), candidate = squashed(input(place, 2)),
                        out = sigmoid(input(place, 3));
            const float cellBefore = steps.isFirst ? (at.c0 ? at.c0[i] : 0.0f) : at.carry[place.before];
            const float next = forget * cellBefore + in * candidate;
            h = out * squashed(next);
            gate[0] = in;
            gate[units] = forget;
            gate[2 * units] = candidate;
            gate[3 * units] = out;
            at.carry[place.state] = counts ? next : cellBefore;
        } else {
            const float keep = sigmoid(input(place, 0) + biasOf(bias, steps.width + place.unit));
            const float reset = sigmoid(input(place, 1) + biasOf(bias, steps.width + units + place.unit));
            const float product = (hasProduct ? at.carry[place.state] : 0.0f) + biasOf(bias, steps.width + 2 * units + place.unit);
            const float candidate = squashed(input(place, 2) + reset * product);
            h = keep * before + (1.0f - keep) * candidate;
            gate[0] = keep;
            gate[units] = reset;
            gate[2 * units] = candidate;
            at.carry[place.state] = product;
        }
        const T state(counts ? h : before);
        at.states[place.state] = state;
        current[i] = static_cast<float>(state);
        if (last && steps.isLast)
            last[i] = state;
    }
};

template <class T>
struct StepBackward {
    Steps steps;
    Cell cell;
    bool rectifies;
    RecurrenceStates<const T> at;
    const T* dy;
    bool ofLast;
    const float* arrived;
    float* direct;
    float* toCell;
    float* dz;
    float* dProduct;

    NS_DEVICE static float slope(Activation kind, float y) { return slopeAt(kind, y, 0.0f); }

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const Place place = steps.place(i);
        const std::int64_t units = steps.units;
        const float* gate = at.gates + place.gate;
        float* gradient = dz + place.gate;
        float dh = steps.isLast ? 0.0f : arrived[i] + direct[i];
        if (!ofLast)
            dh += static_cast<float>(dy[place.state]);
        else if (steps.isLast)
            dh += static_cast<float>(dy[i]);
        direct[i] = 0.0f;
        if (at.mask && at.mask[place.row] == 0.0f) {
            for (std::int64_t g = 0; g < steps.width / units; ++g)
                gradient[g * units] = 0.0f;
            if (cell == Cell::gru)
                dProduct[place.state] = 0.0f;
            if (cell == Cell::lstm && steps.isLast)
                toCell[i] = 0.0f;
            direct[i] = dh;
        } else if (cell == Cell::simple) {
            gradient[0] = dh * slope(rectifies ? Activation::relu : Activation::tanh, static_cast<float>(at.states[place.state]));
        } else if (cell == Cell::lstm) {
            const float in = gate[0], forget = gate[units], candidate = gate[2 * units], out = gate[3 * units];
            const float result = squashed(at.carry[place.state]);
            const float cellBefore = steps.isFirst ? (at.c0 ? at.c0[i] : 0.0f) : at.carry[place.before];
            const float toNext = (steps.isLast ? 0.0f : toCell[i]) + dh * out * (1.0f - result * result);
            gradient[0] = toNext * candidate * slope(Activation::sigmoid, in);
            gradient[units] = toNext * cellBefore * slope(Activation::sigmoid, forget);
            gradient[2 * units] = toNext * in * slope(Activation::tanh, candidate);
            gradient[3 * units] = dh * result * slope(Activation::sigmoid, out);
            toCell[i] = toNext * forget;
        } else {
            const float keep = gate[0], reset = gate[units], candidate = gate[2 * units];
            const float before = steps.isFirst ? (at.h0 ? at.h0[i] : 0.0f) : static_cast<float>(at.states[place.before]);
            const float toCandidate = dh * (1.0f - keep) * slope(Activation::tanh, candidate);
            gradient[0] = dh * (before - candidate) * slope(Activation::sigmoid, keep);
            gradient[units] = toCandidate * at.carry[place.state] * slope(Activation::sigmoid, reset);
            gradient[2 * units] = toCandidate;
            dProduct[place.state] = toCandidate * reset;
            direct[i] = dh * keep;
        }
    }
};

template <class T>
struct Before {
    const T* states;
    const float* h0;
    T* before;
    std::int64_t steps;
    std::int64_t units;
    bool reversed;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t unit = i % units, row = i / units, step = row % steps;
        const std::int64_t earlier = reversed ? step + 1 : step - 1;
        if (earlier >= 0 && earlier < steps)
            before[i] = states[(row - step + earlier) * units + unit];
        else
            before[i] = T(h0 ? h0[row / steps * units + unit] : 0.0f);
    }
};

struct Start {
    const float* from;
    float* to;
    NS_DEVICE void operator()(std::int64_t i) const { to[i] = from ? from[i] : 0.0f; }
};

} // namespace

template <class T>
void recurrenceStep(Stream& stream, const RecurrenceShape& shape, const RecurrenceStates<T>& at, std::int64_t count,
                    bool hasProduct, const float* bias, float* current, T* last)
{
    launchEach(stream, shape.samples * shape.units,
               Step<T>{Steps(shape, count), shape.cell, shape.rectifies, at, hasProduct, bias, current, last});
}

template <class T>
void recurrenceStepBackward(Stream& stream, const RecurrenceShape& shape, const RecurrenceStates<const T>& at, std::int64_t count,
                            const T* dy, bool ofLast, const float* arrived, float* direct, float* toCell, float* dz,
                            float* dProduct)
{
    launchEach(
        stream, shape.samples * shape.units,
        StepBackward<T>{Steps(shape, count), shape.cell, shape.rectifies, at, dy, ofLast, arrived, direct, toCell, dz, dProduct});
}

template <class T>
void statesBefore(Stream& stream, const RecurrenceShape& shape, const T* states, const float* h0, T* before)
{
    launchEach(stream, shape.samples * shape.steps * shape.units,
               Before<T>{states, h0, before, shape.steps, shape.units, shape.reversed});
}

void startState(Stream& stream, const float* from, float* to, std::int64_t count)
{
    launchEach(stream, count, Start{from, to});
}

#define INSTANTIATE(T)                                                                                                             \
    template void recurrenceStep<T>(Stream&, const RecurrenceShape&, const RecurrenceStates<T>&, std::int64_t, bool, const float*, \
                                    float*, T*);                                                                                   \
    template void recurrenceStepBackward<T>(Stream&, const RecurrenceShape&, const RecurrenceStates<const T>&, std::int64_t,       \
                                            const T*, bool, const float*, float*, float*, float*, float*);                         \
    template void statesBefore<T>(Stream&, const RecurrenceShape&, const T*, const float*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
