#include "engine/cuda/kernels/gradient_steps.h"

#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

namespace netsmith::cuda::kernels {
namespace {

struct Hold {
    const float* x;
    const float* held;
    float* sums;
    NS_DEVICE void operator()(std::int64_t i) const { sums[i] = *held == 0.0f ? x[i] : sums[i] + x[i]; }
};

/// One value a launch: there are few.
struct HoldValue {
    const float* value;
    const float* held;
    float* sum;
    NS_DEVICE void operator()(std::int64_t i) const { sum[i] = (*held == 0.0f ? 0.0f : sum[i]) + value[i]; }
};

struct Count {
    float* held;
    bool starts;
    NS_DEVICE void operator()(std::int64_t) const { *held = starts ? 0.0f : *held + 1.0f; }
};

struct Release {
    const float* sums;
    const float* held;
    float* x;
    NS_DEVICE void operator()(std::int64_t i) const { x[i] += *held > 0.0f ? sums[i] : 0.0f; }
};

struct ReleaseValue {
    const float* value;
    const float* held;
    const float* sum;
    float* out;
    NS_DEVICE void operator()(std::int64_t i) const { out[i] = value[i] + (*held > 0.0f ? sum[i] : 0.0f); }
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

void holdGradients(Stream& stream, const float* x, std::int64_t count, std::span<const HeldValue> values, float* sums, float* held)
{
    launchEach(stream, count, Hold{x, held, sums});
    float* sum = held + 1;
    for (const HeldValue& value : values) {
        launchEach(stream, value.count, HoldValue{value.numbers, held, sum});
        sum += value.count;
    }
    launchEach(stream, 1, Count{held, false});
}

void releaseGradients(Stream& stream, const float* sums, std::int64_t count, std::span<const HeldValue> values, float* x,
                      std::span<float* const> out, float* held)
{
    launchEach(stream, count, Release{sums, held, x});
    const float* sum = held + 1;
    for (std::size_t v = 0; v < values.size(); ++v) {
        launchEach(stream, values[v].count, ReleaseValue{values[v].numbers, held, sum, out[v]});
        sum += values[v].count;
    }
    launchEach(stream, 1, Count{held, true});
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
