#include "engine/cpu/kernels/recurrence.h"

#include "engine/core/thread_team.h"
#include "engine/cpu/kernels/dynamic_product.h"
#include "engine/cpu/kernels/fake_quantize.h"
#include "engine/cpu/kernels/ranges.h"
#include "engine/cpu/kernels/recurrence_grain.h"
#include "engine/ops/activation.h"

#include <algorithm>
#include <type_traits>

namespace netsmith::kernels {

/// What one thread computes of all steps: some samples, or some vectors of units of all samples, where it waits for the others
/// after each step.
struct RecurrenceShare {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t vectorsBegin;
    std::int64_t vectorsEnd;
    ThreadTeam* team;
};

} // namespace netsmith::kernels

#define NETSMITH_KERNELS "engine/cpu/kernels/recurrence.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/activation_functions.h"
#include "engine/cpu/kernels/product_tile.h"

/// The vectors of units [begin, end) of u, counted from 0.
inline void packGates(const RecurrenceShape& shape, const float* u, float* packed, std::int64_t begin, std::int64_t end)
{
    const std::int64_t gates = gatesOf(shape.cell);
    for (std::int64_t panel = begin; panel < end; ++panel) {
        const std::int64_t left = shape.units - panel * lanes;
        const SomeLanes used{static_cast<int>(left < lanes ? left : lanes)};
        float* to = packed + panel * lanes * gates * shape.units;
        for (std::int64_t k = 0; k < shape.units; ++k)
            for (std::int64_t gate = 0; gate < gates; ++gate, to += lanes)
                store(to, load(u + (k * gates + gate) * shape.units + panel * lanes, used), AllLanes{});
    }
}

/// The gates and the states of one step, the `count`-th, of `rows` samples for one vector of units, from the sums of their products
/// with the state.
template <RecurrentCell cell, class T, class Used, int gates>
inline void finishStep(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last, std::int64_t first,
                       std::int64_t rows, std::int64_t count, std::int64_t unit, Used used, const Floats (*sums)[gates])
{
    const std::int64_t units = shape.units;
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int64_t sample = first + r;
        const std::int64_t row = shape.row(sample, count);
        float* gate = at.gates + row * shape.width() + unit;
        const auto input = [&](int g) { return load(gate + g * units, used) + loadOr0(bias, g * units + unit, used); };
        const bool counts = !at.mask || at.mask[row] != 0.0f;
        const Floats before = count > 0 ? load(at.states + shape.row(sample, count - 1) * units + unit, used)
                                        : loadOr0(at.h0, sample * units + unit, used);
        Floats h;
        if constexpr (cell == RecurrentCell::tanh) {
            h = Tanh{}.of(sums[r][0] + input(0));
        } else if constexpr (cell == RecurrentCell::relu) {
            h = rectified(sums[r][0] + input(0));
        } else if constexpr (cell == RecurrentCell::lstm) {
            const Floats in = Sigmoid{}.of(sums[r][0] + input(0));
            const Floats forget = Sigmoid{}.of(sums[r][1] + input(1));
            const Floats candidate = Tanh{}.of(sums[r][2] + input(2));
            const Floats out = Sigmoid{}.of(sums[r][3] + input(3));
            const Floats cellBefore = count > 0 ? load(at.carry + shape.row(sample, count - 1) * units + unit, used)
                                                : loadOr0(at.c0, sample * units + unit, used);
            const Floats next = forget * cellBefore + in * candidate;
            h = out * Tanh{}.of(next);
            store(gate, in, used);
            store(gate + units, forget, used);
            store(gate + 2 * units, candidate, used);
            store(gate + 3 * units, out, used);
            store(at.carry + row * units + unit, counts ? next : cellBefore, used);
        } else {
            const Floats keep = Sigmoid{}.of(sums[r][0] + input(0));
            const Floats reset = Sigmoid{}.of(sums[r][1] + input(1));
            const Floats candidate = Tanh{}.of(input(2) + reset * sums[r][2]);
            h = keep * before + (1.0f - keep) * candidate;
            store(gate, keep, used);
            store(gate + units, reset, used);
            store(gate + 2 * units, candidate, used);
            store(at.carry + row * units + unit, sums[r][2], used);
        }
        const Floats state = counts ? h : before;
        store(at.states + row * units + unit, state, used);
        if (last && count == shape.steps - 1)
            store(last + sample * units + unit, state, used);
    }
}

