#include "engine/cpu/kernels/prelu.h"

#include "engine/cpu/kernels/bias.h"
#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/prelu.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

template <class T>
void prelu(const T* x, const float* alpha, T* y, std::int64_t rows, std::int64_t channels)
{
    for (std::int64_t r = 0; r < rows; ++r, x += channels, y += channels)
        eachVector(channels, [&](std::int64_t c, auto used) {
            const Floats value = load(x + c, used);
            store(y + c, value > Floats{} ? value : load(alpha + c, used) * value, used);
        });
}

/// Adds to `sums` what the rows give each alpha.
template <class T>
void preluBackward(const T* x, const float* alpha, const T* dy, T* dx, float* sums, std::int64_t rows, std::int64_t channels)
{
    for (std::int64_t r = 0; r < rows; ++r, x += channels, dy += channels, dx += channels)
        eachVector(channels, [&](std::int64_t c, auto used) {
            const Floats value = load(x + c, used);
            const Floats arrived = load(dy + c, used);
            const Ints positive = value > Floats{};
            store(sums + c, load(sums + c, used) + (positive ? Floats{} : value * arrived), used);
            store(dx + c, positive ? arrived : load(alpha + c, used) * arrived, used);
        });
}

#else

namespace netsmith::kernels {
namespace {

/// Parts of the rows that are summed separately, depending only on the shape, so that no bit depends on the threads.
std::int64_t partsOf(std::int64_t rows, std::int64_t channels)
{
    return std::clamp<std::int64_t>(rows * channels / elementGrain, 1, std::min<std::int64_t>(16, std::max<std::int64_t>(rows, 1)));
}

} // namespace

template <class T>
void prelu(const T* x, const float* alpha, T* y, std::int64_t rows, std::int64_t channels) noexcept
{
    const auto run = NETSMITH_VERSION(prelu<T>);
    forRanges(rows, rowGrain(channels), [&](std::int64_t begin, std::int64_t end) {
        run(x + begin * channels, alpha, y + begin * channels, end - begin, channels);
    });
}

std::int64_t preluScratch(std::int64_t rows, std::int64_t channels)
{
    return partsOf(rows, channels) * channels;
}

template <class T>
void preluBackward(const T* x, const float* alpha, const T* dy, T* dx, float* dAlpha, std::int64_t rows, std::int64_t channels,
                   float* scratch) noexcept
{
    const auto run = NETSMITH_VERSION(preluBackward<T>);
    const std::int64_t parts = partsOf(rows, channels);
    forRanges(parts, 1, [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t part = from; part < to; ++part) {
            const std::int64_t begin = rows * part / parts, end = rows * (part + 1) / parts;
            float* sums = scratch + part * channels;
            std::fill_n(sums, channels, 0.0f);
            run(x + begin * channels, alpha, dy + begin * channels, dx + begin * channels, sums, end - begin, channels);
        }
    });
    sumRows(scratch, dAlpha, parts, channels);
}

template void prelu<float>(const float*, const float*, float*, std::int64_t, std::int64_t) noexcept;
template void prelu<BFloat16>(const BFloat16*, const float*, BFloat16*, std::int64_t, std::int64_t) noexcept;
template void preluBackward<float>(const float*, const float*, const float*, float*, float*, std::int64_t, std::int64_t,
                                   float*) noexcept;
template void preluBackward<BFloat16>(const BFloat16*, const float*, const BFloat16*, BFloat16*, float*, std::int64_t, std::int64_t,
                                      float*) noexcept;

} // namespace netsmith::kernels

#endif
