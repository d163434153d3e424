#include "engine/cpu/kernels/ranges.h"
#include "engine/cpu/kernels/recurrence.h"
#include "engine/cpu/kernels/recurrence_grain.h"
#include "engine/ops/activation.h"

#include <algorithm>
#include <type_traits>

#define NETSMITH_KERNELS "engine/cpu/kernels/recurrence_backward.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/activation_functions.h"
#include "engine/cpu/kernels/product_tile.h"

constexpr int groups = 4; // vectors of units in a panel
constexpr std::int64_t panelUnits = groups * lanes;

/// The panels [begin, end) of uᵀ.
inline void packUnits(const RecurrenceShape& shape, const float* u, float* packed, std::int64_t begin, std::int64_t end)
{
    const std::int64_t width = shape.width();
    for (std::int64_t panel = begin; panel < end; ++panel)
        for (std::int64_t i = 0; i < panelUnits; ++i) {
            const std::int64_t unit = panel * panelUnits + i;
            float* to = packed + panel * panelUnits * width + i;
            for (std::int64_t k = 0; k < width; ++k)
                to[k * panelUnits] = unit < shape.units ? u[unit * width + k] : 0.0f;
        }
}

/// The gradients of the states of one step, and what a step passes to the one before it.
template <class T>
struct Arriving {
    const T* dy;
    bool ofLast;
    float* dz;
    float* dProduct;
    float* direct; ///< [samples, units]: what reaches the previous state other than through u
    float* toCell; ///< [samples, units]: LSTM's gradient of the cell before
};

/// One sample's gates at one step for one vector of units. `dh` has come through u.
template <RecurrentCell cell, class T, class Used>
inline void gradientsOf(const RecurrenceShape& shape, const RecurrenceStates<const T>& at, const Arriving<T>& to,
                        std::int64_t sample, std::int64_t count, std::int64_t unit, Floats dh, Used used)
{
    const std::int64_t units = shape.units;
    const std::int64_t row = shape.row(sample, count);
    const std::int64_t own = sample * units + unit;
    const bool isLast = count == shape.steps - 1;
    const bool keepsDirect = cell == RecurrentCell::gru || at.mask != nullptr;
    if (!to.ofLast)
        dh += load(to.dy + row * units + unit, used);
    else if (isLast)
        dh += load(to.dy + own, used);
    if (keepsDirect && !isLast)
        dh += load(to.direct + own, used);
    float* dz = to.dz + row * shape.width() + unit;
    if (at.mask && at.mask[row] == 0.0f) {
        for (int g = 0; g < gatesOf(cell); ++g)
            store(dz + g * units, Floats{}, used);
        if constexpr (cell == RecurrentCell::gru)
            store(to.dProduct + row * units + unit, Floats{}, used);
        if constexpr (cell == RecurrentCell::lstm)
            if (isLast)
                store(to.toCell + own, Floats{}, used);
        store(to.direct + own, dh, used);
        return;
    }
    const float* gate = at.gates + row * shape.width() + unit;
    const auto load0 = [&](int g) { return load(gate + g * units, used); };
    Floats direct{};
    if constexpr (cell == RecurrentCell::tanh) {
        store(dz, dh * Tanh{}.slope(load(at.states + row * units + unit, used)), used);
    } else if constexpr (cell == RecurrentCell::relu) {
        store(dz, dh * Relu{}.slope(load(at.states + row * units + unit, used)), used);
    } else if constexpr (cell == RecurrentCell::lstm) {
        const Floats in = load0(0), forget = load0(1), candidate = load0(2), out = load0(3);
        const Floats squashed = Tanh{}.of(load(at.carry + row * units + unit, used));
        const Floats before =
            count > 0 ? load(at.carry + shape.row(sample, count - 1) * units + unit, used) : loadOr0(at.c0, own, used);
        const Floats arrived = isLast ? Floats{} : load(to.toCell + own, used);
        const Floats toCell = arrived + dh * out * (1.0f - squashed * squashed);
        store(dz, toCell * candidate * Sigmoid{}.slope(in), used);
        store(dz + units, toCell * before * Sigmoid{}.slope(forget), used);
        store(dz + 2 * units, toCell * in * Tanh{}.slope(candidate), used);
        store(dz + 3 * units, dh * squashed * Sigmoid{}.slope(out), used);
        store(to.toCell + own, toCell * forget, used);
    } else {
        const Floats keep = load0(0), reset = load0(1), candidate = load0(2);
        const Floats before =
            count > 0 ? load(at.states + shape.row(sample, count - 1) * units + unit, used) : loadOr0(at.h0, own, used);
        const Floats toCandidate = dh * (1.0f - keep) * Tanh{}.slope(candidate);
        const Floats product = load(at.carry + row * units + unit, used);
        store(dz, dh * (before - candidate) * Sigmoid{}.slope(keep), used);
        store(dz + units, toCandidate * product * Sigmoid{}.slope(reset), used);
        store(dz + 2 * units, toCandidate, used);
        store(to.dProduct + row * units + unit, toCandidate * reset, used);
        direct = dh * keep;
    }
    if (keepsDirect)
        store(to.direct + own, direct, used);
}

