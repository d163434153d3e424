#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/mix.h"

namespace netsmith::cuda::kernels {

/// N,H,W,C images, each mixed with the one at the opposite end of the batch.
template <class T>
void mixImages(Stream& stream, const MixSettings& settings, std::int64_t images, std::int64_t channels,
               const std::int64_t* counters, const T* x, T* y);

/// `count` targets as rows of `width` numbers; classes become distributions over `width` of them.
template <class Target>
void mixTargets(Stream& stream, const MixSettings& settings, std::int64_t count, std::int64_t width, const std::int64_t* counters,
                const Target* target, float* y);

} // namespace netsmith::cuda::kernels
