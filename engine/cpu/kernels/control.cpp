#include "engine/cpu/kernels/control.h"

#include "engine/cpu/kernels/copy.h"
#include "engine/ops/advance_steps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::kernels {

void guard(double clip, const float* squares, const float* samples, std::span<void* const> losses, float* scale,
           std::int32_t* status)
{
    const double sum = *squares;
    const double count = *samples;
    bool finite = std::isfinite(sum);
    for (const void* loss : losses)
        finite = finite && std::isfinite(*static_cast<const float*>(loss));
    const double norm = std::sqrt(sum) / count;
    *scale = static_cast<float>((clip > 0.0 && norm > clip ? clip / norm : 1.0) / count);
    if (!finite)
        *status = control::notFinite;
}

void commitStatistics(const float* staged, const std::int32_t* status, float* statistics, std::int64_t count, std::int32_t wanted)
{
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(float));
    if (*status == wanted)
        copyRuns(staged, bytes, statistics, bytes, bytes, 1);
}

void advance(std::int64_t batch, bool countsStep, bool countsLaunch, bool settles, std::int32_t* status, std::int64_t* counters)
{
    advanceCounters(batch, countsStep, countsLaunch, settles, *status, counters);
}

void record(std::span<void* const> values, std::span<const std::int64_t> counts, const std::int64_t* counters, float* metrics)
{
    const std::int64_t columns = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    float* next = metrics + counters[control::launch] * columns;
    for (std::size_t i = 0; i < counts.size(); ++i)
        next = std::copy_n(static_cast<const float*>(values[i]), counts[i], next);
}

} // namespace netsmith::kernels
