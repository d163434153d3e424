#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/warp.h"
#include "engine/ops/warp_steps.h"

namespace netsmith::cuda::kernels {

/// What `WarpAttributes` holds, as a kernel takes it.
struct WarpSteps {
    explicit WarpSteps(const WarpAttributes& attributes);

    WarpStep steps[WarpAttributes::mostSteps];
    int count;
    int taps;
    bool nearest;
    WarpFill fill;
    float value;
    std::uint64_t seed;
};

/// N,H,W,C images into another batch; `counters` are null where no step draws.
template <class T>
void warp(Stream& stream, const WarpSteps& steps, const WarpSizes& sizes, const std::int64_t* counters, const T* x, T* y);

} // namespace netsmith::cuda::kernels
