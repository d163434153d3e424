#include "engine/cpu/kernels/gradient_steps.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/gradient_steps.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

inline void addInto(const float* x, float* sum, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) { store(sum + i, load(sum + i, used) + load(x + i, used), used); });
}

inline void clipInto(float most, float* x, std::int64_t count)
{
    const Floats high = all(most);
    const Floats low = all(-most);
    eachVector(count, [&](std::int64_t i, auto used) {
        Floats value = load(x + i, used);
        value = value > high ? high : value;
        store(x + i, value < low ? low : value, used);
    });
}

inline void averageInto(float share, const float* x, float* average, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats old = load(average + i, used);
        store(average + i, old + (load(x + i, used) - old) * share, used);
    });
}

#else

namespace netsmith::kernels {

void addInto(const float* x, float* sum, std::int64_t count) noexcept
{
    NETSMITH_VERSION(addInto)(x, sum, count);
}

void clipInto(float most, float* x, std::int64_t count) noexcept
{
    NETSMITH_VERSION(clipInto)(most, x, count);
}

void averageInto(float share, const float* x, float* average, std::int64_t count) noexcept
{
    NETSMITH_VERSION(averageInto)(share, x, average, count);
}

} // namespace netsmith::kernels

#endif
