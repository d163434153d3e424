#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/erase.h"

namespace netsmith::kernels {

/// N,H,W,C images, each with a rectangle painted over; the counters say which sample comes first. y may be x.
template <class T>
void erase(const EraseSettings& settings, std::int64_t images, std::int64_t height, std::int64_t width, std::int64_t channels,
           const std::int64_t* counters, const T* x, T* y) noexcept;

} // namespace netsmith::kernels
