#pragma once

#include "engine/cpu/kernels/convert.h"
#include "engine/cpu/kernels/copy.h"

namespace netsmith::kernels {

/// From float to BFloat16, rounded to nearest even, or back, which is exact.
inline void cast(const float* x, BFloat16* y, std::int64_t count) noexcept
{
    convert(x, y, count);
}
inline void cast(const BFloat16* x, float* y, std::int64_t count) noexcept
{
    convert(x, y, count);
}
inline void cast(const float* x, float* y, std::int64_t count) noexcept
{
    copyBytes(x, y, count * static_cast<std::int64_t>(sizeof(float)));
}

} // namespace netsmith::kernels
