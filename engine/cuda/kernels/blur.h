#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/blur.h"

namespace netsmith::cuda::kernels {

/// `images` of `elements` numbers; along the blurred axis there are `size` places, `stride` numbers apart.
template <class T>
void blur(Stream& stream, const BlurSettings& settings, std::int64_t images, std::int64_t elements, std::int64_t size,
          std::int64_t stride, const std::int64_t* counters, const T* x, T* y);

} // namespace netsmith::cuda::kernels
