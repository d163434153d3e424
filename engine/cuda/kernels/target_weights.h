#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>
#include <span>

namespace netsmith::cuda::kernels {

/// out[r] = table[class of target r], times weight[r / each] if `weight` is there; NaN for a class that is not in the table, which
/// lies on the host. A target is a class, or a row of `columns` shares whose first maximum is the class.
template <class Target>
void targetWeights(Stream& stream, const Target* target, std::int64_t columns, std::span<const float> table, const float* weight,
                   std::int64_t each, float* out, std::int64_t rows);

} // namespace netsmith::cuda::kernels
