#pragma once

#include "engine/cuda/device/stream.h"

namespace netsmith::cuda::kernels {

/// What the mask of element e of a sample is drawn from: word e mod 4 of Philox under `seed` for the counter {e / 4, low and high
/// half of the sample's number, node}. The element is kept where that word's uniform number is ≥ rate.
struct DropoutMask {
    std::uint64_t seed = 0;
    std::uint32_t node = 0;
    float rate = 0.0f;
};

/// y = kept ? x / (1 − rate) : 0 for `samples` of `elements` numbers, the first of which `counters` on the device names; T is float
/// or BFloat16; y may be x. Its gradient is the same function of dy: drawing the mask again costs less than keeping it.
template <class T>
void dropout(Stream& stream, const DropoutMask& mask, const std::int64_t* counters, const T* x, T* y, std::int64_t samples,
             std::int64_t elements);

} // namespace netsmith::cuda::kernels
