#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// mask = 0 where the id is the padding's, else 1. One number per step: not worth a second thread.
inline void tokenMask(float padding, const float* ids, float* mask, std::int64_t count) noexcept
{
    for (std::int64_t i = 0; i < count; ++i)
        mask[i] = ids[i] == padding ? 0.0f : 1.0f;
}

} // namespace netsmith::kernels