/// One step, the `count`-th, of `rows` samples for one vector of units.
template <RecurrentCell cell, class T, class Used>
inline void stepOf(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last, std::int64_t first,
                   std::int64_t rows, std::int64_t count, std::int64_t unit, Used used)
{
    constexpr int gates = gatesOf(cell);
    const std::int64_t units = shape.units;
    Floats sums[tileRows][gates];
    for (std::int64_t r = 0; r < rows; ++r)
        for (int g = 0; g < gates; ++g)
            sums[r][g] = cell == RecurrentCell::gru ? loadOr0(bias, (gates + g) * units + unit, used) : Floats{};
    const float* panel = at.packed + unit * gates * units;
    if (count > 0)
        addProducts(
            rows, [&](std::int64_t r) -> const T* { return at.states + shape.row(first + r, count - 1) * units; }, panel, units,
            sums);
    else if (at.h0)
        addProducts(
            rows, [&](std::int64_t r) { return at.h0 + (first + r) * units; }, panel, units, sums);
    finishStep<cell>(shape, at, bias, last, first, rows, count, unit, used, sums);
}

/// All steps of a thread's samples or units. A panel of weights serves all samples of a step while it is in the cache.
template <RecurrentCell cell, class T>
inline void runCell(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last,
                    const RecurrenceShare& share)
{
    const std::int64_t unitsBegin = share.vectorsBegin * lanes, unitsEnd = std::min(shape.units, share.vectorsEnd * lanes);
    for (std::int64_t count = 0; count < shape.steps; ++count) {
        eachVector(unitsEnd - unitsBegin, [&](std::int64_t unit, auto used) {
            for (std::int64_t first = share.begin; first < share.end; first += tileRows)
                stepOf<cell>(shape, at, bias, last, first, std::min(tileRows, share.end - first), count, unitsBegin + unit, used);
        });
        if (share.team)
            share.team->wait();
    }
}

/// One step of some samples, whose products with the rounded state are known.
template <RecurrentCell cell, class T>
inline void roundedStepOf(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last,
                          const RoundedStates& rounded, std::int64_t begin, std::int64_t end, std::int64_t count)
{
    constexpr int gates = gatesOf(cell);
    eachVector(shape.units, [&](std::int64_t unit, auto used) {
        for (std::int64_t first = begin; first < end; first += tileRows) {
            const std::int64_t rows = std::min(tileRows, end - first);
            Floats sums[tileRows][gates];
            for (std::int64_t r = 0; r < rows; ++r)
                for (int g = 0; g < gates; ++g) {
                    Floats& sum = sums[r][g];
                    sum = cell == RecurrentCell::gru ? loadOr0(bias, (gates + g) * shape.units + unit, used) : Floats{};
                    if (count > 0 || at.h0)
                        sum = sum
                            + load(rounded.products + (first + r) * shape.width() + g * shape.units + unit, used)
                                * all(rounded.steps[first + r]);
                }
            finishStep<cell>(shape, at, bias, last, first, rows, count, unit, used, sums);
        }
    });
}

template <class T>
void roundedStep(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last,
                 const RoundedStates& rounded, std::int64_t begin, std::int64_t end, std::int64_t count)
{
    switch (shape.cell) {
    case RecurrentCell::tanh: return roundedStepOf<RecurrentCell::tanh>(shape, at, bias, last, rounded, begin, end, count);
    case RecurrentCell::relu: return roundedStepOf<RecurrentCell::relu>(shape, at, bias, last, rounded, begin, end, count);
    case RecurrentCell::lstm: return roundedStepOf<RecurrentCell::lstm>(shape, at, bias, last, rounded, begin, end, count);
    case RecurrentCell::gru: return roundedStepOf<RecurrentCell::gru>(shape, at, bias, last, rounded, begin, end, count);
    }
}

template <class T>
void recurrenceOf(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last,
                  const RecurrenceShare& share)
{
    switch (shape.cell) {
    case RecurrentCell::tanh: return runCell<RecurrentCell::tanh>(shape, at, bias, last, share);
    case RecurrentCell::relu: return runCell<RecurrentCell::relu>(shape, at, bias, last, share);
    case RecurrentCell::lstm: return runCell<RecurrentCell::lstm>(shape, at, bias, last, share);
    case RecurrentCell::gru: return runCell<RecurrentCell::gru>(shape, at, bias, last, share);
    }
}

#else

