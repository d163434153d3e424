#include "engine/cuda/kernels/control.h"

#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/scalars.h"
#include "engine/ops/advance_steps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::cuda::kernels {
namespace {

struct Guard {
    double clip;
    const float* squares;
    const float* samples;
    Scalars losses;
    float* scale;
    std::int32_t* status;
    NS_DEVICE void operator()(std::int64_t) const
    {
        const double count = *samples;
        const double norm = std::sqrt(static_cast<double>(*squares)) / count;
        *scale = static_cast<float>((clip > 0.0 && norm > clip ? clip / norm : 1.0) / count);
        if (!std::isfinite(*squares) || !losses.areFinite())
            *status = control::notFinite;
    }
};

struct CommitStatistics {
    const float* staged;
    const std::int32_t* status;
    float* statistics;
    std::int32_t wanted;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        if (*status == wanted)
            statistics[i] = staged[i];
    }
};

struct Advance {
    std::int64_t batch;
    bool countsStep;
    bool countsLaunch;
    bool settles;
    std::int32_t* status;
    std::int64_t* counters;
    NS_DEVICE void operator()(std::int64_t) const { advanceCounters(batch, countsStep, countsLaunch, settles, *status, counters); }
};

struct Record {
    Scalars values;
    const std::int64_t* counters;
    float* metrics; ///< at the first column
    std::int64_t columns;
    NS_DEVICE void operator()(std::int64_t i) const { metrics[counters[control::launch] * columns + i] = *values.at[i]; }
};

struct RecordVector {
    const float* values;
    const std::int64_t* counters;
    float* metrics; ///< at the first column
    std::int64_t columns;
    NS_DEVICE void operator()(std::int64_t i) const { metrics[counters[control::launch] * columns + i] = values[i]; }
};

} // namespace

void guard(Stream& stream, double clip, const float* squares, const float* samples, std::span<void* const> losses, float* scale,
           std::int32_t* status)
{
    do {
        const Scalars some(losses);
        launchEach(stream, 1, Guard{clip, squares, samples, some, scale, status});
        losses = losses.subspan(static_cast<std::size_t>(some.count));
    } while (!losses.empty());
}

void commitStatistics(Stream& stream, const float* staged, const std::int32_t* status, float* statistics, std::int64_t count,
                      std::int32_t wanted)
{
    launchEach(stream, count, CommitStatistics{staged, status, statistics, wanted});
}

void advance(Stream& stream, std::int64_t batch, bool countsStep, bool countsLaunch, bool settles, std::int32_t* status,
             std::int64_t* counters)
{
    launchEach(stream, 1, Advance{batch, countsStep, countsLaunch, settles, status, counters});
}

/// Scalars side by side travel with one launch.
void record(Stream& stream, std::span<void* const> values, std::span<const std::int64_t> counts, const std::int64_t* counters,
            float* metrics)
{
    const std::int64_t columns = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    while (!values.empty()) {
        const auto scalars =
            std::find_if(counts.begin(), counts.end(), [](std::int64_t count) { return count != 1; }) - counts.begin();
        std::size_t done = 1;
        if (scalars > 0) {
            const Scalars some(values.first(static_cast<std::size_t>(scalars)));
            launchEach(stream, some.count, Record{some, counters, metrics, columns});
            done = static_cast<std::size_t>(some.count);
        } else {
            launchEach(stream, counts[0], RecordVector{static_cast<const float*>(values[0]), counters, metrics, columns});
        }
        metrics += std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(done), std::int64_t{0});
        values = values.subspan(done);
        counts = counts.subspan(done);
    }
}

} // namespace netsmith::cuda::kernels
