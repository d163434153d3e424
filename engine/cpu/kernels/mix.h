#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/mix.h"

namespace netsmith::kernels {

/// N,H,W,C images, each mixed with the one at the opposite end of the batch; the counters say which sample comes first.
template <class T>
void mixImages(const MixSettings& settings, std::int64_t images, std::int64_t channels, const std::int64_t* counters, const T* x,
               T* y) noexcept;

/// `count` targets as rows of `width` numbers; classes become distributions over `width` of them.
void mixTargets(const MixSettings& settings, std::int64_t count, std::int64_t width, const std::int64_t* counters,
                const std::int32_t* target, float* y) noexcept;
void mixTargets(const MixSettings& settings, std::int64_t count, std::int64_t width, const std::int64_t* counters,
                const float* target, float* y) noexcept;

} // namespace netsmith::kernels
