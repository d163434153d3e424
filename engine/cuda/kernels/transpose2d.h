#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// to[c, r] = from[r, c]; To is what From is, or float.
template <class From, class To>
void transpose2d(Stream& stream, const From* from, To* to, std::int64_t rows, std::int64_t columns);

} // namespace netsmith::cuda::kernels
