#include "engine/cpu/kernels/convert.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/convert.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

inline void narrow(const float* x, BFloat16* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) { store(y + i, load(x + i, used), used); });
}

inline void widen(const BFloat16* x, float* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) { store(y + i, load(x + i, used), used); });
}

#else

namespace netsmith::kernels {

void convert(const float* x, BFloat16* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(narrow);
    forRanges(count, elementGrain, [&](std::int64_t begin, std::int64_t end) { run(x + begin, y + begin, end - begin); });
}

void convert(const BFloat16* x, float* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(widen);
    forRanges(count, elementGrain, [&](std::int64_t begin, std::int64_t end) { run(x + begin, y + begin, end - begin); });
}

} // namespace netsmith::kernels

#endif
