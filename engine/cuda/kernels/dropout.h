#pragma once

#include "engine/cuda/device/stream.h"
#include "engine/ops/dropout_steps.h"

namespace netsmith::cuda::kernels {

/// y for `samples`, the first of which `counters` on the device names, of `repeats` times `elements` numbers, the mask being the
/// same at each repeat: whole channels with this many positions are dropped. T is float, BFloat16 or Float16; y may be x. Its
/// gradient is the same function of dy without the shift and the dropped value: drawing the mask again costs less than keeping it.
template <class T>
void dropout(Stream& stream, const DropoutMask& mask, const DropoutResult& result, const std::int64_t* counters, const T* x, T* y,
             std::int64_t samples, std::int64_t repeats, std::int64_t elements);

} // namespace netsmith::cuda::kernels
