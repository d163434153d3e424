#pragma once

#include "engine/ops/control.h"

#include <algorithm>
#include <cstdint>

namespace netsmith::kernels {

/// y = the state, or 0 where the position among the counters is 0.
inline void beginState(const float* state, const std::int64_t* counters, float* y, std::int64_t count) noexcept
{
    if (counters[control::position] == 0)
        std::fill_n(y, count, 0.0f);
    else
        std::copy_n(state, count, y);
}

} // namespace netsmith::kernels