template <RecurrentCell cell, class T>
inline void stepBack(const RecurrenceShape& shape, const RecurrenceStates<const T>& at, const Arriving<T>& to, std::int64_t first,
                     std::int64_t rows, std::int64_t count, std::int64_t unit)
{
    const std::int64_t width = shape.width();
    Floats sums[tileRows][groups];
    for (std::int64_t r = 0; r < rows; ++r)
        for (Floats& sum : sums[r])
            sum = Floats{};
    if (count < shape.steps - 1) {
        const float* panel = at.packed + unit * width;
        const std::int64_t whole = cell == RecurrentCell::gru ? 2 * shape.units : width;
        const auto after = [&](std::int64_t r) { return shape.row(first + r, count + 1); };
        addProducts(
            rows, [&](std::int64_t r) -> const float* { return to.dz + after(r) * width; }, panel, whole, sums);
        if constexpr (cell == RecurrentCell::gru)
            addProducts(
                rows, [&](std::int64_t r) -> const float* { return to.dProduct + after(r) * shape.units; },
                panel + whole * panelUnits, shape.units, sums);
    }
    const std::int64_t left = shape.units - unit;
    for (std::int64_t r = 0; r < rows; ++r)
        for (int v = 0; v < groups; ++v) {
            if ((v + 1) * lanes <= left)
                gradientsOf<cell, T>(shape, at, to, first + r, count, unit + v * lanes, sums[r][v], AllLanes{});
            else if (v * lanes < left)
                gradientsOf<cell, T>(shape, at, to, first + r, count, unit + v * lanes, sums[r][v],
                                     SomeLanes{static_cast<int>(left - v * lanes)});
        }
}

/// All steps of the samples [begin, end), from the last to the first.
template <RecurrentCell cell, class T>
inline void runBack(const RecurrenceShape& shape, const RecurrenceStates<const T>& at, const Arriving<T>& to, std::int64_t begin,
                    std::int64_t end)
{
    for (std::int64_t count = shape.steps - 1; count >= 0; --count)
        for (std::int64_t unit = 0; unit < shape.units; unit += panelUnits)
            for (std::int64_t first = begin; first < end; first += tileRows)
                stepBack<cell, T>(shape, at, to, first, std::min(tileRows, end - first), count, unit);
}

template <class T>
void backwardOf(const RecurrenceShape& shape, const RecurrenceStates<const T>& at, const T* dy, bool ofLast, float* dz,
                float* dProduct, float* scratch, std::int64_t begin, std::int64_t end)
{
    const Arriving<T> to{dy, ofLast, dz, dProduct, scratch, scratch + shape.samples * shape.units};
    switch (shape.cell) {
    case RecurrentCell::tanh: return runBack<RecurrentCell::tanh>(shape, at, to, begin, end);
    case RecurrentCell::relu: return runBack<RecurrentCell::relu>(shape, at, to, begin, end);
    case RecurrentCell::lstm: return runBack<RecurrentCell::lstm>(shape, at, to, begin, end);
    case RecurrentCell::gru: return runBack<RecurrentCell::gru>(shape, at, to, begin, end);
    }
}

#else

namespace netsmith::kernels {

void packBackward(const RecurrenceShape& shape, const float* u, float* packed) noexcept
{
    const auto run = NETSMITH_VERSION(packUnits);
    const std::int64_t units = *pickVersion(&baseline::panelUnits, &avx2::panelUnits, &avx512::panelUnits);
    forRanges((shape.units + units - 1) / units, rowGrain(units * shape.width()),
              [&](std::int64_t begin, std::int64_t end) { run(shape, u, packed, begin, end); });
}

template <class T>
void recurrenceBackward(const RecurrenceShape& shape, const RecurrenceStates<const T>& at, const T* dy, bool ofLast, float* dz,
                        float* dProduct, float* scratch) noexcept
{
    const auto run = NETSMITH_VERSION(backwardOf<T>);
    forRanges(shape.samples, sampleGrain(shape),
              [&](std::int64_t begin, std::int64_t end) { run(shape, at, dy, ofLast, dz, dProduct, scratch, begin, end); });
}

template void recurrenceBackward<float>(const RecurrenceShape&, const RecurrenceStates<const float>&, const float*, bool, float*,
                                        float*, float*) noexcept;
template void recurrenceBackward<BFloat16>(const RecurrenceShape&, const RecurrenceStates<const BFloat16>&, const BFloat16*, bool,
                                           float*, float*, float*) noexcept;

} // namespace netsmith::kernels

#endif
