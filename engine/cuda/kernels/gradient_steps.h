#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>
#include <span>

namespace netsmith::cuda::kernels {

// What is named here is on the device, the spans themselves on the host: addresses of `widths` floats. `accumulated` is laid out as
// in ops/gradient_steps.h.

/// sums = x where nothing is accumulated, else sums + x; the values' sums likewise, and one more is accumulated.
void accumulateGradients(Stream& stream, const float* x, std::int64_t count, std::span<void* const> values,
                         std::span<const std::int64_t> widths, float* sums, float* accumulated);

/// x += sums and out = values + their sums, if something is accumulated; clears the accumulation.
void addAccumulated(Stream& stream, const float* sums, std::int64_t count, std::span<void* const> values,
                    std::span<const std::int64_t> widths, float* x, std::span<void* const> out, float* accumulated);

/// x = min(max(x, −most/scale), most/scale); a NaN stays one
void clipValues(Stream& stream, double most, const float* scale, float* x, std::int64_t count);

/// average += (x − average)·share if the status is good; with a share of 1 at the first step
void movingAverage(Stream& stream, float share, const float* x, const std::int64_t* counters, const std::int32_t* status,
                   float* average, std::int64_t count);

} // namespace netsmith::cuda::kernels
