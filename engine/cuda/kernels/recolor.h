#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/recolor.h"

namespace netsmith::cuda::kernels {

/// What `RecolorAttributes` holds, as a kernel takes it.
struct ColorSteps {
    explicit ColorSteps(const RecolorAttributes& attributes);

    ColorStep steps[RecolorAttributes::mostSteps];
    int count;
    bool usesMeans;
    bool toGrey;
    double black;
    double white;
    std::uint64_t seed;
};

/// `images` of `pixels` with `channels` (1 or 3) each; `counters` are null where no step draws.
template <class T>
void recolor(Stream& stream, const ColorSteps& steps, std::int64_t images, std::int64_t pixels, int channels,
             const std::int64_t* counters, const T* x, T* y);

} // namespace netsmith::cuda::kernels
