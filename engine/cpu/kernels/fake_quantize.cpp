#include "engine/cpu/kernels/fake_quantize.h"

#include "engine/core/quantization_grid.h"
#include "engine/cpu/kernels/ranges.h"

#include <array>

#define NETSMITH_KERNELS "engine/cpu/kernels/fake_quantize.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

#include "engine/cpu/kernels/quantization_steps.h"

inline void represent(const QuantizationGrid& grid, const float* x, float* y, std::int64_t count)
{
    const GridLanes on(grid);
    eachVector(count, [&](std::int64_t i, auto used) { store(y + i, on.steps(load(x + i, used)) * on.step, used); });
}

inline void encode(const QuantizationGrid& grid, const float* x, std::uint8_t* codes, std::int64_t count)
{
    const GridLanes on(grid);
    eachVector(count, [&](std::int64_t i, auto used) { storeIndex(codes + i, on.codes(load(x + i, used)), used); });
}

inline void passInside(const QuantizationGrid& grid, const float* x, const float* dy, float* dx, std::int64_t count)
{
    const Floats inverse = all(grid.inverse), low = all(-grid.zero - 0.5f), high = all(255.5f - grid.zero);
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats steps = load(x + i, used) * inverse;
        const Ints inside = (steps >= low) & (steps <= high);
        store(dx + i, inside ? load(dy + i, used) : Floats{}, used);
    });
}

inline void addToEnds(const QuantizationGrid& grid, const float* x, const float* dy, std::int64_t count, double* ends)
{
    const GridLanes on(grid);
    const Floats inverse = all(grid.inverse), low = all(-grid.zero - 0.5f), high = all(255.5f - grid.zero);
    Floats below{}, above{}, within{};
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats value = load(x + i, used), change = load(dy + i, used);
        const Floats steps = value * inverse;
        const Ints inside = (steps >= low) & (steps <= high);
        below += steps < low ? change : Floats{};
        above += steps > high ? change : Floats{};
        within += inside ? change * (on.steps(value) - steps) : Floats{};
    });
    for (int lane = 0; lane < lanes; ++lane) {
        const double moved = double{within[lane]} / 255.0;
        ends[0] += double{below[lane]} - moved;
        ends[1] += double{above[lane]} + moved;
    }
}

template <class T>
inline float largestIn(const T* x, std::int64_t count)
{
    Floats most{};
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats value = load(x + i, used);
        const Floats size = value < Floats{} ? -value : value;
        most = size > most ? size : most;
    });
    float largest = 0.0f;
    for (int lane = 0; lane < lanes; ++lane)
        largest = std::max(largest, most[lane]);
    return largest;
}

/// As `weightSteps`.
inline Floats stepsOf(Floats x, Floats inverse)
{
    const Floats least = all(-127.0f), most = all(127.0f), magic = all(0x1.8p23f);
    const Floats steps = x * inverse;
    const Floats atLeast = steps > least ? steps : least;
    const Floats within = atLeast < most ? atLeast : most;
    return (within + magic) - magic;
}

inline void representRow(const float* x, float* y, std::int64_t columns)
{
    const float step = gridScale(largestIn(x, columns));
    const Floats inverse = all(1.0f / step), steps = all(step);
    eachVector(columns, [&](std::int64_t i, auto used) { store(y + i, stepsOf(load(x + i, used), inverse) * steps, used); });
}

template <class T>
inline float encode128(const T* x, std::uint8_t* codes, std::int64_t columns)
{
    const float step = gridScale(largestIn(x, columns));
    const Floats inverse = all(1.0f / step), zero = all(128.0f);
    eachVector(columns, [&](std::int64_t i, auto used) {
        storeIndex(codes + i, __builtin_convertvector(stepsOf(load(x + i, used), inverse) + zero, Ints), used);
    });
    return step;
}

inline void extend(const float* x, std::int64_t count, float* low, float* high)
{
    Floats least{}, most{};
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats value = load(x + i, used);
        least = value < least ? value : least;
        most = value > most ? value : most;
    });
    for (int lane = 0; lane < lanes; ++lane) {
        *low = std::min(*low, least[lane]);
        *high = std::max(*high, most[lane]);
    }
}

#else

