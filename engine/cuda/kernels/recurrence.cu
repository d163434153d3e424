#include "engine/cuda/kernels/recurrence.h"

#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/recurrence_cell.h"

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct Step {
    CellForward<T> cell;
    std::int64_t count;
    bool hasProduct;
    float* current;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const StepPlaces steps(cell.shape, count);
        const UnitPlace place = steps.place(i / steps.units, i % steps.units);
        const bool isApart = cell.shape.cell == Cell::gru && hasProduct;
        const float product[mostGates] = {0.0f, 0.0f, isApart ? cell.at.carry[place.state] : 0.0f, 0.0f};
        current[i] = cell(steps, place, current[i], product);
    }
};

template <class T>
struct StepBackward {
    CellBackward<T> cell;
    std::int64_t count;
    const float* arrived;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const StepPlaces steps(cell.shape, count);
        cell(steps, steps.place(i / steps.units, i % steps.units), steps.isLast ? 0.0f : arrived[i]);
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
    launchEach(stream, shape.samples * shape.units, Step<T>{{shape, at, bias, last}, count, hasProduct, current});
}

template <class T>
void recurrenceStepBackward(Stream& stream, const RecurrenceShape& shape, const RecurrenceStates<const T>& at, std::int64_t count,
                            const T* dy, bool ofLast, const float* arrived, float* direct, float* toCell, float* dz,
                            float* dProduct)
{
    launchEach(stream, shape.samples * shape.units,
               StepBackward<T>{{shape, at, dy, ofLast, direct, toCell, dz, dProduct}, count, arrived});
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
