#pragma once

#include "engine/cpu/kernels/ranges.h"

#include <cstdint>

namespace netsmith::kernels {

/// mask = 1 where w is not 0, else 0
inline void nonzeroMask(const float* w, float* mask, std::int64_t elements) noexcept
{
    forRanges(elements, elementGrain, [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            mask[i] = w[i] != 0.0f ? 1.0f : 0.0f;
    });
}

/// x = 0 where the mask is 0
inline void keepZeros(float* x, const float* mask, std::int64_t elements) noexcept
{
    forRanges(elements, elementGrain, [=](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            x[i] = mask[i] != 0.0f ? x[i] : 0.0f;
    });
}

} // namespace netsmith::kernels
