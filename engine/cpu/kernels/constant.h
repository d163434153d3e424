#pragma once

#include <algorithm>
#include <cstdint>

namespace netsmith::kernels {

/// y = value, `count` times
inline void constant(float value, float* y, std::int64_t count) noexcept
{
    std::fill_n(y, count, value);
}

} // namespace netsmith::kernels
