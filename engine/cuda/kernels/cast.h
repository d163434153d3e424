#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// From float to BFloat16 or Float16, rounded to nearest even, or back, which is exact.
template <class From, class To>
void cast(Stream& stream, const From* x, To* y, std::int64_t count);

} // namespace netsmith::cuda::kernels
