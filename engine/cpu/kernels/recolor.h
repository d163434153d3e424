#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/recolor.h"

namespace netsmith::kernels {

/// `images` of `pixels` with `channels` (1 or 3) each into y, as `RecolorAttributes` says; the first image is number `firstSample`
/// of those drawn. y may be x unless it becomes grey.
template <class T>
void recolor(const RecolorAttributes& attributes, std::int64_t images, std::int64_t pixels, int channels, std::uint64_t firstSample,
             const T* x, T* y) noexcept;

} // namespace netsmith::kernels