namespace netsmith::kernels {
namespace {

QuantizationGrid gridOf(const float* range)
{
    return QuantizationGrid::between(range[0], range[1]);
}

} // namespace

void fakeQuantize(const float* x, const float* range, float* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(represent);
    const QuantizationGrid grid = gridOf(range);
    forRanges(count, elementGrain, [&](std::int64_t begin, std::int64_t end) { run(grid, x + begin, y + begin, end - begin); });
}

void fakeQuantizeBackward(const float* x, const float* range, const float* dy, float* dx, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(passInside);
    const QuantizationGrid grid = gridOf(range);
    forRanges(count, elementGrain,
              [&](std::int64_t begin, std::int64_t end) { run(grid, x + begin, dy + begin, dx + begin, end - begin); });
}

void fakeQuantizeRangeGradient(const float* x, const float* range, const float* dy, float* gradient, std::int64_t count) noexcept
{
    constexpr std::int64_t most = 64;
    const auto run = NETSMITH_VERSION(addToEnds);
    const QuantizationGrid grid = gridOf(range);
    const std::int64_t chunk = std::max(elementGrain, (count + most - 1) / most);
    std::array<std::array<double, 2>, most> ends{};
    forRanges((count + chunk - 1) / chunk, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            run(grid, x + i * chunk, dy + i * chunk, std::min(chunk, count - i * chunk), ends[static_cast<std::size_t>(i)].data());
    });
    double low = 0.0, high = 0.0;
    for (const auto& [ofLow, ofHigh] : ends) {
        low += ofLow;
        high += ofHigh;
    }
    gradient[0] = static_cast<float>(low);
    gradient[1] = static_cast<float>(high);
}

void weightScales(const float* w, std::int64_t rows, std::int64_t channels, float* scales) noexcept
{
    std::fill_n(scales, channels, 0.0f);
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < channels; ++c)
            scales[c] = std::max(scales[c], std::abs(w[r * channels + c]));
    std::transform(scales, scales + channels, scales, gridScale);
}

void fakeQuantizeWeights(const float* w, float* quantized, std::int64_t rows, std::int64_t channels, float* scales) noexcept
{
    weightScales(w, rows, channels, scales);
    forRanges(rows, rowGrain(channels), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
            for (std::int64_t c = 0; c < channels; ++c)
                quantized[r * channels + c] = weightSteps(w[r * channels + c], 1.0f / scales[c]) * scales[c];
    });
}

void fakeQuantizeRows(const float* x, float* y, std::int64_t rows, std::int64_t columns) noexcept
{
    const auto run = NETSMITH_VERSION(representRow);
    forRanges(rows, rowGrain(columns), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
            run(x + r * columns, y + r * columns, columns);
    });
}

template <class T>
float encodeRow(const T* x, std::uint8_t* codes, std::int64_t columns) noexcept
{
    return NETSMITH_VERSION(encode128<T>)(x, codes, columns);
}
template float encodeRow<float>(const float*, std::uint8_t*, std::int64_t) noexcept;
template float encodeRow<BFloat16>(const BFloat16*, std::uint8_t*, std::int64_t) noexcept;

void observeRange(const float* x, std::int64_t count, const float* range, float momentum, float* next) noexcept
{
    constexpr std::int64_t most = 64;
    const auto run = NETSMITH_VERSION(extend);
    const std::int64_t chunk = std::max(elementGrain, (count + most - 1) / most);
    std::array<std::array<float, 2>, most> ends{};
    forRanges((count + chunk - 1) / chunk, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            auto& [low, high] = ends[static_cast<std::size_t>(i)];
            run(x + i * chunk, std::min(chunk, count - i * chunk), &low, &high);
        }
    });
    float low = 0.0f, high = 0.0f;
    for (const auto& [least, largest] : ends) {
        low = std::min(low, least);
        high = std::max(high, largest);
    }
    const bool begins = range[0] == 0.0f && range[1] == 0.0f;
    next[0] = begins ? low : momentum * range[0] + (1.0f - momentum) * low;
    next[1] = begins ? high : momentum * range[1] + (1.0f - momentum) * high;
}

void quantize(const float* x, const float* range, std::uint8_t* codes, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(encode);
    const QuantizationGrid grid = gridOf(range);
    forRanges(count, elementGrain, [&](std::int64_t begin, std::int64_t end) { run(grid, x + begin, codes + begin, end - begin); });
}

} // namespace netsmith::kernels

#endif
