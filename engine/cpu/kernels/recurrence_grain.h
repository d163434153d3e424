#pragma once

#include "engine/cpu/kernels/recurrence.h"

#include <algorithm>

namespace netsmith::kernels {

/// Fewer samples than this are not worth a second thread: each multiplies its state by all of u at every step.
inline std::int64_t sampleGrain(const RecurrenceShape& shape)
{
    constexpr std::int64_t products = std::int64_t{1} << 18;
    return std::max<std::int64_t>(1, products / std::max<std::int64_t>(1, shape.steps * shape.width() * shape.units));
}

/// Whether threads that share a step's units gain more than waiting for each other after it costs.
inline bool isWorthATeam(const RecurrenceShape& shape)
{
    constexpr std::int64_t products = std::int64_t{1} << 15;
    return shape.samples * shape.width() * shape.units >= products;
}

} // namespace netsmith::kernels
