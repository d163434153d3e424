#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/blur.h"

namespace netsmith::kernels {

/// `images`, each of `outer` lines of `size` places with `inner` numbers, blurred along the lines; the first is the one drawn
/// `firstSample`-th. y must not overlap x.
template <class T>
void blur(const BlurSettings& settings, std::int64_t images, std::int64_t outer, std::int64_t size, std::int64_t inner,
          std::uint64_t firstSample, const T* x, T* y) noexcept;

} // namespace netsmith::kernels
