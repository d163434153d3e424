#pragma once

#include "engine/core/bfloat16.h"

#include <cstdint>

namespace netsmith::kernels {

/// The source of the mask of element e of the r-th sample: word e mod 4 of Philox under `seed` for the counter {e / 4, low and
/// high half of the sample's number, node}. The element is kept where that word's uniform number is ≥ rate.
struct DropoutMask {
    std::uint64_t seed = 0;
    std::uint32_t node = 0;
    float rate = 0.0f;
};

/// What becomes of x: kept ? x · factor + shift : dropped.
struct DropoutResult {
    float factor = 1.0f;
    float shift = 0.0f;
    float dropped = 0.0f;
};

/// y for `samples`, the first of which the counters name, of `repeats` times `elements` numbers, f32 or BFloat16, the mask being
/// the same at each repeat: whole channels with this many positions are dropped. y may be x. Its gradient is the same function of
/// dy without the shift and the dropped value: drawing the mask again costs less than keeping it.
template <class T>
void dropout(const DropoutMask& mask, const DropoutResult& result, const std::int64_t* counters, const T* x, T* y,
             std::int64_t samples, std::int64_t repeats, std::int64_t elements) noexcept;

} // namespace netsmith::kernels
