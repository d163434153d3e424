#include "engine/cpu/kernels/gradient_steps.h"

#include "engine/cpu/kernels/copy.h"

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

void accumulateGradients(const float* x, const ArenaSplit& split, std::span<void* const> values,
                         std::span<const std::int64_t> widths, float* sums, float* accumulated)
{
    const bool begins = accumulated[0] == 0.0f;
    split.eachPiece([&](std::int64_t begin, std::int64_t end) {
        const std::int64_t bytes = (end - begin) * static_cast<std::int64_t>(sizeof(float));
        if (begins)
            copyRuns(x + begin, bytes, sums + begin, bytes, bytes, 1);
        else
            addInto(x + begin, sums + begin, end - begin);
    });
    float* sum = accumulated + 1;
    for (std::size_t v = 0; v < values.size(); ++v)
        for (std::int64_t i = 0; i < widths[v]; ++i, ++sum)
            *sum = (begins ? 0.0f : *sum) + static_cast<const float*>(values[v])[i];
    accumulated[0] += 1.0f;
}

void addAccumulated(const float* sums, const ArenaSplit& split, std::span<void* const> values, std::span<const std::int64_t> widths,
                    float* x, std::span<void* const> out, float* accumulated)
{
    const bool adds = accumulated[0] > 0.0f;
    if (adds)
        split.eachPiece([&](std::int64_t begin, std::int64_t end) { addInto(sums + begin, x + begin, end - begin); });
    const float* sum = accumulated + 1;
    for (std::size_t v = 0; v < values.size(); ++v)
        for (std::int64_t i = 0; i < widths[v]; ++i, ++sum)
            static_cast<float*>(out[v])[i] = static_cast<const float*>(values[v])[i] + (adds ? *sum : 0.0f);
    accumulated[0] = 0.0f;
}

void clipValues(double most, const float* scale, float* x, const ArenaSplit& split)
{
    const auto limit = static_cast<float>(most / *scale);
    split.eachPiece([&](std::int64_t begin, std::int64_t end) { clipInto(limit, x + begin, end - begin); });
}

void movingAverage(float share, const float* x, const std::int64_t* counters, const std::int32_t* status, float* average,
                   const ArenaSplit& split)
{
    if (*status != control::good)
        return;
    const float used = counters[control::step] == 0 ? 1.0f : share;
    split.eachPiece([&](std::int64_t begin, std::int64_t end) { averageInto(used, x + begin, average + begin, end - begin); });
}

} // namespace netsmith::kernels

#endif
