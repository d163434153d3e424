#pragma once

#include "engine/cpu/kernels/arena_split.h"

#include <cstdint>
#include <span>

namespace netsmith::kernels {

// On the caller's thread.

/// sum ← sum + x
void addInto(const float* x, float* sum, std::int64_t count) noexcept;

/// x ← min(max(x, −most), most); a NaN stays one
void clipInto(float most, float* x, std::int64_t count) noexcept;

/// average ← average + (x − average)·share
void averageInto(float share, const float* x, float* average, std::int64_t count) noexcept;

// By the threads of the split. The values are addresses of `widths` floats; `accumulated` is laid out as in ops/gradient_steps.h.

/// sums = x where nothing is accumulated, else sums + x; the values' sums likewise, and one more is accumulated.
void accumulateGradients(const float* x, const ArenaSplit& split, std::span<void* const> values,
                         std::span<const std::int64_t> widths, float* sums, float* accumulated);

/// x += sums and out = values + their sums, if something is accumulated; clears the accumulation.
void addAccumulated(const float* sums, const ArenaSplit& split, std::span<void* const> values, std::span<const std::int64_t> widths,
                    float* x, std::span<void* const> out, float* accumulated);

/// x = min(max(x, −most/scale), most/scale); a NaN stays one
void clipValues(double most, const float* scale, float* x, const ArenaSplit& split);

/// average ← average + (x − average)·share if the status is good; the first step's is x itself.
void movingAverage(float share, const float* x, const std::int64_t* counters, const std::int32_t* status, float* average,
                   const ArenaSplit& split);

} // namespace netsmith::kernels
