#include "engine/cpu/kernels/affine.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/affine.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

template <class T>
void affine(const float* factors, const float* offsets, const T* x, T* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) {
        store(y + i, load(factors + i, used) * load(x + i, used) + load(offsets + i, used), used);
    });
}

#else

namespace netsmith::kernels {

AffinePattern::AffinePattern(const AffineTable& table)
    : length(table.channels * 256) // a multiple of all lanes, and long enough that restarting costs nothing
{
    for (std::int64_t i = 0; i < length; ++i) {
        const auto channel = static_cast<std::size_t>(i % table.channels);
        factors.push_back(table.factors[channel]);
        offsets.push_back(table.offsets[channel]);
    }
}

template <class T>
void affine(const AffinePattern& pattern, const T* x, T* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(affine<T>);
    const std::int64_t length = pattern.length;
    forRanges((count + length - 1) / length, rowGrain(length), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t at = begin * length; at < std::min(end * length, count); at += length)
            run(pattern.factors.data(), pattern.offsets.data(), x + at, y + at, std::min(length, count - at));
    });
}

template void affine<float>(const AffinePattern&, const float*, float*, std::int64_t) noexcept;
template void affine<BFloat16>(const AffinePattern&, const BFloat16*, BFloat16*, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
