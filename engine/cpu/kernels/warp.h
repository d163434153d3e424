#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/warp.h"

namespace netsmith::kernels {

/// A batch of N,H,W,C images moved into another, as `WarpAttributes` says; neither overlaps the other.
struct WarpBatch {
    std::int64_t images;
    std::int64_t height;
    std::int64_t width;
    std::int64_t channels;
    std::int64_t outputHeight;
    std::int64_t outputWidth;
    std::uint64_t firstSample; ///< the number of the first image among those drawn
};

template <class T>
void warp(const WarpAttributes& attributes, const WarpBatch& batch, const T* x, T* y) noexcept;

} // namespace netsmith::kernels
