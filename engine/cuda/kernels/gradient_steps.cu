#include "engine/cuda/kernels/gradient_steps.h"

#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

namespace netsmith::cuda::kernels {
namespace {

struct Accumulate {
    const float* x;
    const float* accumulated;
    float* sums;
    NS_DEVICE void operator()(std::int64_t i) const { sums[i] = *accumulated == 0.0f ? x[i] : sums[i] + x[i]; }
};

/// One value per launch: there are few.
struct AccumulateValue {
    const float* value;
    const float* accumulated;
    float* sum;
    NS_DEVICE void operator()(std::int64_t i) const { sum[i] = (*accumulated == 0.0f ? 0.0f : sum[i]) + value[i]; }
};

struct Count {
    float* accumulated;
    bool starts;
    NS_DEVICE void operator()(std::int64_t) const { *accumulated = starts ? 0.0f : *accumulated + 1.0f; }
};

struct AddAccumulated {
    const float* sums;
    const float* accumulated;
    float* x;
    NS_DEVICE void operator()(std::int64_t i) const { x[i] += *accumulated > 0.0f ? sums[i] : 0.0f; }
};

struct AddAccumulatedValue {
    const float* value;
    const float* accumulated;
    const float* sum;
    float* out;
    NS_DEVICE void operator()(std::int64_t i) const { out[i] = value[i] + (*accumulated > 0.0f ? sum[i] : 0.0f); }
};

struct Clip {
    double most;
    const float* scale;
    float* x;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const auto limit = static_cast<float>(most / *scale);
        const float value = x[i];
        x[i] = value > limit ? limit : value < -limit ? -limit : value;
    }
};

struct Average {
    float share;
    const float* x;
    const std::int64_t* counters;
    const std::int32_t* status;
    float* average;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        if (*status != control::good)
            return;
        const float old = average[i];
        average[i] = old + (x[i] - old) * (counters[control::step] == 0 ? 1.0f : share);
    }
};

} // namespace

void accumulateGradients(Stream& stream, const float* x, std::int64_t count, std::span<void* const> values,
                         std::span<const std::int64_t> widths, float* sums, float* accumulated)
{
    launchEach(stream, count, Accumulate{x, accumulated, sums});
    float* sum = accumulated + 1;
    for (std::size_t v = 0; v < values.size(); ++v) {
        launchEach(stream, widths[v], AccumulateValue{static_cast<const float*>(values[v]), accumulated, sum});
        sum += widths[v];
    }
    launchEach(stream, 1, Count{accumulated, false});
}

void addAccumulated(Stream& stream, const float* sums, std::int64_t count, std::span<void* const> values,
                    std::span<const std::int64_t> widths, float* x, std::span<void* const> out, float* accumulated)
{
    launchEach(stream, count, AddAccumulated{sums, accumulated, x});
    const float* sum = accumulated + 1;
    for (std::size_t v = 0; v < values.size(); ++v) {
        const AddAccumulatedValue add{static_cast<const float*>(values[v]), accumulated, sum, static_cast<float*>(out[v])};
        launchEach(stream, widths[v], add);
        sum += widths[v];
    }
    launchEach(stream, 1, Count{accumulated, true});
}

void clipValues(Stream& stream, double most, const float* scale, float* x, std::int64_t count)
{
    launchEach(stream, count, Clip{most, scale, x});
}

void movingAverage(Stream& stream, float share, const float* x, const std::int64_t* counters, const std::int32_t* status,
                   float* average, std::int64_t count)
{
    launchEach(stream, count, Average{share, x, counters, status, average});
}

} // namespace netsmith::cuda::kernels
