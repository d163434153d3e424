#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

/// The source of the mask of element e of a sample: word e mod 4 of Philox under `seed` for the counter {e / 4, low and high
/// half of the sample's number, node}. The element is kept where that word's uniform number is ≥ rate.
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

/// y for `samples`, the first of which `counters` on the device names, of `repeats` times `elements` numbers, the mask being the
/// same at each repeat: whole channels with this many positions are dropped. T is float, BFloat16 or Float16; y may be x. Its
/// gradient is the same function of dy without the shift and the dropped value: drawing the mask again costs less than keeping it.
template <class T>
void dropout(Stream& stream, const DropoutMask& mask, const DropoutResult& result, const std::int64_t* counters, const T* x, T* y,
             std::int64_t samples, std::int64_t repeats, std::int64_t elements);

} // namespace netsmith::cuda::kernels
