#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/recolor.h"

namespace netsmith::kernels {

using ColorSteps = RecolorAttributes;

/// `images` of `pixels` with `channels` (1 or 3) each into y; `counters` say which sample comes first, and are null where no step
/// draws. y may be x unless it becomes grey.
template <class T>
void recolor(const ColorSteps& attributes, std::int64_t images, std::int64_t pixels, int channels, const std::int64_t* counters,
             const T* x, T* y) noexcept;

} // namespace netsmith::kernels
