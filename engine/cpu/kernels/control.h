#pragma once

#include <cstdint>
#include <span>

namespace netsmith::kernels {

/// scale = 1/samples, times clip/norm where the norm √squares/samples is beyond `clip` (0: none); status becomes `notFinite` where
/// squares or a loss, each the address of a float, is not finite, and stays as it is elsewhere.
void guard(double clip, const float* squares, const float* samples, std::span<void* const> losses, float* scale,
           std::int32_t* status);

/// statistics = staged, if the status is the wanted one
void commitStatistics(const float* staged, const std::int32_t* status, float* statistics, std::int64_t count, std::int32_t wanted);

/// Moves the counters on by a batch unless the status is `notFinite`; see `ops::advance`.
void advance(std::int64_t batch, bool countsStep, bool countsLaunch, bool settles, std::int32_t* status, std::int64_t* counters);

/// Copies the values, each the address of `counts` floats, into the row of the metrics given by the counters.
void record(std::span<void* const> values, std::span<const std::int64_t> counts, const std::int64_t* counters, float* metrics);

} // namespace netsmith::kernels
