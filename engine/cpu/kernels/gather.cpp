#include "engine/cpu/kernels/gather.h"

#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/gather.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

template <class Used>
inline Floats loadNumbers(const float* from, Used used)
{
    return load(from, used);
}
template <class Used>
inline Floats loadNumbers(const std::uint8_t* from, Used used)
{
    return __builtin_convertvector(loadIndex(from, used), Floats);
}
template <class Number, class Used>
inline Floats loadNumbers(const Number* from, Used used)
{
    Floats values{};
    for (int i = 0; i < used.count; ++i)
        values[i] = static_cast<float>(from[i]);
    return values;
}

template <class From, class To>
void normalise(const From* x, float subtract, float divide, To* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) { store(y + i, (loadNumbers(x + i, used) - subtract) / divide, used); });
}

#else

namespace netsmith::kernels {
namespace {

template <class From, class To>
using Normalise = void(const From*, float, float, To*, std::int64_t);

/// A macro's argument can't hold the comma of two template arguments.
template <class From, class To>
Normalise<From, To>* normaliser()
{
    return pickVersion<Normalise<From, To>>(baseline::normalise, avx2::normalise, avx512::normalise);
}

} // namespace

template <class From, class To>
void gather(const From* samples, const std::int32_t* order, const std::int64_t* counters, float subtract, float divide, To* y,
            std::int64_t rows, std::int64_t elements, std::int64_t stride) noexcept
{
    const auto run = normaliser<From, To>();
    order += counters[control::position];
    forRanges(rows, rowGrain(elements, elementGrain / 4), [&](std::int64_t begin, std::int64_t end) {
        // Samples are scattered: prefetched together, they are waited for once.
        const std::int64_t bytes = elements * static_cast<std::int64_t>(sizeof(From));
        for (std::int64_t r = begin; r < end; ++r)
            for (std::int64_t i = 0; i < std::min<std::int64_t>(bytes, 1024); i += 64)
                __builtin_prefetch(reinterpret_cast<const char*>(samples + order[r] * stride) + i);
        for (std::int64_t r = begin; r < end; ++r)
            run(samples + order[r] * stride, subtract, divide, y + r * elements, elements);
    });
}

template <class From>
void gatherInts(const From* samples, const std::int32_t* order, const std::int64_t* counters, std::int32_t* y, std::int64_t rows,
                std::int64_t elements, std::int64_t stride) noexcept
{
    order += counters[control::position];
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t i = 0; i < elements; ++i)
            y[r * elements + i] = static_cast<std::int32_t>(samples[order[r] * stride + i]);
}

#define INSTANTIATE(From, To)                                                                                                      \
    template void gather<From, To>(const From*, const std::int32_t*, const std::int64_t*, float, float, To*, std::int64_t,         \
                                   std::int64_t, std::int64_t) noexcept;
INSTANTIATE(std::uint8_t, float)
INSTANTIATE(std::uint8_t, BFloat16)
INSTANTIATE(std::int32_t, float)
INSTANTIATE(std::int32_t, BFloat16)
INSTANTIATE(std::int64_t, float)
INSTANTIATE(std::int64_t, BFloat16)
INSTANTIATE(float, float)
INSTANTIATE(float, BFloat16)
INSTANTIATE(double, float)
INSTANTIATE(double, BFloat16)
template void gatherInts(const std::uint8_t*, const std::int32_t*, const std::int64_t*, std::int32_t*, std::int64_t, std::int64_t,
                         std::int64_t) noexcept;
template void gatherInts(const std::int64_t*, const std::int32_t*, const std::int64_t*, std::int32_t*, std::int64_t, std::int64_t,
                         std::int64_t) noexcept;
template void gatherInts(const std::int32_t*, const std::int32_t*, const std::int64_t*, std::int32_t*, std::int64_t, std::int64_t,
                         std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
