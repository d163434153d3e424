#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/warp.h"

namespace netsmith::kernels {

using WarpSteps = WarpAttributes;

struct WarpSizes {
    std::int64_t images;
    std::int64_t height;
    std::int64_t width;
    std::int64_t channels;
    std::int64_t outputHeight;
    std::int64_t outputWidth;
};

/// N,H,W,C images into another batch, which must not overlap it; `counters` are null where no step draws.
template <class T>
void warp(const WarpSteps& attributes, const WarpSizes& batch, const std::int64_t* counters, const T* x, T* y) noexcept;

} // namespace netsmith::kernels
