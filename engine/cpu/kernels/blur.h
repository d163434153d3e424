#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/blur.h"

namespace netsmith::kernels {

/// `images` of `elements` numbers; along the blurred axis there are `size` places, `stride` numbers apart. The counters say which
/// sample comes first. y must not overlap x.
template <class T>
void blur(const BlurSettings& settings, std::int64_t images, std::int64_t elements, std::int64_t size, std::int64_t stride,
          const std::int64_t* counters, const T* x, T* y) noexcept;

} // namespace netsmith::kernels