namespace netsmith::kernels {

std::int64_t packedFloats(const RecurrenceShape& shape)
{
    constexpr std::int64_t widest = 64; // four vectors of the widest set
    return (shape.units + widest - 1) / widest * widest * shape.width();
}

void packForward(const RecurrenceShape& shape, const float* u, float* packed) noexcept
{
    const auto run = NETSMITH_VERSION(packGates);
    const std::int64_t lanes = *pickVersion(&baseline::lanes, &avx2::lanes, &avx512::lanes);
    const std::int64_t panels = (shape.units + lanes - 1) / lanes;
    forRanges(panels, rowGrain(lanes * shape.width()),
              [&](std::int64_t begin, std::int64_t end) { run(shape, u, packed, begin, end); });
}

template <class T>
void recurrence(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last) noexcept
{
    const auto run = NETSMITH_VERSION(recurrenceOf<T>);
    const std::int64_t lanes = *pickVersion(&baseline::lanes, &avx2::lanes, &avx512::lanes);
    const std::int64_t vectors = (shape.units + lanes - 1) / lanes;
    if (shape.samples < threadCount() && isWorthATeam(shape)) {
        const auto units = [&](int member, ThreadTeam& team) {
            run(shape, at, bias, last,
                {0, shape.samples, vectors * member / team.size(), vectors * (member + 1) / team.size(), &team});
        };
        return runTeam(static_cast<int>(std::min<std::int64_t>(threadCount(), vectors)), std::cref(units));
    }
    forRanges(shape.samples, sampleGrain(shape), [&](std::int64_t begin, std::int64_t end) {
        run(shape, at, bias, last, {begin, end, 0, vectors, nullptr});
    });
}

QuantizedShape roundedProduct(const RecurrenceShape& shape)
{
    const WindowShape rows{.images = shape.samples, .channels = shape.units};
    return {rows, shape.width()};
}

int roundedThreads(const RecurrenceShape& shape)
{
    return static_cast<int>(std::clamp<std::int64_t>(shape.samples / sampleGrain(shape), 1, threadCount()));
}

template <class T>
void roundedRecurrence(const RecurrenceShape& shape, const RecurrenceStates<T>& at, const float* bias, T* last,
                       const RoundedStates& rounded) noexcept
{
    const auto run = NETSMITH_VERSION(roundedStep<T>);
    const std::int64_t units = shape.units;
    const auto share = [&](int member, ThreadTeam& team) {
        const std::int64_t begin = shape.samples * member / team.size(), end = shape.samples * (member + 1) / team.size();
        QuantizedShape product = roundedProduct(shape);
        product.window.images = end - begin;
        for (std::int64_t count = 0; count < shape.steps; ++count) {
            for (std::int64_t sample = begin; sample < end && count > 0; ++sample)
                rounded.steps[sample] =
                    encodeRow(at.states + shape.row(sample, count - 1) * units, rounded.codes + sample * units, units);
            for (std::int64_t sample = begin; sample < end && count == 0 && at.h0; ++sample)
                rounded.steps[sample] = encodeRow(at.h0 + sample * units, rounded.codes + sample * units, units);
            if (count > 0 || at.h0)
                quantizedProduct(product, rounded.codes + begin * units, unitRange, at.packed, {}, 1,
                                 rounded.gathered + member * product.gathered(), rounded.products + begin * shape.width());
            run(shape, at, bias, last, rounded, begin, end, count);
        }
    };
    runTeam(roundedThreads(shape), std::cref(share));
}

template <class T>
void statesBefore(const RecurrenceShape& shape, const T* states, const float* h0, float* before) noexcept
{
    const std::int64_t units = shape.units;
    forRanges(shape.samples, rowGrain(shape.steps * units), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t sample = begin; sample < end; ++sample)
            for (std::int64_t count = 0; count < shape.steps; ++count) {
                float* to = before + shape.row(sample, count) * units;
                const T* from = count > 0 ? states + shape.row(sample, count - 1) * units : nullptr;
                for (std::int64_t j = 0; j < units; ++j)
                    to[j] = from ? static_cast<float>(from[j]) : h0 ? h0[sample * units + j] : 0.0f;
            }
    });
}

#define INSTANTIATE(T)                                                                                                             \
    template void recurrence<T>(const RecurrenceShape&, const RecurrenceStates<T>&, const float*, T*) noexcept;                    \
    template void roundedRecurrence<T>(const RecurrenceShape&, const RecurrenceStates<T>&, const float*, T*,                       \
                                       const RoundedStates&) noexcept;                                                             \
    template void statesBefore<T>(const RecurrenceShape&, const T*, const float*, float*) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)

} // namespace netsmith::kernels

#endif
