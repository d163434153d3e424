#pragma once

#include <cstdint>

namespace netsmith::kernels {

/// (samples, steps): mask = 1 before a sample's length, else 0. One number per step: not worth a second thread.
inline void lengthMask(const float* lengths, float* mask, std::int64_t samples, std::int64_t steps) noexcept
{
    for (std::int64_t i = 0; i < samples * steps; ++i)
        mask[i] = static_cast<float>(i % steps) < lengths[i / steps] ? 1.0f : 0.0f;
}

} // namespace netsmith::kernels
