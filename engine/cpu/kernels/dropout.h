#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/dropout_steps.h"

#include <cstdint>

namespace netsmith::kernels {

/// y for `samples`, the first of which the counters name, of `repeats` times `elements` numbers, f32 or BFloat16, the mask being
/// the same at each repeat: whole channels with this many positions are dropped. y may be x. Its gradient is the same function of
/// dy without the shift and the dropped value: drawing the mask again costs less than keeping it.
template <class T>
void dropout(const DropoutMask& mask, const DropoutResult& result, const std::int64_t* counters, const T* x, T* y,
             std::int64_t samples, std::int64_t repeats, std::int64_t elements) noexcept;

} // namespace netsmith::kernels
