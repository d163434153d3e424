#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/affine.h"

#include <vector>

namespace netsmith::kernels {

/// The factors and offsets of consecutive elements, repeated until they fill whole vectors of every instruction set: otherwise few
/// channels would leave most lanes idle. Made before the steps.
struct AffinePattern {
    std::int64_t length = 0;
    std::vector<float> factors;
    std::vector<float> offsets;

    explicit AffinePattern(const AffineTable& table);
};

/// y = factor · x + offset for `count` elements of f32 or BFloat16; y may be x.
template <class T>
void affine(const AffinePattern& pattern, const T* x, T* y, std::int64_t count) noexcept;

} // namespace netsmith::kernels
