#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/erase.h"

namespace netsmith::cuda::kernels {

/// N,H,W,C images, each with a rectangle painted over; y may be x.
template <class T>
void erase(Stream& stream, const EraseSettings& settings, std::int64_t images, std::int64_t height, std::int64_t width,
           std::int64_t channels, const std::int64_t* counters, const T* x, T* y);

} // namespace netsmith::cuda::kernels
